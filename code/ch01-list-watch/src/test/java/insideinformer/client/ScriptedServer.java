package insideinformer.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;

/**
 * An HTTP/1.1 server that answers as a test says, down to the byte: also in the ways in which no server library would.
 * One virtual thread a connection; all have ended when {@link #close} returns.
 */
final class ScriptedServer implements AutoCloseable {

    /** A request as it came. */
    record Received(String method, String target, Map<String, String> headers, String body) {}

    /** Answers one request; the connection is closed if it throws. */
    @FunctionalInterface
    interface Script {
        void answer(Exchange exchange) throws IOException, InterruptedException;
    }

    /** One request and the means to answer it. */
    static final class Exchange {

        final Received request;
        private final Socket socket;
        private final OutputStream out;

        private Exchange(Received request, Socket socket) throws IOException {
            this.request = request;
            this.socket = socket;
            this.out = socket.getOutputStream();
        }

        void json(int code, String body, String... headers) throws IOException {
            answer(code, "application/json", body, headers);
        }

        void answer(int code, String type, String body, String... headers) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            head(code, "Content-Type: " + type, "Content-Length: " + bytes.length, headers);
            out.write(bytes);
            out.flush();
        }

        /** Begins a stream: everything written from now on is one chunk a call. */
        void stream() throws IOException {
            head(200, "Content-Type: application/json", "Transfer-Encoding: chunked");
            out.flush();
        }

        void chunk(byte[] bytes) throws IOException {
            out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }

        void chunk(String text) throws IOException {
            chunk(text.getBytes(StandardCharsets.UTF_8));
        }

        void endStream() throws IOException {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }

        /** Breaks the connection off. */
        void cut() throws IOException {
            socket.close();
        }

        /** Whom the client's certificate names. */
        String clientName() throws IOException {
            return ((SSLSocket) socket).getSession().getPeerPrincipal().getName();
        }

        /** Says nothing more until the client has gone. */
        void awaitClientGone() throws IOException {
            socket.getInputStream().read();
        }

        /** Answers a CONNECT, whomever it asks for, with a tunnel to a port of this machine. */
        void tunnel(int port) throws IOException, InterruptedException {
            try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
                out.write("HTTP/1.1 200 Scripted\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                out.flush();
                Thread back = Thread.ofVirtual().name("scripted-tunnel").start(() -> pass(target, socket));
                pass(socket, target);
                back.join();
            }
        }

        private static void pass(Socket from, Socket to) {
            try (from; to) {
                InputStream in = from.getInputStream();
                byte[] piece = new byte[8192];
                for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                    to.getOutputStream().write(piece, 0, n);
                    to.getOutputStream().flush();
                }
            } catch (IOException e) {
                return; // one end has gone, and so must the other
            }
        }

        private void head(int code, String type, String length, String... headers) throws IOException {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + code + " Scripted\r\n" + type + "\r\n" + length
                    + "\r\n");
            for (String header : headers) {
                head.append(header).append("\r\n");
            }
            out.write(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private final ServerSocket listener;
    private final String scheme;
    private final Script script;
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private final Map<Socket, Thread> connections = new ConcurrentHashMap<>();
    private final Thread acceptor;

    ScriptedServer(Script script) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http", script);
    }

    ScriptedServer(ServerSocket listener, String scheme, Script script) {
        this.listener = listener;
        this.scheme = scheme;
        this.script = script;
        this.acceptor = Thread.ofVirtual().name("scripted-server").start(this::accept);
    }

    URI uri() {
        return URI.create(scheme + "://localhost:" + listener.getLocalPort());
    }

    /** Everything received so far. */
    List<Received> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                Thread thread = Thread.ofVirtual().name("scripted-connection").unstarted(() -> serve(socket));
                connections.put(socket, thread);
                thread.start();
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Received request = read(in); request != null; request = read(in)) {
                requests.add(request);
                script.answer(new Exchange(request, socket));
            }
        } catch (IOException | InterruptedException e) {
            return; // the client or the script ended the connection
        }
    }

    private static Received read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(header.substring(0, colon), header.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
        String[] words = first.split(" ");
        return new Received(words[0], words[1], headers, new String(body, StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        List<Thread> threads = new ArrayList<>(List.of(acceptor));
        for (Map.Entry<Socket, Thread> connection : connections.entrySet()) {
            connection.getKey().close();
            connection.getValue().interrupt();
            threads.add(connection.getValue());
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IOException("interrupted while closing", e);
            }
        }
    }
}
