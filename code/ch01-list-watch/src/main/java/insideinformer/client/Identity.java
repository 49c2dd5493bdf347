package insideinformer.client;

import insideinformer.client.ExecCredentials.Credential;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Who we are to the server, decided for every request: a token, a token's file, what a command gets, or nobody. A client
 * certificate belongs to a connection, so a new one from the command means a new HTTP client over the same pool of
 * connections. Requests that are under way keep their connection and its certificate. For any number of threads.
 *
 * <p>Upstream: {@code client-go transport, HTTPWrappersForConfig}.
 */
final class Identity {

    /** With what a request is sent; {@code streams} has the same connections as {@code http}, without a read timeout. */
    record Shown(
            OkHttpClient http, OkHttpClient streams, @Nullable String token, @Nullable Credential credential) {

        /** Whether there might be something better if the server refuses this. */
        boolean isReplaceable() {
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
    private volatile Shown last; // two threads that make the same one at the same time do no harm

    Identity(RestConfig config, OkHttpClient plain, Clock clock) {
        this.config = config;
        this.plain = plain;
        boolean isKnown = config.token() != null || config.tokenFile() != null || config.clientCertificate() != null;
        this.exec = config.exec() == null || isKnown ? null : new ExecCredentials(config.exec(), clock);
        this.last = shown(plain, config.token(), null);
    }

    /** @param refused what the server did not accept; null: nothing yet */
    Shown show(Context context, @Nullable Shown refused) throws IOException, InterruptedException {
        Path file = config.tokenFile();
        if (file != null) {
            return new Shown(last.http(), last.streams(), read(file), null);
        }
        if (exec == null) {
            return last;
        }
        Credential credential = exec.get(context, refused == null ? null : refused.credential());
        Shown before = last;
        if (before.credential() != credential) {
            last = shown(withCertificate(exec, credential), credential.token(), credential);
            plain.connectionPool().evictAll(); // those that wait for a request would show the certificate before
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
        } catch (IOException e) { // without the cause, which may quote the answer
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
