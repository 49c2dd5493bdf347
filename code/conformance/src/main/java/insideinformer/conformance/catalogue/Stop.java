package insideinformer.conformance.catalogue;

import java.util.List;

/**
 * One stop of the walk through the source, from the manager's main down to a handler's call.
 *
 * @param id for example {@code W26}
 * @param goSymbols Markdown of one line
 * @param modules whose chapters walk it
 */
public record Stop(String id, String goSymbols, List<String> modules) {

    public Stop {
        modules = List.copyOf(modules);
    }
}
