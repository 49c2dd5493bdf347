package insideinformer.sharedinformer;

import insideinformer.api.KubernetesObject;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of every object that a cache hands out, and may prove that nobody changes it.
 *
 * <p>Off, and then free of cost, unless the environment variable {@code KUBE_CACHE_MUTATION_DETECTOR} was true when the
 * process started. The types of package {@code api} cannot be changed in the first place; this is for types of the
 * user's own.
 *
 * <p>Upstream: {@code tools/cache/mutation_detector.go, MutationDetector} and {@code NewCacheMutationDetector}.
 */
interface MutationDetector<T extends KubernetesObject> {

    /** Remembers the object as it is now; never waits for {@link #run}. */
    void addObject(T obj);

    /** Looks at what was added, again and again, until the context ends; an interrupt counts as its end. */
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

    /** What Go's {@code strconv.ParseBool} takes for true. */
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
