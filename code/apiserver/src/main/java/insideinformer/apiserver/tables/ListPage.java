package insideinformer.apiserver.tables;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a list request gets at once: all objects, or the next few of them.
 *
 * @param revision of the state that the objects are from
 * @param continueToken where the next page begins; empty behind the last one
 * @param remaining how many objects come after this page; null if the answer does not say it
 */
public record ListPage(long revision, List<ObjectNode> items, String continueToken, @Nullable Long remaining) {}
