package insideinformer.lab.snippets;

/** Check yourself: a deletion of what nobody has heard of. */
public final class QuestionUnknown {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "delete cart@1",
                "replace search@2",
                "drain");
        // end::script[]
    }
}
