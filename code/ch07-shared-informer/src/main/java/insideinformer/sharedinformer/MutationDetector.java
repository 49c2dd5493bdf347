package insideinformer.sharedinformer;

import insideinformer.json.Json;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is told every object that a cache hands out, and can find out whether somebody changes it.
 *
 * <p>The detector is off, and costs nothing, unless the environment variable {@code KUBE_CACHE_MUTATION_DETECTOR} was
 * true when the process started. Objects of package {@code api} cannot be changed at all, so the detector is for the
 * user's own types.
 *
 * <p>Upstream: {@code tools/cache/mutation_detector.go, MutationDetector} and {@code NewCacheMutationDetector}.
 */
interface MutationDetector<T extends KubernetesObject> {

    /** Remembers the object as it is now. Never waits for {@link #run}. */
    void addObject(T obj);

    /** Compares what was added, again and again, until the context ends. An interrupt counts as its end. */
    void run(Context context);

    /** @param name names the cache in messages */
    static <T extends KubernetesObject> MutationDetector<T> of(String name, Clock clock) {
        return of(name, clock, System.getenv("KUBE_CACHE_MUTATION_DETECTOR"));
    }

    static <T extends KubernetesObject> MutationDetector<T> of(String name, Clock clock, @Nullable String wanted) {
        if (!isTrue(wanted)) {
            return new None<>();
        }
        Logger log = LoggerFactory.getLogger(MutationDetector.class);
        log.warn("{}: the mutation detector is on: every object is copied, and compared every second for two to four"
                + " minutes; the process ends if one was changed", name);
        return new CacheMutationDetector<>(name, MutationDetector::copyByJson, clock, CrashPolicy.FATAL);
    }

    @SuppressWarnings("unchecked") // read as what it was written from
    private static <T> T copyByJson(T obj) {
        return (T) Json.MAPPER.readValue(Json.MAPPER.writeValueAsBytes(obj), obj.getClass());
    }

    /** As Go's {@code strconv.ParseBool}. */
    private static boolean isTrue(@Nullable String text) {
        return text != null && Set.of("1", "t", "T", "true", "TRUE", "True").contains(text);
    }

    /** Detects nothing. */
    record None<T extends KubernetesObject>() implements MutationDetector<T> {

        @Override
        public void addObject(T obj) {}

        @Override
        public void run(Context context) {}
    }
}
