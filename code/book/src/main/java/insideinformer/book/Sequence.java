package insideinformer.book;

import insideinformer.lab.Journey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns a recorded journey, or a stretch of it, into a sequence diagram. */
final class Sequence {

    static final int MAX_MESSAGES = 12;

    private Sequence() {}

    /** The messages among {@code steps}. */
    static List<Journey.Message> messages(List<Journey.Step> steps) {
        return steps.stream().map(Journey.Step::message).filter(message -> message != null).toList();
    }

    /** Only lanes that take part, in the recording's order. */
    static String plantUml(Journey journey, List<Journey.Step> steps) {
        List<Journey.Message> messages = messages(steps);
        Set<String> taking = new LinkedHashSet<>();
        for (Journey.Message message : messages) {
            taking.add(message.from());
            taking.add(message.to());
        }
        StringBuilder text = new StringBuilder("hide footbox\n");
        for (String lane : journey.lanes()) {
            if (taking.contains(lane)) {
                text.append("participant \"%s\" as p%d <<%s>>\n".formatted(lane, journey.lanes().indexOf(lane), Lanes.of(lane)));
            }
        }
        for (Journey.Message message : messages) {
            text.append("p%d -> p%d : %s\n".formatted(
                    journey.lanes().indexOf(message.from()), journey.lanes().indexOf(message.to()), plain(message.text())));
        }
        return text.toString();
    }

    /** Takes away what PlantUML would read as markup. */
    private static String plain(String text) {
        return text.replace("`", "").replace("<", "&#60;").replace("~", "&#126;").replace("\n", " ");
    }

    /** The same story in words. */
    static String words(List<Journey.Step> steps) {
        StringBuilder html = new StringBuilder("<ol>");
        for (Journey.Message message : messages(steps)) {
            html.append("<li>%s to %s: %s</li>".formatted(
                    Html.escape(message.from()), Html.escape(message.to()), Html.inlineCode(message.text())));
        }
        return html.append("</ol>").toString();
    }
}
