package insideinformer.deltafifo;

import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.DeltaObject.Live;
import insideinformer.store.KeyException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An object of the text notation: {@code a1} is revision 1 of the object {@code a}. A tombstone is written {@code a!1},
 * or {@code a!} around nothing. The name {@code bad} has no key.
 */
record Thing(String name, int revision) {

    static Thing of(String text) {
        return new Thing(text.replaceAll("\\d+$", ""), Integer.parseInt(text.replaceAll("\\D+", "")));
    }

    /** The key function of the tests. */
    String key() throws KeyException {
        if (name.equals("bad")) {
            throw new KeyException("it is bad", null);
        }
        return name;
    }

    static DeltaObject<Thing> deltaObject(String text) {
        int mark = text.indexOf('!');
        if (mark < 0) {
            return new Live<>(of(text));
        }
        String key = text.substring(0, mark);
        String revision = text.substring(mark + 1);
        return new DeletedFinalStateUnknown<>(
                key, revision.isEmpty() ? Optional.empty() : Optional.of(new Thing(key, Integer.parseInt(revision))));
    }

    @Override
    public String toString() {
        return name + revision;
    }

    /** A tombstone shows its key and, if it belongs to another object, all of what is inside. */
    static String text(DeltaObject<Thing> object) {
        return switch (object) {
            case Live<Thing> live -> live.value().toString();
            case DeletedFinalStateUnknown<Thing> tombstone -> tombstone.key() + "!" + tombstone.object()
                    .map(o -> o.name().equals(tombstone.key()) ? "" + o.revision() : "{" + o + "}")
                    .orElse("");
        };
    }

    static String text(Deltas<Thing> deltas) {
        return text(deltas.list());
    }

    static String text(List<Delta<Thing>> deltas) {
        return deltas.stream().map(d -> d.type() + " " + text(d.object())).collect(Collectors.joining(", ", "[", "]"));
    }
}
