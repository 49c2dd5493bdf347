package insideinformer.conformance;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a kind of trace is about, and how its operations are done on the port. One class a subject; {@link Subjects}
 * lists them.
 */
public interface Subject {

    /** As written in traces, for example {@code delta-fifo}. */
    String name();

    /** The optional rows that a trace may need and that this port has. */
    Set<String> optionalRows();

    /**
     * Makes what the trace is about.
     *
     * @throws IllegalArgumentException if the config says something that this subject does not know
     */
    UnderTest make(JsonNode config) throws Exception;

    /** The word that traces use for a failure; empty if it is none that the original could give. */
    Optional<String> word(Throwable failure);

    /** Whether the array under {@code field} of an operation's result comes in no order. */
    default boolean isBag(String op, String field) {
        return false;
    }

    /** The object of one trace. It is called by one thread at a time, except for {@link #close}. */
    interface UnderTest extends AutoCloseable {

        /**
         * Does one operation and returns what it gave, or null if it gives nothing.
         *
         * @throws IllegalArgumentException if there is no such operation
         */
        @Nullable JsonNode perform(String op, JsonNode args) throws Exception;

        /** What can be seen of the object now. */
        JsonNode state();

        /** Ends whatever may still be waiting. Called once, after the trace or in the middle of a step that hangs. */
        @Override
        default void close() {}
    }
}
