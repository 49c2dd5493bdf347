/**
 * What the tests and questions of an exercise are written with.
 *
 * <p>A test class is one {@link insideinformer.course.check.Stage}, a test method in it one
 * {@link insideinformer.course.check.Promise}, and what a promise claims goes through
 * {@link insideinformer.course.check.Promised}, so that the tool can show a learner the steps, what was promised and what
 * came. The questions of an <i>operate</i> exercise are a {@link insideinformer.course.check.Questionnaire}.
 *
 * <p>In reading order: {@code Stage}, {@code Promise}, {@code Promised}, {@code BrokenPromise}, {@code TimeLimit};
 * {@code Questionnaire}, {@code Paper}, {@code Question}, {@code Form}.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 * <tr><td>{@code exercise}</td><td>{@code TimeLimit}, one a test</td><td>with the test, or with its process when the code
 * of a learner never returns</td><td>whatever that code waits for</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.course.check;

import org.jspecify.annotations.NullMarked;
