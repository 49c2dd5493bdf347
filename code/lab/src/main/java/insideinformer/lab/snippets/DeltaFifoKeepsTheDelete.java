package insideinformer.lab.snippets;

/** The same road with a DeltaFIFO: the second list finds out what is gone. */
public final class DeltaFifoKeepsTheDelete {

    public static void main(String... args) throws Exception {
        // tag::script[]
        QueueScript.main(
                "replace cart@1 search@2",
                "drain",
                "replace search@9",
                "drain");
        // end::script[]
    }
}
