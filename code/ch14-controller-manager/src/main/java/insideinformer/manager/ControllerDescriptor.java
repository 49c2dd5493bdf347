package insideinformer.manager;

import java.io.IOException;
import java.util.List;

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
    }

    /** Makes the controller: asks for informers and adds handlers, and starts nothing. */
    @FunctionalInterface
    public interface Constructor {
        Controller create(ControllerContext context) throws IOException, InterruptedException;
    }
}
