package insideinformer.quota;

/**
 * Feature gates that change what an object costs.
 *
 * @param podLevelResources amounts may be given for a pod as a whole
 * @param inPlaceResize what a container has been given counts besides what it asks for
 * @param volumeAttributesClass claims can be scoped by their attributes class
 */
public record QuotaFeatures(boolean podLevelResources, boolean inPlaceResize, boolean volumeAttributesClass) {

    /** As in a current cluster. */
    public static final QuotaFeatures ALL = new QuotaFeatures(true, true, true);
}
