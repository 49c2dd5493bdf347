package insideinformer.lab.snippets;

/** A resync shows what is known, and is silent where there is news. */
public final class ResyncShowsAgain {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "replace cart@1 search@2",
                "drain",
                "delete search@3",
                "resync",
                "resync",
                "drain");
        // end::script[]
    }
}
