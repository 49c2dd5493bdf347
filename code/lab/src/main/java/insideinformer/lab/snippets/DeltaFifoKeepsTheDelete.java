package insideinformer.lab.snippets;

/** The same story with a DeltaFIFO: the second list finds out what is gone. */
public final class DeltaFifoKeepsTheDelete {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "replace cart@1 checkout@2 search@3",
                "drain",
                "delete checkout@4",
                "drain",
                "replace search@9",
                "drain");
        // end::script[]
    }
}
