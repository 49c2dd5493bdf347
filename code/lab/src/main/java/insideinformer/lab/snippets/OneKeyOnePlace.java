package insideinformer.lab.snippets;

/** News of a pod that waits joins what is known of it; its place stays. */
public final class OneKeyOnePlace {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "add cart@1",
                "add search@2",
                "update cart@3",
                "pop",
                "update cart@4",
                "drain");
        // end::script[]
    }
}
