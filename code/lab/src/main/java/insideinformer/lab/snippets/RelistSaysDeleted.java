package insideinformer.lab.snippets;

/** A list that replaces all: what is known, what is only queued, and what is both. */
public final class RelistSaysDeleted {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "replace cart@1 search@2",
                "drain",
                "add checkout@3",
                "update search@4",
                "replace cart@9",
                "drain");
        // end::script[]
    }
}
