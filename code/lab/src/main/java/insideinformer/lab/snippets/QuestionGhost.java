package insideinformer.lab.snippets;

/** Check yourself: added and deleted around a lost watch. */
public final class QuestionGhost {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "add cart@1",
                "replace",
                "drain");
        // end::script[]
    }
}
