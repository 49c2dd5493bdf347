package insideinformer.apiserver.tables;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Times as people read them in tables. Upstream: {@code apimachinery/pkg/util/duration, HumanDuration}. */
final class Ages {

    private Ages() {}

    /** How long ago a timestamp was, for example {@code 3m20s}. */
    static String since(String timestamp, Instant now) {
        try {
            return human(Duration.between(Instant.parse(timestamp), now));
        } catch (DateTimeParseException e) {
            return "<unknown>";
        }
    }

    /** Two units at most, the second one only while it still matters. */
    static String human(Duration d) {
        long seconds = d.toSeconds();
        long minutes = d.toMinutes();
        long hours = d.toHours();
        long days = hours / 24;
        if (seconds < -1) {
            return "<invalid>";
        } else if (seconds < 0) {
            return "0s";
        } else if (seconds < 60 * 2) {
            return seconds + "s";
        } else if (minutes < 10) {
            return two(minutes, "m", seconds % 60, "s");
        } else if (minutes < 60 * 3) {
            return minutes + "m";
        } else if (hours < 8) {
            return two(hours, "h", minutes % 60, "m");
        } else if (hours < 48) {
            return hours + "h";
        } else if (hours < 24 * 8) {
            return two(days, "d", hours % 24, "h");
        } else if (hours < 24 * 365 * 2) {
            return days + "d";
        } else if (hours < 24 * 365 * 8) {
            return two(days / 365, "y", days % 365, "d");
        }
        return days / 365 + "y";
    }

    private static String two(long big, String bigUnit, long small, String smallUnit) {
        return small == 0 ? big + bigUnit : big + bigUnit + small + smallUnit;
    }
}
