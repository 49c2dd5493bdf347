package insideinformer.lab;

import insideinformer.api.KubernetesObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Remembers up to which version informers have taken objects out of their queues. A caller that deletes an object
 * must first wait until the quota's own informer has the charged status. Otherwise the controller compares its count
 * with an older status, finds no difference, and writes nothing until the next full pass.
 */
public final class TakenVersions implements Observer {

    private static final Pattern VERSION = Pattern.compile("@(\\d+)");

    private final Map<String, Long> newest = new ConcurrentHashMap<>(); // by kind and key

    @Override
    public void seen(Sighting sighting) {
        if (sighting.stage() == Stage.INFORMER) {
            Matcher versions = VERSION.matcher(sighting.text());
            while (versions.find()) {
                newest.merge(sighting.kind() + " " + sighting.key(), Long.valueOf(versions.group(1)), Math::max);
            }
        }
    }

    /** Whether this version of the object, or a newer one, has been taken out. */
    public boolean contains(KubernetesObject object) {
        long version = Long.parseLong(String.valueOf(object.metadata().resourceVersion()));
        return newest.getOrDefault(object.getClass().getSimpleName() + " " + Sighting.keyOf(object), -1L) >= version;
    }
}
