package insideinformer.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What this build can replay. */
final class Subjects {

    private static final Map<String, Subject> ALL = new LinkedHashMap<>();

    static {
        for (Subject subject : List.of(
                new KeysSubject(), new StoreSubject(), new DeltaFIFOSubject(), new RingSubject())) {
            ALL.put(subject.name(), subject);
        }
    }

    private Subjects() {}

    static Optional<Subject> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    static Iterable<String> names() {
        return ALL.keySet();
    }
}
