package insideinformer.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class GeneratorsTest {

    /** A trace without what client-go said about it. */
    private static JsonNode inputs(String line) throws UnreadableTraceException {
        ObjectNode trace = (ObjectNode) TraceJson.parse(line);
        trace.remove("source");
        for (JsonNode step : trace.path("steps")) {
            ((ObjectNode) step).remove(List.of("result", "error", "message", "status", "state"));
        }
        return trace;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "keys", "store", "delta-fifo", "ring", "reflector", "shared-informer", "work-queue", "rate-limiter", "backoff",
        "label-selector", "field-selector", "quantity", "resource-list", "quota-usage", "quota-scopes",
        "quota-admission", "quota-sync"
    })
    void the_recordings_are_made_from_their_seeds(String subject) throws UnreadableTraceException {
        TraceGenerator generator = SeedOptions.GENERATORS.get(subject);

        for (String line : Recordings.lines(subject)) {
            JsonNode recorded = inputs(line);
            assertThat(TraceJson.parse(generator.generate(recorded.path("seed").longValue()).toString()))
                    .as("%s: a generator that changed wants new recordings", recorded.path("name"))
                    .isEqualTo(recorded);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "keys", "store", "delta-fifo", "ring", "reflector", "shared-informer", "work-queue", "rate-limiter", "backoff",
        "label-selector", "field-selector", "quantity", "resource-list", "quota-usage", "quota-scopes",
        "quota-admission", "quota-sync"
    })
    void every_operation_and_every_failure_that_the_recordings_can_have_occurs(String subject) {
        String all = String.join("", Recordings.lines(subject));

        List<String> wanted = switch (subject) {
            case "keys" -> List.of(
                    "key-format", "no-meta", "too-many-keys", "no-keys", "index-function", "deletedObject");
            case "store" -> List.of(
                    "key-error", "transform", "no-such-index", "index-function", "indexer-conflict", "not-found",
                    "transaction", "bookmark", "selectNothing");
            case "quantity" -> List.of(
                    "FormatWrong", "Suffix", "Numeric", "canonical", "roundUp", "fits", "double", "null");
            case "resource-list" -> List.of(
                    "equals", "lessThanOrEqual", "max", "add", "subtract", "subtractWithNonNegativeResult", "mask",
                    "removeZeros", "resourceNames", "isNegative", "isZero", "contains", "containsPrefix",
                    "intersection", "difference", "toSet");
            case "quota-admission" -> List.of(
                    "checkRequest", "evaluate", "batch", "setUsed", "quotas", "forbidden", "uncovered-scopes",
                    "lookup-failed", "conflict", "bad-selector", "ok", "limited", "dryRun", "failLookups", "events");
            case "quota-sync" -> List.of(
                    "sync", "deliver", "setObject", "setQuota", "failLists", "event", "replenish", "deleteObject",
                    "deleteQuota", "enqueueAll", "quotableResources", "list-failed", "update-failed", "bad-key",
                    "discovery-failed", "parse-failed", "partial", "tombstone", "notFound");
            case "quota-scopes" -> List.of(
                    "matchingScopes", "uncoveredScopes", "matches", "calculateUsage", "bad-selector", "wrong-type",
                    "no-quota", "list-failed", "CrossNamespacePodAffinity", "NotIn", "DoesNotExist");
            case "quota-usage" -> List.of(
                    "usage", "usageStats", "matchingResources", "constraints", "handles", "updateFilter", "setClock",
                    "quotaPod", "isTerminating", "serviceType", "countName", "installed", "wrong-type", "list-failed",
                    "must specify ", "QE-47", "Infeasible", "overhead", "initContainerStatuses");
            case "ring" -> List.of("writeOne", "writeRange", "readOne", "readMany");
            case "reflector" -> List.of(
                    "runStopped", "closeWatch", "release", "blocked", "continue", "anyOrder", "failed", "shouldResync",
                    "resync", "bookmark", "updateResourceVersion", "X", "Secret:c@", "Table", "table", "store", "eof",
                    "unexpectedEof", "other", "connectionRefused", "code 500", "wrapped");
            case "work-queue" -> List.of(
                    "plain", "delaying", "rateLimiting", "lifo", "metrics", "unfinishedNanos", "retries", "touched",
                    "addAfter", "addRateLimited", "numRequeues", "forget", "shutDownWithDrain", "shutdown");
            case "backoff" -> List.of(
                    "step", "delayFunc", "delayWithReset", "manager", "exponential", "condition", "timeout", "done",
                    "flowControl", "next", "gc", "isInBackOffSince", "isInBackOffSinceUpdate", "deleteEntry", "reset");
            case "label-selector" -> List.of(
                    "in", "notin", "=", "==", "!=", "exists", "!", "gt", "lt", "invalid", "requiresExactMatch",
                    "fromLabelSelector", "formatLabelSelector", "fromSet", "fromValidatedSet", "nothing", "add",
                    "formatLabels", "<error>", "<none>");
            case "field-selector" -> List.of("=", "!=", "invalid", "requiresExactMatch", "parseAndTransform",
                    "transform", "termEqual", "termNotEqual", "andTermEqual", "nothing", "escape", "unescape");
            case "rate-limiter" -> List.of(
                    "itemExponentialFailure", "itemFastSlow", "bucket", "maxOf", "withMaxWait", "defaultController",
                    "defaultItemBased", "forget", "numRequeues", "times", "step");
            case "shared-informer" -> List.of(
                    "setTransform", "addIndexer", "removeHandler", "block", "release", "closeWatch", "relist",
                    "internalError", "failures", "runAgain", "started", "stopped", "conflict", "resync", "update ",
                    "BOOKMARK");
            default -> List.of(
                    "key-error", "transform", "closed", "zero-length-deltas", "oldestNewest", "panic", "failing",
                    "missing", "knownDelete", "rename");
        };
        assertThat(wanted).allSatisfy(word -> assertThat(all).contains("\"" + word));
    }

    @Test
    void generate_writes_one_trace_a_seed() {
        StringWriter out = new StringWriter();

        int code = Main.run(
                new PrintWriter(out), new PrintWriter(out), "generate", "--subject", "keys", "--seeds", "7..9");

        assertThat(code).isZero();
        assertThat(out.toString().lines())
                .extracting(line -> TraceJson.parse(line).path("name").stringValue())
                .containsExactly("keys/0007", "keys/0008", "keys/0009");
    }

    @ParameterizedTest
    @ValueSource(strings = {"differential", "generate"})
    void wrong_options_are_said_with_the_right_ones(String command) {
        StringWriter err = new StringWriter();

        assertThat(Main.run(new PrintWriter(err), new PrintWriter(err), command, "--subject", "tea")).isEqualTo(2);
        assertThat(Main.run(new PrintWriter(err), new PrintWriter(err), command, "--seeds", "1-9")).isEqualTo(2);

        assertThat(err.toString().lines()).containsExactly(
                "There is no generator for tea; choose one of "
                        + "[backoff, delta-fifo, field-selector, keys, label-selector, quantity, quota-admission, "
                        + "quota-scopes, quota-sync, quota-usage, rate-limiter, reflector, resource-list, ring, "
                        + "shared-informer, store, work-queue].",
                "'1-9' is no range of seeds; write 42 or 1..1000.");
    }
}
