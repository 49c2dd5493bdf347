/** The controller loop between queue and store, and the handlers it tells. */
@NullMarked
package insideinformer.controller;

import org.jspecify.annotations.NullMarked;
