package insideinformer.course;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What to say to somebody who typed a command that does not exist or options that do not fit. */
record Misused(ParameterException error, String command) {

    String sentence() {
        String help = "`" + command + " --help` lists what there is.";
        if (!(error instanceof UnmatchedArgumentException unmatched)) {
            return error.getMessage() + ". " + help;
        }
        String word = unmatched.getUnmatched().getFirst();
        String nearest = nearest(word).map(near -> " Did you mean '" + near + "'?").orElse("");
        return "'" + word + "' is not understood here." + nearest + " " + help;
    }

    /** The command or option that differs in one letter, or in two if the word is long. */
    private Optional<String> nearest(String word) {
        int far = word.length() > 4 ? 2 : 1;
        Stream<String> known = word.startsWith("-")
                ? error.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
                : Stream.iterate(error.getCommandLine(), line -> line != null, line -> line.getParent())
                        .flatMap(line -> line.getSubcommands().keySet().stream());
        return known.filter(name -> distance(name, word) <= far).min(Comparator.comparingInt(name -> distance(name, word)));
    }

    /** How many letters have to be inserted, left out or replaced to come from one word to the other. */
    static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
