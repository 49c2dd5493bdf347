/**
 * Recordings of client-go, how they are read, and how an answer is compared with the recorded one.
 *
 * <p>A <em>trace</em> is a sequence of operations, each with the answer that client-go gave: one trace is one line of
 * JSON. In reading order: {@link insideinformer.conformance.trace.Trace}, what a recording says;
 * {@link insideinformer.conformance.trace.TraceJson} and {@link insideinformer.conformance.trace.TraceFiles}, how it is
 * read; {@link insideinformer.conformance.trace.Difference}, where an answer is not the recorded one.
 *
 * <h2>Threads and locks</h2>
 *
 * <p>There are none. A trace is read by the thread that asks for it, and nothing changes afterwards.
 */
@NullMarked
package insideinformer.conformance.trace;

import org.jspecify.annotations.NullMarked;
