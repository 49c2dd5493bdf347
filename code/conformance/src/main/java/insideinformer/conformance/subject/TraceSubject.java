package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a kind of trace is about, and how its operations are done on the port. One class a subject; {@link Subjects}
 * lists them.
 */
public interface TraceSubject {

    /** As written in traces, for example {@code delta-fifo}. */
    String name();

    /** The optional rows that a trace may need and that this port has. */
    Set<String> optionalRows();

    /** The optional rows that a trace with this config needs. */
    default List<String> neededRows(JsonNode config) {
        List<String> rows = new ArrayList<>();
        config.path("optional").forEach(row -> rows.add(row.asString()));
        return rows;
    }

    /**
     * Makes what the trace is about.
     *
     * @throws IllegalArgumentException if the config says something that this subject does not know
     */
    UnderTest make(JsonNode config) throws Exception;

    /** The word that traces use for a failure; empty if it is none that the original could give. */
    Optional<String> word(Throwable failure);

    /** The shape in which users see a failure; a missing node if it is a text alone. */
    default JsonNode status(Throwable failure) {
        return Difference.nothing();
    }

    /** Whether an operation's result is one value, in which a field too many is wrong as well. */
    default boolean isWhole(String op) {
        return false;
    }

    /** Whether the array under {@code field} of an operation's result comes in no order. */
    default boolean isBag(String op, String field) {
        return false;
    }

    /**
     * Brings a state into the form of the recorded one, where that says less than is known: for example that some
     * things came in no order.
     */
    default JsonNode inFormOf(JsonNode expected, JsonNode actual) {
        return actual;
    }

    /** The object of one trace. It is called by one thread at a time, except for {@link #close}. */
    interface UnderTest extends AutoCloseable {

        /**
         * Does one operation and returns what it gave, or null if it gives nothing; returns when whatever it has set
         * off has come to rest.
         *
         * @throws IllegalArgumentException if there is no such operation
         */
        @Nullable JsonNode perform(String op, JsonNode args) throws Exception;

        /** What can be seen of the object now; of what it did, only since the last operation began. */
        JsonNode state();

        /** Ends whatever may still be waiting. Called once, after the trace or in the middle of a step that hangs. */
        @Override
        default void close() {}
    }
}
