package insideinformer.apiserver.admission;

import insideinformer.api.GroupResource;
import insideinformer.api.ScopedResourceSelectorRequirement;
import java.util.List;

/**
 * A resource that is refused unless a quota limits it.
 *
 * @param resource its writes are checked
 * @param matchContains parts of the names that quotas use. If the object uses a name that contains one of them, some
 *     quota must limit that name
 * @param matchScopes scope terms. An object in one of these scopes must be in the scope of some quota
 */
public record LimitedResource(
        GroupResource resource, List<String> matchContains, List<ScopedResourceSelectorRequirement> matchScopes) {

    public LimitedResource {
        matchContains = List.copyOf(matchContains);
        matchScopes = List.copyOf(matchScopes);
    }
}
