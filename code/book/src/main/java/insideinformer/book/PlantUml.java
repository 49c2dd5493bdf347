package insideinformer.book;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sourceforge.plantuml.FileFormat;
import net.sourceforge.plantuml.FileFormatOption;
import net.sourceforge.plantuml.SourceStringReader;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * Draws a diagram as SVG to stand inside a page. Colours become the style sheet's variables, so that a drawing follows
 * light and dark; which colours there are says {@code palette.txt}, and a diagram may use no others.
 */
final class PlantUml {

    private static final Pattern HEX = Pattern.compile("#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?\\b");

    /** Processing instructions and comments; PlantUML keeps its source in them. */
    private static final Pattern NOT_FOR_HTML = Pattern.compile("<\\?.*?\\?>|<!--.*?-->", Pattern.DOTALL);

    private final String style;
    private final Map<String, String> palette = new HashMap<>();

    /** @param style PlantUML text that every diagram starts with */
    PlantUml(String style) {
        this.style = style;
        for (String line : Resources.lines("palette.txt")) {
            String[] fields = line.strip().split("\\s+");
            if (fields.length == 2) {
                palette.put("#" + fields[0].toUpperCase(Locale.ROOT), fields[1]);
            }
        }
    }

    /**
     * @param body what stands between {@code @startuml} and {@code @enduml}
     * @param title names the drawing for those who cannot see it
     * @throws BookError with PlantUML's complaint, or naming a colour that is not ours
     */
    String svg(String body, String title) throws IOException, BookError {
        System.setProperty("java.awt.headless", "true");
        String source = "@startuml\n!pragma layout smetana\n" + style + "\n" + body + "\n@enduml\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            var description = new SourceStringReader(source).outputImage(out, new FileFormatOption(FileFormat.SVG));
            String said = description == null ? "no diagram" : description.getDescription();
            String svg = out.toString(StandardCharsets.UTF_8);
            if (said.contains("Error") || svg.contains("Syntax Error")) {
                throw new BookError("PlantUML cannot read it: " + said);
            }
            return adapt(svg, title);
        } catch (NoClassDefFoundError | UnsatisfiedLinkError | InternalError e) {
            throw new BookError("this Java finds no fonts to measure text with; install fontconfig and one font family "
                    + "(Debian: fontconfig fonts-dejavu-core): " + e.getMessage(), e);
        }
    }

    private String adapt(String svg, String title) throws BookError {
        String drawing = NOT_FOR_HTML.matcher(svg).replaceAll("");
        Document document = Jsoup.parse(drawing, "", Parser.xmlParser());
        document.outputSettings().prettyPrint(false).syntax(Document.OutputSettings.Syntax.xml);
        Element root = document.expectFirst("svg");
        document.select("title, defs").remove();
        for (Element element : root.getAllElements()) {
            element.removeAttr("id").removeAttr("lengthAdjust").removeAttr("data-entity").removeAttr("data-source-line").removeAttr("data-qualified-name");
            element.attributes().asList().stream()
                    .map(Attribute::getKey)
                    .filter(key -> key.startsWith("data-") || key.startsWith("codeLine"))
                    .toList()
                    .forEach(element::removeAttr);
            colour(element);
            centre(element);
        }
        for (Element text : root.select("text")) {
            root.appendChild(text); // above every line, so that its halo hides them
        }
        String width = root.attr("width").replace("px", "");
        root.attributes().asList().stream().map(Attribute::getKey).filter(key -> !key.equals("viewBox")).toList().forEach(root::removeAttr);
        root.attr("role", "img").attr("aria-label", title).attr("style", "max-width:" + width + "px");
        return root.outerHtml();
    }

    /** Moves colours from attributes into the style, as variables. */
    private void colour(Element element) throws BookError {
        StringBuilder css = new StringBuilder(element.attr("style"));
        for (String name : new String[] {"fill", "stroke"}) {
            String value = element.attr(name);
            if (HEX.matcher(value).matches()) {
                element.removeAttr(name);
                css.append(css.isEmpty() || css.toString().endsWith(";") ? "" : ";").append(name).append(':').append(value).append(';');
            }
        }
        if (css.isEmpty()) {
            return;
        }
        Matcher hex = HEX.matcher(css);
        StringBuilder mapped = new StringBuilder();
        while (hex.find()) {
            String colour = hex.group().toUpperCase(Locale.ROOT);
            String variable = colour.equals("#00000000") ? "transparent" : palette.get(colour);
            if (variable == null) {
                throw new BookError("the colour " + hex.group() + " is not one of the book's: use those that style.puml names");
            }
            hex.appendReplacement(mapped, variable.equals("transparent") ? "transparent" : "var(--" + variable + ")");
        }
        element.attr("style", hex.appendTail(mapped).toString());
    }

    /** PlantUML measured with another font than the page's: text keeps its middle, not its length. */
    private static void centre(Element element) {
        if (!element.normalName().equals("text") || !element.hasAttr("textLength")) {
            return;
        }
        double x = Double.parseDouble(element.attr("x")) + Double.parseDouble(element.attr("textLength")) / 2;
        element.attr("x", String.format(Locale.ROOT, "%.2f", x)).attr("text-anchor", "middle").removeAttr("textLength");
        boolean mono = element.attr("font-family").contains("mono");
        element.removeAttr("font-family");
        if (mono) {
            element.addClass("mono");
        }
    }

}
