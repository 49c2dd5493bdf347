package insideinformer.manager;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A controller that the manager knows how to make.
 *
 * <p>Upstream: kubernetes {@code cmd/kube-controller-manager/app, ControllerDescriptor}.
 *
 * @param name lower case, with dashes, ending in {@code -controller}
 * @param aliases older names that still select it
 */
public record ControllerDescriptor(String name, List<String> aliases, Constructor constructor) {

    public ControllerDescriptor {
        aliases = List.copyOf(aliases);
        if (!name.matches("[a-z][a-z-]*-controller")) {
            throw new IllegalArgumentException("a controller is called `" + name
                    + "`; its name must be lower case, with dashes, and end in -controller");
        }
    }

    /** Today's name by each alias. Refuses names and aliases that could mean two controllers. */
    static Map<String, String> aliasesOf(List<ControllerDescriptor> descriptors) {
        Set<String> names = new HashSet<>();
        for (ControllerDescriptor descriptor : descriptors) {
            if (!names.add(descriptor.name())) {
                throw new IllegalArgumentException("two controllers are called " + descriptor.name() + "; rename one");
            }
        }
        Map<String, String> aliases = new TreeMap<>();
        for (ControllerDescriptor descriptor : descriptors) {
            for (String alias : descriptor.aliases()) {
                if (names.contains(alias) || aliases.put(alias, descriptor.name()) != null) {
                    throw new IllegalArgumentException("the alias " + alias + " of controller " + descriptor.name()
                            + " means another controller, too; choose another one");
                }
            }
        }
        return aliases;
    }

    /** Makes the controller: asks for informers and adds handlers, and starts nothing. */
    @FunctionalInterface
    public interface Constructor {
        Controller create(ControllerContext context) throws IOException, InterruptedException;
    }
}
