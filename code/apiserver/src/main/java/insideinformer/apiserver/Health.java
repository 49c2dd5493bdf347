package insideinformer.apiserver;

import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.http.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves {@code /healthz}, {@code /livez} and {@code /readyz}: lists of checks. Tests can make each check fail.
 *
 * <p>Upstream: {@code apiserver/pkg/server/healthz/healthz.go}.
 */
final class Health {

    private static final List<String> ENDPOINTS = List.of("healthz", "livez", "readyz");
    private static final List<String> CHECKS = List.of("ping", "log", "etcd");
    private static final String SHUTDOWN = "shutdown";

    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /** Makes a check fail. {@code shutdown} counts for {@code readyz} alone. */
    void fail(String check) {
        failing.add(check);
    }

    void succeed(String check) {
        failing.remove(check);
    }

    /** Answers if the path is one of these. */
    boolean serve(HttpExchange x, List<String> parts) throws IOException {
        if (parts.isEmpty() || !ENDPOINTS.contains(parts.get(0)) || parts.size() > 2) {
            return false;
        }
        String endpoint = parts.get(0);
        List<String> checks = checks(endpoint);
        if (parts.size() == 2) {
            if (!checks.contains(parts.get(1))) {
                return false;
            }
            checks = List.of(parts.get(1));
        }
        if (!x.method().equals("GET") && !x.method().equals("HEAD")) {
            throw Errors.methodNotAllowed();
        }
        answer(x, endpoint, checks, parts.size() == 2);
        return true;
    }

    List<String> paths() {
        List<String> paths = new ArrayList<>();
        for (String endpoint : ENDPOINTS) {
            paths.add("/" + endpoint);
            checks(endpoint).forEach(check -> paths.add("/" + endpoint + "/" + check));
        }
        return paths;
    }

    private void answer(HttpExchange x, String endpoint, List<String> checks, boolean single) throws IOException {
        List<String> excluded = x.query().all("exclude");
        StringBuilder report = new StringBuilder();
        boolean failed = false;
        for (String check : checks) {
            if (excluded.contains(check)) {
                report.append("[+]").append(check).append(" excluded: ok\n");
            } else if (failing.contains(check)) {
                failed = true;
                report.append("[-]").append(check).append(" failed: reason withheld\n");
            } else {
                report.append("[+]").append(check).append(" ok\n");
            }
        }
        if (failed) {
            Answers.text(x, 500, report + endpoint + " check failed\n");
        } else if (single || !x.query().has("verbose")) {
            Answers.text(x, 200, "ok");
        } else {
            Answers.text(x, 200, report + endpoint + " check passed\n");
        }
    }

    private static List<String> checks(String endpoint) {
        if (!endpoint.equals("readyz")) {
            return CHECKS;
        }
        List<String> checks = new ArrayList<>(CHECKS);
        checks.add(SHUTDOWN);
        return checks;
    }
}
