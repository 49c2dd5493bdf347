package insideinformer.lab;

import insideinformer.api.KubernetesObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Remembers up to which version informers have taken objects out of their queues. Who deletes what a quota was charged for,
 * and wants to see it given back at once, must not be ahead of the quota's own informer: the controller would compare its
 * count with an old status, find nothing to write, and leave the rest to the next full pass.
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
