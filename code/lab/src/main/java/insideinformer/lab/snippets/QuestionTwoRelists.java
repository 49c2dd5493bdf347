package insideinformer.lab.snippets;

/** Check yourself: two lists, one after the other, and nothing popped in between. */
public final class QuestionTwoRelists {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "replace cart@1",
                "drain",
                "replace",
                "replace",
                "drain");
        // end::script[]
    }
}
