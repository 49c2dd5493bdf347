package insideinformer.lab.snippets;

/** Check yourself: two pods, changes in turns. */
public final class QuestionOrder {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "add cart@1",
                "add search@2",
                "update cart@3",
                "update search@4",
                "add checkout@5",
                "pop",
                "add cart@6",
                "drain");
        // end::script[]
    }
}
