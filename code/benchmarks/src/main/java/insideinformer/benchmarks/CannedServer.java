package insideinformer.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves pods that never change by themselves: every list answers with the same ones, and a watch sends updates when
 * told so. It makes its texts before the first request, so that it costs next to nothing while others are measured; it
 * holds them, and so needs a heap of about 2.5 KB a pod.
 *
 * <p>{@code GET /api/v1/pods} is the list, all of it on one page, as a server answers from its cache; with {@code
 * watch=true} it is the watch, which sends nothing until {@code POST /updates?count=N}: then N updates, a pod after the
 * other, as fast as the client takes them. A stream of initial events is refused, as by a server without them: clients
 * fall back to the list.
 */
final class CannedServer {

    private static final Pattern VERSION = Pattern.compile("resourceVersion=(\\d{1,18})");
    private static final long LIST_VERSION = 1_000_000;
    private static final int STEP = 7919; // between one pod updated and the next; a prime, so that all get their turn
    private static final byte[] EVENT_HEAD = ascii("{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",");
    private static final byte[] EVENT_TAIL = ascii("}\n");

    private final PodTexts.Text[] pods;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moreWanted = lock.newCondition();
    private long wanted; // guarded by lock; updates asked for since the start

    private CannedServer(int count) {
        pods = new PodTexts.Text[count];
        Arrays.parallelSetAll(pods, PodTexts::pod);
    }

    /** Takes the number of pods; prints its port once it answers. */
    public static void main(String[] args) throws IOException {
        CannedServer canned = new CannedServer(Integer.parseInt(args[0]));
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/api/v1/pods", canned::pods);
        http.createContext("/updates", canned::update);
        http.start();
        System.out.println(http.getAddress().getPort());
    }

    private void pods(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query = String.valueOf(exchange.getRequestURI().getRawQuery());
            if (query.contains("sendInitialEvents")) {
                answer(exchange, 422, """
                        {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Invalid","code":422,\
                        "message":"sendInitialEvents is forbidden for watch"}""");
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            if (query.contains("watch=true") || query.contains("watch=1")) {
                watch(exchange.getResponseBody(), startOf(query));
            } else {
                list(exchange.getResponseBody());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void list(OutputStream out) throws IOException {
        out.write(ascii("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + listVersion()
                + "\"},\"items\":["));
        byte[] buffer = new byte[8192];
        for (int i = 0; i < pods.length; i++) {
            pods[i].copyTo(buffer, 0, 1 + i);
            if (i > 0) {
                out.write(',');
            }
            out.write(buffer, 0, pods[i].json().length);
        }
        out.write(ascii("]}\n"));
        out.close();
    }

    /** So that a watch from this list on sends only updates that are asked for from now on. */
    private long listVersion() {
        lock.lock();
        try {
            return LIST_VERSION + wanted;
        } finally {
            lock.unlock();
        }
    }

    /** How many updates lie before the version that the watch is to go on from. */
    private static long startOf(String query) throws IOException {
        Matcher version = VERSION.matcher(query);
        if (!version.find()) {
            throw new IOException("a watch must say from which resourceVersion on, not ?" + query);
        }
        return Math.max(0, Long.parseLong(version.group(1)) - LIST_VERSION);
    }

    private void watch(OutputStream out, long start) throws IOException, InterruptedException {
        out.flush(); // the headers: some clients wait for them
        byte[] buffer = new byte[8192];
        System.arraycopy(EVENT_HEAD, 0, buffer, 0, EVENT_HEAD.length);
        for (long sent = start; ; sent++) {
            awaitWanted(sent);
            PodTexts.Text pod = pods[(int) (sent * STEP % pods.length)];
            int at = EVENT_HEAD.length - 1;
            pod.copyTo(buffer, at, LIST_VERSION + 1 + sent);
            buffer[at] = ','; // in place of the pod's own brace
            int end = at + pod.json().length;
            System.arraycopy(EVENT_TAIL, 0, buffer, end, EVENT_TAIL.length);
            out.write(buffer, 0, end + EVENT_TAIL.length);
            out.flush(); // a chunk an event, as an API server does
        }
    }

    private void awaitWanted(long sent) throws InterruptedException {
        lock.lock();
        try {
            while (wanted <= sent) {
                moreWanted.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void update(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query = String.valueOf(exchange.getRequestURI().getRawQuery());
            if (!query.matches("count=\\d{1,9}")) {
                answer(exchange, 400, "say how many: /updates?count=50000, not ?" + query);
                return;
            }
            lock.lock();
            try {
                wanted += Long.parseLong(query.substring("count=".length()));
                moreWanted.signalAll();
            } finally {
                lock.unlock();
            }
            answer(exchange, 200, "{}");
        }
    }

    private static void answer(HttpExchange exchange, int code, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
