package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Unstructured;
import insideinformer.client.ListerWatcher;
import insideinformer.client.RestClient;
import insideinformer.controller.Config;
import insideinformer.controller.Controller;
import insideinformer.controller.Processing;
import insideinformer.controller.RefusedObjects;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.json.Json;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.Keys;
import insideinformer.store.Store;
import insideinformer.store.Stores;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of an object can be secret, so no log line and no exception message shows it, on no log level. */
class NoDataInMessagesTest {

    private static final String DATA = "c2VjcmV0LW9mLXRoZS1saWdodGhvdXNl";
    private static final String SECRET = """
            {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"n","name":"%s","resourceVersion":"7"},\
            "data":{"password":"%s"}}""";
    private static final String UNREADABLE = """
            {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"n","name":"unreadable","labels":"%1$s"},\
            "data":{"password":"%1$s"}}""";

    @Test
    void whatever_fails_on_the_way_of_a_secret_its_data_is_in_no_message(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        Process program = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace", "-cp", System.getProperty("java.class.path"),
                Program.class.getName())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(program.waitFor(50, TimeUnit.SECONDS)).as("it ends in time").isTrue();
        } finally {
            program.destroyForcibly();
        }

        assertThat(output).content()
                .contains("secrets n/unreadable could not be decoded", "event MODIFIED is skipped")
                .contains("the handler failed on", "the index failed", "the transform failed on")
                .contains("processing n/checked failed", "processing n/unchecked crashed")
                .contains("n/tombstone carries a tombstone", "n/changed was changed by somebody")
                .endsWith("all failed as they should\n")
                .doesNotContain(DATA);
    }

    /** Each part makes something fail on a Secret, and waits until it has failed. */
    static final class Program {

        private static final FakeClock CLOCK = new FakeClock();

        private Program() {}

        public static void main(String[] args) throws Exception {
            undecodable();
            failingHandler();
            failingIndexFunction();
            failingTransform();
            failingProcessing();
            tombstoneThatIsNoDeletion();
            changedObject();
            System.out.println("all failed as they should");
        }

        private static void undecodable() throws Exception {
            AtomicInteger watches = new AtomicInteger();
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/api/v1/secrets", exchange -> {
                boolean watch = exchange.getRequestURI().getQuery().contains("watch=true");
                watches.addAndGet(watch ? 1 : 0);
                String unreadable = UNREADABLE.formatted(DATA);
                String answer = watch
                        ? "{\"type\":\"MODIFIED\",\"object\":" + unreadable + "}\n"
                        : "{\"kind\":\"SecretList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},"
                                + "\"items\":[" + SECRET.formatted("readable", DATA) + "," + unreadable + "]}";
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
                exchange.close();
            });
            server.start();
            ApiResource<Unstructured> secrets =
                    ApiResource.unstructured(new GroupVersionResource("", "v1", "secrets"), "Secret", true);
            try (RestClient client =
                    new RestClient(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))) {
                SharedIndexInformer<Unstructured> informer = informer(client.resource(secrets));
                runUntil(informer, () -> watches.get() > 1); // the first one has been read by then
            } finally {
                server.stop(0);
            }
        }

        private static void failingHandler() throws Exception {
            CountDownLatch failed = new CountDownLatch(3);
            SharedIndexInformer<Unstructured> informer = informer(sourceWith("failing"));
            informer.addEventHandler(ResourceEventHandlerFuncs.onAdd(secret -> {
                failed.countDown();
                throw new IllegalStateException("the handler failed on " + secret.metadata().name());
            }));
            runUntil(informer, () -> failed.getCount() < 3);
        }

        private static void failingIndexFunction() throws Exception {
            CountDownLatch failed = new CountDownLatch(1);
            SharedIndexInformer<Unstructured> informer = informer(sourceWith("unindexed"));
            informer.addIndexers(Map.of("broken", secret -> {
                failed.countDown();
                throw new IllegalStateException("the index failed on " + secret.metadata().name());
            }));
            runUntil(informer, informer::hasSynced);
            try {
                informer.getIndexer().update(secret("written"));
            } catch (IllegalStateException e) {
                e.printStackTrace();
            }
        }

        private static void failingTransform() throws Exception {
            SharedIndexInformer<Unstructured> informer = informer(sourceWith("untransformed"));
            informer.setTransform(secret -> {
                throw new IllegalStateException("the transform failed on " + secret.metadata().name());
            });
            runUntil(informer, () -> informer.lastFailure().isPresent());
        }

        private static void failingProcessing() throws Exception {
            CountDownLatch failed = new CountDownLatch(2);
            PopProcessFunc<Unstructured> process = (deltas, isInInitialList) -> {
                failed.countDown();
                if (failed.getCount() == 1) {
                    throw new IOException("cannot process " + isInInitialList);
                }
                throw new IllegalStateException("cannot process " + isInInitialList);
            };
            Controller controller = Controller.of(Config.of(
                            new DeltaFIFO<>(DeltaFIFOOptions.<Unstructured>builder().build()),
                            sourceWith("checked", "unchecked"), process, Unstructured.class)
                    .withReflectorOptions(ReflectorOptions.defaults().withClock(CLOCK, new Random(1))));
            try (Cancellable context = Context.background().withCancel()) {
                Thread runner = Thread.ofVirtual().start(() -> controller.run(context));
                failed.await();
                context.cancel();
                runner.join();
            }
        }

        private static void tombstoneThatIsNoDeletion() throws Exception {
            Store<Unstructured> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
            Deltas<Unstructured> deltas = new Deltas<>(List.of(new Delta<>(DeltaType.ADDED,
                    new DeletedFinalStateUnknown<>("n/tombstone", Optional.of(secret("tombstone"))))));
            try {
                Processing.processDeltas(new ResourceEventHandlerFuncs<>(null, null, null), store,
                        new RefusedObjects<>("test", store), deltas, false);
            } catch (IllegalArgumentException e) {
                e.printStackTrace();
            }
        }

        private static void changedObject() {
            CacheMutationDetector<Note> detector =
                    new CacheMutationDetector<>("Note", Note::copy, CLOCK, CrashPolicy.LOG_AND_SKIP);
            Note note = new Note("v1", "Note", ObjectMeta.named("n", "changed"), new HashMap<>(Map.of("old", DATA)));
            detector.addObject(note);
            note.labels().put("new", DATA);
            note.labels().remove("old");
            detector.compareObjects();
            new CacheMutationDetector<Note>("Note", n -> {
                throw new IllegalStateException("cannot copy " + n.labels());
            }, CLOCK, CrashPolicy.LOG_AND_SKIP).addObject(note);
        }

        private static Unstructured secret(String name) {
            return Json.MAPPER.readValue(SECRET.formatted(name, DATA), Unstructured.class);
        }

        private static FakeControllerSource<Unstructured> sourceWith(String... names) {
            FakeControllerSource<Unstructured> source = new FakeControllerSource<>(Unstructured::withMetadata);
            List.of(names).forEach(name -> source.add(secret(name)));
            return source;
        }

        private static SharedIndexInformer<Unstructured> informer(ListerWatcher<Unstructured> source) {
            return SharedIndexInformer.of(source, Unstructured.class,
                    SharedIndexInformerOptions.<Unstructured>resyncing(Duration.ZERO).withClock(CLOCK));
        }

        private static void runUntil(SharedIndexInformer<?> informer, BooleanSupplier failed) throws Exception {
            try (RunningInformer running = RunningInformer.start(informer)) {
                while (!failed.getAsBoolean()) {
                    if (CLOCK.hasWaiters()) {
                        CLOCK.step(Duration.ofSeconds(1));
                    }
                    Thread.yield();
                }
            }
            informer.lastFailure().ifPresent(Exception::printStackTrace);
        }
    }
}
