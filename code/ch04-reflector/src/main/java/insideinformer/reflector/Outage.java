package insideinformer.reflector;

import insideinformer.api.ApiException;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps a log short while something fails again and again: of each kind of failure the first is news, the others are
 * not until it has proved to be over. For one thread.
 *
 * <p>Upstream logs each attempt, and leaves it to the pauses that these are few.
 */
final class Outage {

    private final Set<String> kinds = new HashSet<>(); // seen since the last proof
    private int failures; // since the last recovery
    private boolean told; // something was news since the last recovery

    /** @return whether this kind of failure is to be told */
    boolean isNews(Throwable failure) {
        failures++;
        boolean news = kinds.add(kind(failure));
        told |= news;
        return news;
    }

    /**
     * It seems to be over.
     *
     * @return after how many failures, if that is to be told; else 0
     */
    int recovered() {
        int count = told ? failures : 0;
        failures = 0;
        told = false;
        return count;
    }

    /** It is over: what fails from now on is news again. */
    void proven() {
        kinds.clear();
    }

    /** Without texts, which may differ from one attempt to the next. */
    private static String kind(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof ApiException)) {
            root = root.getCause();
        }
        return root instanceof ApiException refusal
                ? refusal.status().code() + " " + refusal.status().reason()
                : root.getClass().getName();
    }
}
