package insideinformer.benchmarks;

import insideinformer.wait.Group;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * No informer: asks for the same bytes with the same HTTP client and goes over their tokens with Jackson's streaming
 * parser, making nothing of them. It keeps nothing, so its heap says nothing; its times are what no informer that
 * reads JSON with Jackson can beat.
 */
final class JacksonScan implements Subject {

    private static final int LIST_DEPTH = 2; // the list, its items

    private final OkHttpClient http = new OkHttpClient();
    private final Group threads = new Group();
    private final AtomicInteger listed = new AtomicInteger();

    @Override
    public void start(URI server, Counts counts) {
        threads.start("scan", () -> {
            try {
                scan(server.resolve("/api/v1/pods"), LIST_DEPTH, () -> {
                    listed.incrementAndGet();
                    counts.added();
                });
                scan(server.resolve("/api/v1/pods?watch=true&resourceVersion=1000000"), 0, counts::updated);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** @param depth of the objects to count */
    private void scan(URI address, int depth, Runnable counter) throws IOException {
        OkHttpClient patient = http.newBuilder().readTimeout(Duration.ZERO).build();
        try (Response response = patient.newCall(new Request.Builder().url(address.toString()).build()).execute();
                InputStream body = response.body().byteStream();
                JsonParser parser = new JsonFactory().createParser(
                        ObjectReadContext.empty(), body)) {
            int open = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart()) {
                    open++;
                } else if (token.isStructEnd() && --open == depth && token == JsonToken.END_OBJECT) {
                    counter.run();
                }
            }
        }
    }

    @Override
    public int stored() {
        return listed.get();
    }

    @Override
    public void close() {
        http.dispatcher().cancelAll();
    }
}
