package insideinformer.quota;

/**
 * Feature gates that change how much an object uses.
 *
 * @param podLevelResources a pod can give amounts for all its containers together
 * @param inPlaceResize the amounts that a container has been given count as well as those that it requests
 * @param volumeAttributesClass claims can be scoped by their attributes class
 */
public record QuotaFeatures(boolean podLevelResources, boolean inPlaceResize, boolean volumeAttributesClass) {

    /** As in a current cluster. */
    public static final QuotaFeatures ALL = new QuotaFeatures(true, true, true);
}
