package insideinformer.book;

import java.nio.file.Path;

/**
 * What is wrong with the book, where, and what to do about it. One of them makes the build fail.
 *
 * @param line 1 for the first line of {@code file}
 */
record Problem(Path file, int line, String message) {}
