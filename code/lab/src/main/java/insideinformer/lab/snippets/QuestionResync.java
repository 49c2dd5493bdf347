package insideinformer.lab.snippets;

/** Check yourself: a resync between an update and its pop. */
public final class QuestionResync {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "replace cart@1 search@2",
                "drain",
                "update cart@5",
                "resync",
                "drain");
        // end::script[]
    }
}
