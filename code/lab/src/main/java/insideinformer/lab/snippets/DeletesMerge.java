package insideinformer.lab.snippets;

/** The only merging there is: two deletions in a row are one. */
public final class DeletesMerge {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "add cart@1",
                "update cart@1",
                "delete cart@2",
                "delete cart@3",
                "add cart@4",
                "delete cart@5",
                "drain");
        // end::script[]
    }
}
