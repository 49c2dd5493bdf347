package insideinformer.lab;

import java.nio.file.Path;

/** Records every journey of the book: {@code Journeys FOLDER} writes one JSON file each. */
public final class Journeys {

    private Journeys() {}

    public static void main(String... args) throws Exception {
        Path folder = Path.of(args[0]);
        DeltaFifoJourneys.fiveOperations().write(folder);
        DeltaFifoJourneys.relist().write(folder);
        OneObjectsJourney.record().write(folder);
    }
}
