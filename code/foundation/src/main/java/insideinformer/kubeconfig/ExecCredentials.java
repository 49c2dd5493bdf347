package insideinformer.kubeconfig;

import insideinformer.json.Json;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gets credentials by running a command, and keeps them until they expire or the server refuses them. Any number of
 * threads can ask: one of them runs the command, and the others wait for its result. An interrupt or the end of a
 * caller's context ends the wait; it also kills the command if this caller runs it.
 *
 * <p>If there is a terminal, the command talks to its user there. If not, the end of its standard error becomes part of
 * the message of a failure. No message shows what the command printed as its answer.
 *
 * <p>Upstream: {@code client-go plugin/pkg/client/auth/exec, Authenticator}.
 */
final class ExecCredentials {

    private static final int ANSWER_BYTES = 1 << 20;
    private static final int COMPLAINT_BYTES = 1 << 10;
    private static final int SHORTEST_SECRET = 6; // characters
    private static final Pattern LONG_WORD = Pattern.compile("[A-Za-z0-9+_.=-]{40,}"); // a long word can be a token

    private static final Pattern MISSING = Pattern.compile("error[=:] ?2\\b"); // ENOENT as JDKs write it

    /** What the command answered. The text form shows only when it expires. */
    record Credential(
            @Nullable String token,
            @Nullable String certificate,
            @Nullable String key,
            @Nullable Instant expires) {

        @Override
        public String toString() {
            return "Credential[expires " + expires + "]";
        }
    }

    private final ExecConfig config;
    private final Clock clock;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private boolean isRunning; // guarded by lock
    private @Nullable Credential cached; // guarded by lock

    ExecCredentials(ExecConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    /**
     * The credential to use now.
     *
     * @param refused the credential that the server did not accept; it is not given out again. Null: none
     */
    Credential get(Context context, @Nullable Credential refused) throws IOException, InterruptedException {
        try (Context.Registration end = context.onDone(this::wake)) {
            Credential usable = awaitTurn(context, refused);
            if (usable != null) {
                return usable;
            }
        }
        Credential fresh = null;
        try {
            fresh = run(context);
            return fresh;
        } finally {
            lock.lock();
            try {
                isRunning = false;
                cached = fresh == null ? cached : fresh;
                idle.signalAll(); // all of them: they use the new credential, or one of them tries again
            } finally {
                lock.unlock();
            }
        }
    }

    private void wake() {
        lock.lock();
        try {
            idle.signalAll(); // those whose context has ended stop waiting
        } finally {
            lock.unlock();
        }
    }

    /** @return a credential that can be used; null if the caller must run the command */
    private @Nullable Credential awaitTurn(Context context, @Nullable Credential refused)
            throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (isRunning && !context.isDone()) {
                idle.await();
            }
            if (context.isDone()) {
                throw failure("was not awaited, because the context has ended");
            }
            Credential known = cached;
            boolean isUsable = known != null && known != refused
                    && (known.expires() == null || !clock.now().isAfter(known.expires()));
            isRunning = !isUsable;
            return isUsable ? known : null;
        } finally {
            lock.unlock();
        }
    }

    private Credential run(Context context) throws IOException, InterruptedException {
        Process process = start();
        FutureTask<String> answer = reader("exec-answer", process.getInputStream(), ANSWER_BYTES);
        FutureTask<String> complaint = reader("exec-complaint", process.getErrorStream(), COMPLAINT_BYTES);
        try (Context.Registration end = context.onDone(() -> {
            kill(process);
            answer.cancel(true); // a child that outlives the command can keep the pipe open
            complaint.cancel(true);
        })) {
            process.getOutputStream().close(); // the command gets no input, except from a terminal
            int code = process.waitFor();
            String printed = answer.get();
            String said = complaint.get();
            if (context.isDone()) {
                throw failure("was cut off, because the context has ended");
            }
            if (code != 0) {
                throw failure("failed with exit code " + code + (said.isBlank() ? "" : ": " + withoutSecrets(said))
                        + hint());
            }
            return decode(printed);
        } catch (CancellationException | ExecutionException e) { // without the cause, which can quote the answer
            throw failure(context.isDone() ? "was cut off, because the context has ended" : "broke off its answer");
        } finally {
            kill(process);
        }
    }

    private Process start() throws IOException, InterruptedException {
        boolean interactive = !config.interactiveMode().equals("Never") && hasTerminal();
        if (config.interactiveMode().equals("Always") && !interactive) {
            throw failure("needs a terminal (interactiveMode Always), and the standard input is none; "
                    + "start this program from a terminal");
        }
        List<String> words = new ArrayList<>(List.of(config.command()));
        words.addAll(config.args());
        ProcessBuilder builder = new ProcessBuilder(words);
        if (interactive) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT).redirectError(ProcessBuilder.Redirect.INHERIT);
        }
        builder.environment().putAll(config.env());
        builder.environment().put("KUBERNETES_EXEC_INFO", question(interactive));
        try {
            return builder.start();
        } catch (IOException e) {
            boolean isMissing = MISSING.matcher(String.valueOf(e.getMessage())).find();
            throw failure((isMissing ? "was not found; install it or correct its path in the kubeconfig"
                    : "could not be started; make sure that this user may run it") + hint());
        }
    }

    /** Whether our standard input is a terminal. A system without the command {@code test} counts as having none. */
    private static boolean hasTerminal() throws InterruptedException {
        try {
            return new ProcessBuilder("test", "-t", "0").redirectInput(ProcessBuilder.Redirect.INHERIT).start()
                    .waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private String question(boolean interactive) {
        ObjectNode question = Json.MAPPER.createObjectNode();
        question.put("kind", "ExecCredential").put("apiVersion", config.apiVersion());
        ObjectNode spec = question.putObject("spec").put("interactive", interactive);
        if (config.cluster() != null) {
            spec.set("cluster", config.cluster());
        }
        return question.toString();
    }

    private static FutureTask<String> reader(String name, InputStream in, int limit) {
        FutureTask<String> task = new FutureTask<>(() -> last(in, limit));
        Thread.ofVirtual().name(name).start(task);
        return task;
    }

    /** Reads everything and keeps only the end, so that an endless answer needs no endless memory. */
    private static String last(InputStream in, int limit) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
            kept.write(piece, 0, n);
            if (kept.size() > 2 * limit) {
                byte[] all = kept.toByteArray();
                kept.reset();
                kept.write(all, all.length - limit, limit);
            }
        }
        byte[] all = kept.toByteArray();
        return new String(all, Math.max(0, all.length - limit), Math.min(all.length, limit), StandardCharsets.UTF_8);
    }

    private Credential decode(String printed) throws IOException {
        JsonNode answer;
        try {
            answer = Json.MAPPER.readTree(printed);
        } catch (JacksonException e) { // without the cause, which quotes the answer
            throw failure("printed no JSON; it must print an ExecCredential");
        }
        if (!text(answer, "kind").equals("ExecCredential") || !text(answer, "apiVersion").equals(config.apiVersion())) {
            throw failure("printed no ExecCredential of " + config.apiVersion()
                    + "; write the apiVersion into the kubeconfig in which it answers");
        }
        JsonNode status = answer.path("status");
        String token = text(status, "token");
        String certificate = text(status, "clientCertificateData");
        String key = text(status, "clientKeyData");
        if (token.isEmpty() && certificate.isEmpty() && key.isEmpty()) {
            throw failure("printed an ExecCredential without a token or a client certificate; log in with it first");
        }
        if (certificate.isEmpty() != key.isEmpty()) {
            throw failure("printed only one of client certificate and key; both are needed together");
        }
        return new Credential(token.isEmpty() ? null : token, certificate.isEmpty() ? null : certificate,
                key.isEmpty() ? null : key, expiry(text(status, "expirationTimestamp")));
    }

    private @Nullable Instant expiry(String timestamp) throws IOException {
        try {
            return timestamp.isEmpty() ? null : Instant.parse(timestamp);
        } catch (DateTimeException e) { // without the cause, which quotes the answer
            throw failure("printed an expirationTimestamp that is no time; it must look like 2026-01-31T12:00:00Z");
        }
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    private static void kill(Process process) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly); // they would keep the pipes open
            process.destroyForcibly();
        }
    }

    private String withoutSecrets(String said) {
        String shown = said;
        for (String value : config.env().values()) {
            shown = value.length() < SHORTEST_SECRET ? shown : shown.replace(value, "***");
        }
        return oneLine(LONG_WORD.matcher(shown).replaceAll("***"));
    }

    private String hint() {
        return config.installHint().isBlank() ? "" : " (" + oneLine(config.installHint()) + ")";
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }

    IOException failure(String what) {
        return new IOException("the command '" + config.command() + "', which gets the credentials, " + what);
    }
}
