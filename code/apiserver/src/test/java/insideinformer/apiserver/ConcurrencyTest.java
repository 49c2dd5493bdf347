package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.apiserver.store.Trees;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Many clients at once, over HTTP. */
class ConcurrencyTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec({"AP-42", "AP-118"})
    void of_many_writers_with_one_version_exactly_one_wins() throws Exception {
        ObjectNode seen = server.client().post(MAPS, TestObjects.map("a")).object();
        List<Callable<Integer>> writers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ObjectNode mine = seen.deepCopy();
            Trees.object(mine, "data").put("writer", Integer.toString(i));
            writers.add(() -> server.client().put(MAPS + "/a", mine.toString()).code());
        }

        List<Integer> codes = all(writers);

        assertThat(codes).hasSize(50).containsOnly(200, 409);
        assertThat(codes).filteredOn(code -> code == 200).hasSize(1);
    }

    @Test
    @Spec({"AP-26", "AP-118"})
    void of_many_creators_of_one_name_exactly_one_wins() throws Exception {
        List<Callable<Integer>> creators = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            creators.add(() -> server.client().post(MAPS, TestObjects.map("a")).code());
        }

        assertThat(all(creators)).filteredOn(code -> code == 201).hasSize(1);
    }

    @Test
    @Spec({"AP-81", "AP-118", "AP-119"})
    void a_list_and_its_watch_give_the_present_while_eight_write() throws Exception {
        int writers = 8;
        int writes = 125;
        AtomicInteger left = new AtomicInteger(writers);
        CountDownLatch begun = new CountDownLatch(writers);
        List<Callable<Integer>> work = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            Random random = new Random(w);
            work.add(() -> {
                for (int i = 0; i < writes; i++) {
                    writeSomething("m" + random.nextInt(10), random);
                    begun.countDown();
                }
                if (left.decrementAndGet() == 0) {
                    server.client().post(MAPS, TestObjects.map("the-end"));
                }
                return writes;
            });
        }
        for (int r = 0; r < 4; r++) {
            work.add(() -> {
                begun.await();
                return replayUntilTheEnd();
            });
        }

        all(work);

        assertThat(left).hasValue(0);
    }

    /** Lists, watches from there, and compares what it then knows with the server's own state. */
    private int replayUntilTheEnd() throws Exception {
        TestClient.Answer list = server.client().get(MAPS);
        Map<String, JsonNode> known = new TreeMap<>();
        for (JsonNode item : list.body().path("items")) {
            known.put(item.at("/metadata/name").asString(), item.path("data"));
        }
        long last = Long.parseLong(list.version());
        try (TestClient.Stream watch = server.client().watch(MAPS + "?watch=1&resourceVersion=" + last)) {
            while (!known.containsKey("the-end")) {
                JsonNode frame = watch.next();
                JsonNode object = frame.path("object");
                String name = object.at("/metadata/name").asString();
                long version = object.at("/metadata/resourceVersion").asLong();
                assertThat(version).isGreaterThan(last);
                last = version;
                switch (frame.path("type").asString()) {
                    case "ADDED" -> assertThat(known.put(name, object.path("data"))).isNull();
                    case "MODIFIED" -> assertThat(known.put(name, object.path("data"))).isNotNull();
                    default -> assertThat(known.remove(name)).isNotNull();
                }
            }
        }
        Map<String, JsonNode> present = new TreeMap<>();
        server.client().get(MAPS).body().path("items")
                .forEach(item -> present.put(item.at("/metadata/name").asString(), item.path("data")));
        assertThat(known).isEqualTo(present);
        return known.size();
    }

    private void writeSomething(String name, Random random) throws Exception {
        switch (random.nextInt(3)) {
            case 0 -> server.client().post(MAPS, TestObjects.map(name));
            case 1 -> server.client()
                    .patch(MAPS + "/" + name, "merge", "{\"data\":{\"n\":\"" + random.nextInt() + "\"}}");
            default -> server.client().delete(MAPS + "/" + name);
        }
    }

    @Test
    @Spec("AP-122")
    void requests_that_wait_hinder_no_write_and_end_with_their_client() throws Exception {
        try (ApiServer waits = ApiServer.builder().clock(new FakeClock()).build().start(); // time stands still
                TestClient writer = new TestClient(waits);
                TestClient patient = new TestClient(waits);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long next = waits.store().revision() + 1;
            List<Future<TestClient.Answer>> waiting = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                waiting.add(threads.submit(() -> patient.get(MAPS + "/a?resourceVersion=" + next)));
            }
            waits.faults().awaitRequests(r -> r.is("get", "configmaps"), 50);

            assertThat(writer.post(MAPS, TestObjects.map("a")).code()).isEqualTo(201);

            for (Future<TestClient.Answer> answer : waiting) {
                assertThat(answer.get().code()).isEqualTo(200);
            }
        }
    }

    @Test
    @Spec("AP-122")
    void a_request_that_waits_ends_with_its_client() throws Exception {
        FakeClock still = new FakeClock();
        try (ApiServer waits = ApiServer.builder().clock(still).build().start()) {
            long before = waits.store().revision();
            try (Socket socket = new Socket("127.0.0.1", waits.uri().getPort())) {
                socket.getOutputStream().write(("GET " + MAPS + "?resourceVersion=" + (before + 1)
                        + "&resourceVersionMatch=NotOlderThan HTTP/1.1\r\nHost: x\r\n\r\n").getBytes());
                still.awaitWaiters(1);
            }

            while (still.hasWaiters()) {
                Thread.onSpinWait(); // time stands still: only the client's end can take the timer away
            }
        }
    }

    @Test
    @Spec("AP-122")
    void a_request_whose_connection_was_closed_before_it_waits_does_not_wait() throws Exception {
        ClosingClock still = new ClosingClock();
        try (ApiServer waits = ApiServer.builder().clock(still).build().start();
                Socket socket = new Socket("127.0.0.1", waits.uri().getPort())) {
            still.toClose = waits;
            socket.getOutputStream().write(("GET " + MAPS + "?watch=1&sendInitialEvents=true&resourceVersion=9999999"
                    + "&resourceVersionMatch=NotOlderThan HTTP/1.1\r\nHost: x\r\n\r\n").getBytes());
            still.closed.await();

            waits.awaitOpenWatches(0); // time stands still: only the end of its connection can end the waiting
        }
    }

    /** Stands still, and closes all connections of a server while that makes its first timer. */
    private static final class ClosingClock extends FakeClock {

        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile ApiServer toClose;

        @Override
        public Timer newTimer(Duration delay, Runnable action) {
            if (toClose != null && closed.getCount() > 0) {
                try {
                    toClose.faults().refuseConnections();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                closed.countDown();
            }
            return super.newTimer(delay, action);
        }
    }

    private static <T> List<T> all(List<Callable<T>> work) throws Exception {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> result : threads.invokeAll(work)) {
                results.add(result.get());
            }
        }
        return results;
    }
}
