package insideinformer.kubeconfig;

import insideinformer.kubeconfig.ExecCredentials.Credential;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * How requests reach the server of a {@link RestConfig}: the HTTP client that sends them, which trusts what the
 * configuration says and asks its proxy, and the token that goes along. Both are chosen again for every request,
 * because a token file or a command can give new credentials at any time.
 *
 * <p>A client certificate belongs to a connection. So a new certificate from the command means a new HTTP client over
 * the same pool of connections, and requests that are under way keep their connection and its certificate. For any
 * number of threads.
 *
 * <p>Upstream: {@code client-go rest, TransportFor}.
 */
public final class Transport {

    /** What one request is sent with. Immutable; its text form shows no secrets. */
    public static final class Shown {

        private final OkHttpClient http;
        private final OkHttpClient streams;
        private final @Nullable String token;
        private final @Nullable Credential credential;

        private Shown(
                OkHttpClient http, OkHttpClient streams, @Nullable String token, @Nullable Credential credential) {
            this.http = http;
            this.streams = streams;
            this.token = token;
            this.credential = credential;
        }

        public OkHttpClient http() {
            return http;
        }

        /** Has the same connections as {@link #http}, but no read timeout. */
        public OkHttpClient streams() {
            return streams;
        }

        /** Sent as bearer token; null: none. */
        public @Nullable String token() {
            return token;
        }

        /** Whether there might be something better if the server refuses this. */
        public boolean isReplaceable() {
            return credential != null;
        }

        @Override
        public String toString() {
            return "Shown[" + credential + "]";
        }
    }

    private final RestConfig config;
    private final OkHttpClient plain;
    private final @Nullable ExecCredentials exec;
    private volatile Shown last; // if two threads make the same one at the same time, that does no harm

    /**
     * @param http settings that all requests share
     * @throws IOException if the certificates, the key or the proxy cannot be used; nothing is sent yet
     */
    public Transport(RestConfig config, OkHttpClient.Builder http, Clock clock) throws IOException {
        this.config = config;
        if ("https".equals(config.server().getScheme())) {
            Tls.apply(config, http);
        }
        if (config.proxy() != null) {
            Proxies.apply(config, config.proxy(), http);
        }
        this.plain = http.build();
        boolean isKnown = config.token() != null || config.tokenFile() != null || config.clientCertificate() != null;
        this.exec = config.exec() == null || isKnown ? null : new ExecCredentials(config.exec(), clock);
        this.last = shown(plain, config.token(), null);
    }

    /** The HTTP client whose connections all requests use. */
    public OkHttpClient http() {
        return plain;
    }

    /**
     * What the next request is sent with.
     *
     * @param refused what the server did not accept; null: nothing yet
     * @throws IOException if the token's file cannot be read, or the command fails or is cut off by the context's end
     */
    public Shown show(Context context, @Nullable Shown refused) throws IOException, InterruptedException {
        Path file = config.tokenFile();
        if (file != null) {
            return new Shown(last.http, last.streams, read(file), null);
        }
        if (exec == null) {
            return last;
        }
        Credential credential = exec.get(context, refused == null ? null : refused.credential);
        Shown before = last;
        if (before.credential != credential) {
            last = shown(withCertificate(exec, credential), credential.token(), credential);
            plain.connectionPool().evictAll(); // idle connections would show the old certificate
        }
        return last;
    }

    private static Shown shown(OkHttpClient http, @Nullable String token, @Nullable Credential credential) {
        return new Shown(http, http.newBuilder().readTimeout(Duration.ZERO).build(), token, credential);
    }

    private OkHttpClient withCertificate(ExecCredentials exec, Credential credential) throws IOException {
        if (credential.certificate() == null || credential.key() == null
                || !"https".equals(config.server().getScheme())) {
            return plain;
        }
        OkHttpClient.Builder builder = plain.newBuilder();
        try {
            Tls.apply(config.withClientCertificate(credential.certificate(), credential.key()), builder);
        } catch (IOException e) { // without the cause, which can quote the answer
            throw exec.failure("printed a client certificate or key that cannot be used; both must be PEM");
        }
        return builder.build();
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IOException("the token file " + file + " cannot be read", e);
        }
    }
}
