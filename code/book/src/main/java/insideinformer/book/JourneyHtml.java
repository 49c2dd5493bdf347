package insideinformer.book;

import insideinformer.lab.Journey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a journey as a list of all its steps. That is what print, screen readers and browsers without scripts get; the
 * page's script shows one step at a time. What changed since the step before is marked here, so that the script needs
 * to know nothing of queues and stores.
 */
final class JourneyHtml {

    private JourneyHtml() {}

    static String render(Journey journey, String id) {
        StringBuilder html = new StringBuilder();
        html.append("<section class=\"journey\" id=\"%s\" aria-labelledby=\"%s-title\">".formatted(id, id));
        html.append("<header><p class=\"journey-kind\">Journey</p><h3 class=\"journey-title\" id=\"%s-title\">%s</h3><p>%s</p></header>"
                .formatted(id, Html.escape(journey.title()), Html.inlineCode(journey.about())));
        html.append("<ol class=\"journey-steps\">");
        Map<String, List<Journey.Row>> before = new HashMap<>();
        int number = 0;
        for (Journey.Step step : journey.steps()) {
            boolean first = step == journey.steps().getFirst();
            html.append("<li class=\"journey-step\"><h4><span class=\"n\">").append(++number).append("</span> ")
                    .append("<span class=\"step-title\">").append(Html.inlineCode(step.title())).append("</span></h4>");
            html.append(lanes(journey, step));
            html.append("<p>").append(Html.inlineCode(step.text())).append("</p>");
            if (!step.panels().isEmpty()) {
                html.append("<div class=\"panels\">");
                step.panels().forEach(panel -> html.append(panel(panel, first ? panel.rows() : before.getOrDefault(panel.title(), List.of()))));
                html.append("</div>");
            }
            html.append("</li>");
            before.clear();
            step.panels().forEach(panel -> before.put(panel.title(), panel.rows()));
        }
        return html.append("</ol></section>").toString();
    }

    /** The road, with the two ends of this step's message lit. */
    private static String lanes(Journey journey, Journey.Step step) {
        StringBuilder html = new StringBuilder("<ul class=\"lanes\" aria-hidden=\"true\">");
        Journey.Message message = step.message();
        for (String lane : journey.lanes()) {
            boolean lit = message != null && (message.from().equals(lane) || message.to().equals(lane));
            html.append("<li class=\"lane-%s%s\">%s</li>".formatted(Lanes.of(lane), lit ? " lit" : "", Html.escape(lane)));
        }
        html.append("</ul>");
        if (message != null) {
            html.append("<p class=\"message\"><span class=\"lane-name lane-%s\">%s</span> <span class=\"arrow\" aria-hidden=\"true\">→</span><span class=\"sr\"> to </span> <span class=\"lane-name lane-%s\">%s</span><span class=\"sr\">:</span> <span class=\"message-text\">%s</span></p>"
                    .formatted(Lanes.of(message.from()), Html.escape(message.from()), Lanes.of(message.to()),
                            Html.escape(message.to()), Html.inlineCode(message.text())));
        }
        return html.toString();
    }

    private static String panel(Journey.Panel panel, List<Journey.Row> before) {
        Map<String, Journey.Row> old = new LinkedHashMap<>();
        before.forEach(row -> old.put(row.key(), row));
        StringBuilder html = new StringBuilder("<div class=\"panel lane-%s\"><h5>%s</h5>".formatted(Lanes.of(panel.title()), Html.escape(panel.title())));
        if (panel.rows().isEmpty() && old.isEmpty()) {
            return html.append("<p class=\"empty\">empty</p></div>").toString();
        }
        html.append("<ul>");
        for (Journey.Row row : panel.rows()) {
            Journey.Row was = old.remove(row.key());
            String change = was == null ? "added" : was.equals(row) ? "" : "changed";
            html.append(row(row, change));
        }
        old.values().forEach(row -> html.append(row(row, "gone")));
        return html.append("</ul></div>").toString();
    }

    private static String row(Journey.Row row, String change) {
        StringBuilder html = new StringBuilder(change.isEmpty() ? "<li>" : "<li class=\"" + change + "\">");
        html.append("<span class=\"key\">").append(Html.escape(row.key())).append("</span>");
        row.cells().forEach(cell -> html.append(" <span class=\"cell\">").append(Html.inlineCode(cell)).append("</span>"));
        if (!change.isEmpty()) {
            html.append(" <span class=\"change\">").append(change).append("</span>");
        }
        return html.append("</li>").toString();
    }
}
