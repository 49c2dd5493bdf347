/** Between one informer and its many handlers: the ring, the listener, the processor. */
@NullMarked
package insideinformer.processor;

import org.jspecify.annotations.NullMarked;
