/** The small programs that the book runs: each prints what a chapter shows, and nothing else. */
@NullMarked
package insideinformer.lab.snippets;

import org.jspecify.annotations.NullMarked;
