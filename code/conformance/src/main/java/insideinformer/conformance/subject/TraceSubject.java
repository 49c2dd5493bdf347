package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One part of client-go that was recorded, such as its stores, and how the operations of its traces are done on the
 * port. Each subject is one class. {@link Subjects} lists them.
 */
public interface TraceSubject {

    /** As written in traces, for example {@code delta-fifo}. */
    String name();

    /** The optional rows that this port has. A trace that needs another one is skipped. */
    Set<String> optionalRows();

    /** The optional rows that a trace with this config needs. */
    default List<String> neededRows(JsonNode config) {
        List<String> rows = new ArrayList<>();
        config.path("optional").forEach(row -> rows.add(row.asString()));
        return rows;
    }

    /**
     * Makes the object under test of one trace.
     *
     * @throws IllegalArgumentException if the config says something that this subject does not know
     */
    UnderTest make(JsonNode config) throws Exception;

    /** The word that traces use for a failure. Empty if the original cannot fail in that way. */
    Optional<String> word(Throwable failure);

    /** A failure in the form in which users see it. A missing node if they see only its text. */
    default JsonNode status(Throwable failure) {
        return Difference.nothing();
    }

    /** Whether an operation's result is compared as one value, so that an additional field is a difference. */
    default boolean isWhole(String op) {
        return false;
    }

    /** Whether the array under {@code field} of an operation's result has no order. */
    default boolean isBag(String op, String field) {
        return false;
    }

    /**
     * Brings a state into the form of the recorded state. The recording can say less than the port's state, for example
     * that the order of some events does not matter.
     */
    default JsonNode inFormOf(JsonNode expected, JsonNode actual) {
        return actual;
    }

    /** The object under test of one trace. One thread at a time calls it, except for {@link #close}. */
    interface UnderTest extends AutoCloseable {

        /**
         * Does one operation and returns what it gave, or null if it gives nothing. It returns only when everything
         * that the operation started waits again.
         *
         * @throws IllegalArgumentException if there is no such operation
         */
        @Nullable JsonNode perform(String op, JsonNode args) throws Exception;

        /** The object as it is now, and what it did since the last operation began. */
        JsonNode state();

        /** Ends everything that still waits. It is called once, after the trace or while a step hangs. */
        @Override
        default void close() {}
    }
}
