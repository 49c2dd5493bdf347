package insideinformer.apiserver.admission;

import insideinformer.api.GroupResource;
import insideinformer.api.ScopedResourceSelectorRequirement;
import java.util.List;

/**
 * A resource of which nothing may be used, or nothing in some scopes, unless a quota speaks of it.
 *
 * @param resource whose writes are looked at
 * @param matchContains parts of resource names: what contains one of them must be limited by some quota
 * @param matchScopes scope terms: an object in one of them must be in the scope of some quota
 */
public record LimitedResource(
        GroupResource resource, List<String> matchContains, List<ScopedResourceSelectorRequirement> matchScopes) {

    public LimitedResource {
        matchContains = List.copyOf(matchContains);
        matchScopes = List.copyOf(matchScopes);
    }
}
