package insideinformer.lab.snippets;

/** Check yourself: deleted and made again before anybody looked. */
public final class QuestionRecreated {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "replace cart@1",
                "drain",
                "delete cart@2",
                "add cart@3",
                "drain");
        // end::script[]
    }
}
