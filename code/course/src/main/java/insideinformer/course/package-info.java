/**
 * The course tool: hands out exercises, checks what learners write, and tells them what their mistake was.
 *
 * <p>An exercise is kept as its solution. {@code Template} makes the starter from it, and each plausible wrong solution
 * ({@code Mistake}) is the solution with other lines in some regions. {@code Checker} compiles the learner's files with the
 * exercise's tests, {@code Fork} has {@code Runner} run them in another process, and what comes back is a
 * {@code Verdict}. A mistake is recognised by running the wrong solutions that break the same promise: the one that fails
 * as the learner's code does has the explanation.
 *
 * <p>In reading order: {@code Course} (the commands), {@code Exercises}, {@code Exercise} (the format of the folder),
 * {@code Adoc}, {@code Template}, {@code Mistake}, {@code Workspace}, {@code Checker}, {@code Compiler}, {@code FailureFinder},
 * {@code SourceFile}, {@code Job}, {@code Fork}, {@code Runner}, {@code PromiseOrder}, {@code Event}, {@code Claim}, {@code Result},
 * {@code Verdict}, {@code Report}, {@code Reference}, {@code Screen}, {@code Progress}, {@code Watching}, {@code Diff},
 * {@code Doctor}.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 * <tr><td>main, of the tool</td><td>the learner</td><td>with the command</td><td>the threads of {@code Fork}; in
 * {@code watch} the next save</td></tr>
 * <tr><td>up to four of a pool</td><td>{@code Fork}, one for each process that it runs at a time</td><td>when the jobs of
 * the process are done</td><td>the process, at most its time limit</td></tr>
 * <tr><td>main, of the other process</td><td>{@code Fork}</td><td>when all its jobs are done, or after one that leaves a
 * computing thread behind; killed after the time limit</td><td>one test at a time, at most the limit of a test</td></tr>
 * </table>
 *
 * <p>There are no locks: processes share only files, and each file has one writer.
 */
@NullMarked
package insideinformer.course;

import org.jspecify.annotations.NullMarked;
