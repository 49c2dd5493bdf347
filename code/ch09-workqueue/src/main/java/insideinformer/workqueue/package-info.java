/** The work queue between handlers and workers. */
@NullMarked
package insideinformer.workqueue;

import org.jspecify.annotations.NullMarked;
