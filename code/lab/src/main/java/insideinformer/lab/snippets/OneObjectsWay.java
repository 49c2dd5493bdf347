package insideinformer.lab.snippets;

import insideinformer.lab.Journey;
import insideinformer.lab.OneObjectsJourney;

/** Creates and deletes a pod in a namespace with a quota, and prints who told whom what on its way. */
public final class OneObjectsWay {

    public static void main(String... args) throws Exception {
        System.out.printf("%-10s %-10s %s%n", "who", "tells", "what");
        for (Journey.Step step : OneObjectsJourney.record().steps()) {
            Journey.Message message = step.message();
            if (message != null) {
                String text = message.text()
                        .replaceAll("@\\d+", "") // versions differ from run to run
                        .replaceAll("\\]: .*", "]");
                System.out.printf("%-10s %-10s %s%n", message.from(), message.to(), text);
            }
        }
    }
}
