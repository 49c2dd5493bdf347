package insideinformer.manager;

import insideinformer.wait.Context;
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
 * @param name in lower case, with dashes, ending in {@code -controller}
 * @param aliases older names that still select it
 */
public record ControllerDescriptor(String name, List<String> aliases, ControllerConstructor constructor) {

    public ControllerDescriptor {
        aliases = List.copyOf(aliases);
        if (!name.matches("[a-z][a-z-]*-controller")) {
            throw new IllegalArgumentException("a controller is called `" + name
                    + "`; its name must be in lower case, with dashes, and end in -controller");
        }
    }

    /** The controller's name for each alias. Refuses a name or alias that means two controllers. */
    static Map<String, String> controllerAliases(List<ControllerDescriptor> descriptors) {
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

    /**
     * Makes the controller. It asks for informers and adds handlers, but starts nothing. What it asks the server ends
     * with {@code context}, which also ends the run of the controller.
     */
    @FunctionalInterface
    public interface ControllerConstructor {
        Controller create(Context context, ControllerContext controllerContext)
                throws IOException, InterruptedException;
    }
}
