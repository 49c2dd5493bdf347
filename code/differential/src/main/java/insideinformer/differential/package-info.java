/**
 * Compares the port with client-go without recordings: makes traces from seeds, asks client-go, and compares at once.
 *
 * <p>In reading order: {@link insideinformer.differential.Main}, the entry of {@code make differential};
 * {@code CompareCommand} and {@code GenerateCommand} with their {@code SeedOptions}; {@code Recorder}, the Go program
 * that asks client-go.
 *
 * <h2>Threads and locks</h2>
 *
 * <p>{@code Recorder} starts one platform thread, {@code traces to the recorder}. It waits for the recorder's standard
 * input, and it ends when all traces are written or the recorder stops reading. There are no locks.
 */
@NullMarked
package insideinformer.differential;

import org.jspecify.annotations.NullMarked;
