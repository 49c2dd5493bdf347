package insideinformer.differential.generate;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.trace.TraceJson;
import insideinformer.conformance.trace.UnreadableTraceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class GeneratorsTest {

    private static Set<String> subjects() {
        return Generators.subjects();
    }

    private static List<String> recorded(String subject) throws IOException {
        Path file = Path.of("../conformance/recordings", subject + ".jsonl.gz");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        }
    }

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
    @MethodSource("subjects")
    void the_recordings_are_made_from_their_seeds(String subject) throws Exception {
        TraceGenerator generator = Generators.find(subject).orElseThrow();

        for (String line : recorded(subject)) {
            JsonNode expected = inputs(line);
            assertThat(TraceJson.parse(generator.generate(expected.path("seed").longValue()).toString()))
                    .as("%s: if a generator changes, its traces must be recorded again", expected.path("name"))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void every_operation_and_every_failure_that_the_recordings_can_have_occurs(String subject) throws IOException {
        String all = String.join("", recorded(subject));

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
}
