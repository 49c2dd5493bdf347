package insideinformer.soak;

import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ObjLongConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends random requests to a server without faults, one after the other, and checks every answer with {@link
 * FuzzJudge}. It also checks the server: a refused request changes nothing, a stored object can be read, listed and
 * watched, a stored state never changes, revisions never go back, and nothing is left at the end.
 *
 * <p>A seed makes the same requests each time, unless the server's namespace controller does something else.
 */
final class Fuzzer {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int HURRY = 10_000;
    private static final int HISTORY = 500; // changes
    private static final int SWEEP_EVERY = 1000; // requests
    private static final int CLEAN_EVERY = 20; // sweeps
    private static final int MOST_FAILURES = 20;
    private static final int MOST_STATES = 5000;
    private static final long HEAP_THAT_MAY_BE_LEFT = 64L << 20; // bytes
    private static final Pattern REQUEST_THREADS = Pattern.compile("apiserver-request-");
    private static final Pattern VARYING =
            Pattern.compile("\"[^\"]*\"|'[^']*'|[0-9a-f]{8}-[0-9a-f-]+|\\d+|\\{.*|\\[.*");
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final long seed;
    private final Clock clock;
    private final Tally tally = new Tally();
    private final Map<String, String> failures = new LinkedHashMap<>(); // by what is wrong
    private final Map<String, String> states = new HashMap<>(); // as first seen, by kind, name and version
    private final ApiServer server;
    private List<FuzzRequests.Served> kinds = List.of();
    private long number;
    private @Nullable FuzzRequest current;

    Fuzzer(long seed, Clock clock) {
        this(seed, clock, Admission.NONE);
    }

    /** @param admission a test puts a faulty one here, to see that it is found */
    Fuzzer(long seed, Clock clock, Admission admission) {
        this.seed = seed;
        this.clock = clock;
        this.server = ApiServer.builder()
                .clock(new FastClock(clock, HURRY)).random(new Random(seed)).historyLimit(HISTORY).admission(admission)
                .build();
    }

    /** @param progress hears after every request how many kinds of failure there are, and the request's number */
    FuzzReport run(long requests, ObjLongConsumer<Integer> progress) throws Exception {
        long start = clock.nanoTime();
        server.start();
        try (Wire wire = new Wire(server.uri(), PATIENCE)) {
            server.serve(ResourceType.namespaced(
                    new GroupVersionResource("fuzz.example.com", "v1", "things"), "Thing").custom().build());
            server.serve(ResourceType.cluster(
                    new GroupVersionResource("fuzz.example.com", "v1", "places"), "Place").custom().build());
            kinds = discover(wire);
            FuzzRequests maker = new FuzzRequests(new Random(seed), server.store(), kinds);
            wire.exchange(post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"shop\"}}"));
            Runtime.getRuntime().gc();
            long heap = heap();
            for (number = 1; number <= requests && failures.size() < MOST_FAILURES; number++) {
                one(wire, maker);
                if (number % SWEEP_EVERY == 0) {
                    sweep(wire);
                }
                progress.accept(failures.size(), number);
            }
            current = null;
            sweep(wire);
            empty(wire, true);
            lookForLeaks(wire, heap);
        } finally {
            close();
        }
        return new FuzzReport(seed, number - 1, Duration.ofNanos(clock.nanoTime() - start), tally,
                List.copyOf(failures.values()));
    }

    private void one(Wire wire, FuzzRequests maker) {
        FuzzRequest request = maker.next();
        current = request;
        boolean quiet = !isEmptying();
        long before = server.store().revision();
        try {
            if (request.target().contains("watch") && !request.endsByItself()) {
                tally.add("code " + wire.abandon(request), 1); // it could go on for an hour
                return;
            }
            Wire.Answer answer = wire.exchange(request);
            count(answer);
            FuzzJudge.problem(request, answer).ifPresent(problem -> fail(problem, answer));
            checkRevision(request, answer, before, quiet);
            maker.rememberToken(answer.json().path("metadata").path("continue").asString(""));
            if (answer.code() < 300 && List.of("POST", "PUT", "PATCH").contains(request.method())) {
                readBack(wire, request, answer);
            }
        } catch (IOException | RuntimeException e) {
            if (request.wellFormed() || e instanceof java.net.SocketTimeoutException) {
                fail("no answer: " + e, null);
            }
        }
    }

    private void count(Wire.Answer answer) {
        JsonNode body = answer.json();
        tally.add("code " + answer.code(), 1);
        if (answer.code() >= 300) {
            tally.add("reason " + answer.code() + " " + body.path("reason").asString("none"), 1);
            String message = body.path("message").asString("none");
            tally.add("message " + answer.code() + " "
                    + VARYING.matcher(message.substring(0, Math.min(message.length(), 300))).replaceAll("_"), 1);
        }
    }

    private void checkRevision(FuzzRequest request, Wire.Answer answer, long before, boolean quiet) {
        long after = server.store().revision();
        if (after < before) {
            fail("the revision has moved back", answer);
        }
        // what a DELETE of a collection deleted before its failure stays deleted
        boolean inParts = request.method().equals("DELETE");
        boolean refused = answer.code() >= 300 && !inParts;
        if (after > before && (refused || request.method().equals("GET")) && quiet) {
            fail("a request that was refused or only read has changed something", answer);
        }
    }

    /** Whether a namespace is being emptied. Then the namespace controller writes, too. */
    private boolean isEmptying() {
        return server.store().list(new GroupResource("", "namespaces"), "").items().stream()
                .anyMatch(namespace -> namespace.path("metadata").has("deletionTimestamp"))
                || server.store().get(new GroupResource("", "namespaces"), "", "shop") == null;
    }

    private void readBack(Wire wire, FuzzRequest request, Wire.Answer answer) throws IOException {
        JsonNode metadata = answer.json().path("metadata");
        boolean stored = !request.isDryRun() && !metadata.path("resourceVersion").asString("").isEmpty()
                && !metadata.has("deletionTimestamp");
        String name = metadata.path("name").asString("");
        for (FuzzRequests.Served kind : kinds) {
            String path = kind.collection(metadata.path("namespace").asString(""));
            if (stored && kind.kind().equals(answer.json().path("kind").asString(""))
                    && kind.apiVersion().equals(answer.json().path("apiVersion").asString(""))) {
                Wire.Answer read = wire.exchange(FuzzRequest.plain("GET", path + "/" + encoded(name)));
                tally.add("read back", 1);
                if (read.code() != 200 && !isEmptying()) {
                    fail("what was stored cannot be read, the answer is " + read.code(), read);
                }
            }
        }
    }

    /** Checks that everything stored can be listed and watched in every form, and that no stored state has changed. */
    private void sweep(Wire wire) throws IOException {
        tally.add("sweep", 1);
        for (FuzzRequests.Served kind : kinds) {
            String path = kind.collection("");
            List<ObjectNode> stored = server.store().list(kind.resource(), "").items();
            Wire.Answer list = wire.exchange(FuzzRequest.plain("GET", path));
            if (list.code() != 200 || list.json().path("items").size() != stored.size() && !isEmptying()) {
                fail("a list has not what is stored of " + kind.resource(), list);
            }
            for (FuzzRequest table : List.of(FuzzRequest.table(path + "?includeObject=Object"),
                    FuzzRequest.table(path + "?includeObject=Object&watch=1&timeoutSeconds=1&allowWatchBookmarks=1"))) {
                Wire.Answer answer = wire.exchange(table);
                FuzzJudge.problem(table, answer).ifPresent(problem -> fail(kind.resource() + ": " + problem, answer));
                if (answer.code() != 200) {
                    fail("no table of " + kind.resource(), answer);
                }
            }
            for (ObjectNode object : stored) {
                JsonNode metadata = object.path("metadata");
                String state = kind.resource() + " " + metadata.path("namespace") + metadata.path("name")
                        + metadata.path("uid") + metadata.path("resourceVersion");
                String before = states.put(state, object.toString());
                if (before != null && !before.equals(object.toString())) {
                    fail("a stored state was changed: " + state + " was " + before + " and is " + object, null);
                }
            }
        }
        if (states.size() > MOST_STATES) {
            states.clear();
        }
        if (tally.of("sweep") % CLEAN_EVERY == 0) {
            empty(wire, false);
        }
    }

    /** Takes finalizers away and deletes everything, so that the store stays small. */
    private void empty(Wire wire, boolean forGood) throws IOException {
        for (FuzzRequests.Served kind : kinds) {
            for (ObjectNode object : server.store().list(kind.resource(), "").items()) {
                String name = object.path("metadata").path("name").asString("");
                String path = kind.collection(object.path("metadata").path("namespace").asString("")) + "/"
                        + encoded(name);
                wire.exchange(patch(path, "{\"metadata\":{\"finalizers\":null}}"));
                if (!kind.kind().equals("Namespace")) {
                    wire.exchange(FuzzRequest.plain("DELETE", path + "?gracePeriodSeconds=0"));
                }
            }
        }
        states.clear();
        if (!forGood) {
            wire.exchange(post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"shop\"}}"));
        }
    }

    private void lookForLeaks(Wire wire, long heapBefore) throws Exception {
        wire.close();
        Patience patience = new Patience(clock, PATIENCE, LOOK_EVERY);
        if (!patience.await(() -> server.openWatches() == 0)) {
            fail(server.openWatches() + " watches are left open", null);
        }
        if (!patience.await(() -> server.faults().connections() == 0)) {
            fail(server.faults().connections() + " connections are left open", null);
        }
        if (!patience.await(() -> ThreadDump.matching(REQUEST_THREADS).isEmpty())) {
            fail("threads are left: " + ThreadDump.matching(REQUEST_THREADS), null);
        }
        server.faults().forgetRequests();
        server.store().compact(server.store().revision());
        Runtime.getRuntime().gc();
        long more = heap() - heapBefore;
        if (more > HEAP_THAT_MAY_BE_LEFT) {
            fail((more >> 20) + " MiB more are in use than at the start", null);
        }
    }

    private void close() throws InterruptedException {
        Thread closer = Thread.ofVirtual().name("fuzz closer").start(server::close);
        if (!closer.join(PATIENCE)) {
            fail("the server does not close", null);
        }
    }

    private void fail(String problem, Wire.@Nullable Answer answer) {
        String kind = VARYING.matcher(problem.substring(0, Math.min(200, problem.length()))).replaceAll("_");
        String told = answer == null ? "" : "\n--- answer\n" + answer.code() + " " + shortened(answer.text());
        failures.putIfAbsent(kind, "seed " + seed + ", request " + number + ": " + shortened(problem)
                + (current == null ? "" : "\n--- request\n" + current) + told);
    }

    private List<FuzzRequests.Served> discover(Wire wire) throws IOException {
        List<String> roots = new ArrayList<>(List.of("/api/v1"));
        for (JsonNode group : wire.exchange(FuzzRequest.plain("GET", "/apis")).json().path("groups")) {
            roots.add("/apis/" + group.path("preferredVersion").path("groupVersion").asString());
        }
        List<FuzzRequests.Served> found = new ArrayList<>();
        for (String root : roots) {
            JsonNode list = wire.exchange(FuzzRequest.plain("GET", root)).json();
            String version = list.path("groupVersion").asString();
            String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
            for (JsonNode one : list.path("resources")) {
                String name = one.path("name").asString();
                boolean listed = one.path("verbs").valueStream().anyMatch(verb -> verb.asString("").equals("list"));
                if (!name.contains("/") && listed) {
                    List<String> subresources = list.path("resources").valueStream()
                            .map(other -> other.path("name").asString())
                            .filter(other -> other.startsWith(name + "/"))
                            .map(other -> other.substring(name.length() + 1))
                            .toList();
                    found.add(new FuzzRequests.Served(root, version, new GroupResource(group, name),
                            one.path("kind").asString(), one.path("namespaced").asBoolean(), subresources));
                }
            }
        }
        return found;
    }

    private static FuzzRequest post(String path, String body) {
        return sent("POST", path, "application/json", body);
    }

    private static FuzzRequest patch(String path, String body) {
        return sent("PATCH", path, "application/merge-patch+json", body);
    }

    private static FuzzRequest sent(String method, String path, String type, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return FuzzRequest.of(method, path, "HTTP/1.1",
                "Content-Type: " + type + "\r\nContent-Length: " + bytes.length + "\r\n", bytes);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static long heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static String shortened(String text) {
        return text.length() > 2000 ? text.substring(0, 2000) + " ..." : text;
    }

}
