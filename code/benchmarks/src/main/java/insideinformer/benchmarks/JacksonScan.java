package insideinformer.benchmarks;

import insideinformer.wait.Group;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
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

    private final OkHttpClient http = new OkHttpClient.Builder().readTimeout(Duration.ZERO).build();
    private final Group threads = new Group();
    private final AtomicInteger listed = new AtomicInteger();
    private volatile @Nullable Call watch;

    @Override
    public void start(URI server, Counts counts) {
        threads.start("scan", () -> {
            scan(call(server, "/api/v1/pods"), LIST_DEPTH, () -> {
                listed.incrementAndGet();
                counts.added();
            });
            Call call = call(server, "/api/v1/pods?watch=true&resourceVersion=1000000");
            watch = call;
            scan(call, 0, counts::updated);
        });
    }

    private Call call(URI server, String path) {
        return http.newCall(new Request.Builder().url(server.resolve(path).toString()).build());
    }

    /**
     * Until all is read or the call is cancelled.
     *
     * @param depth of the objects to count
     */
    private void scan(Call call, int depth, Runnable counter) {
        try (Response response = call.execute();
                InputStream body = response.body().byteStream();
                JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), body)) {
            int open = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart()) {
                    open++;
                } else if (token.isStructEnd() && --open == depth && token == JsonToken.END_OBJECT) {
                    counter.run();
                }
            }
        } catch (IOException | JacksonException e) {
            if (!call.isCanceled()) {
                throw new IllegalStateException(call.request().url() + " could not be read", e);
            }
        }
    }

    @Override
    public int stored() {
        return listed.get();
    }

    @Override
    public void close() {
        Call call = watch;
        if (call != null) {
            call.cancel();
        }
        threads.awaitAll();
    }
}
