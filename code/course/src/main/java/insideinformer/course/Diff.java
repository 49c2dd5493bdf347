package insideinformer.course;

import java.util.ArrayList;
import java.util.List;

/** Two texts, line by line, as {@code diff -u} shows them. */
final class Diff {

    private static final int CONTEXT = 3;

    private Diff() {}

    /** Empty if they are the same. */
    static List<String> of(String name, String from, String to) {
        List<String> all = merged(from.lines().toList(), to.lines().toList());
        List<String> shown = new ArrayList<>();
        int lastShown = -1;
        for (int i = 0; i < all.size(); i++) {
            if (!nearChange(all, i)) {
                continue;
            }
            if (lastShown < i - 1 || shown.isEmpty()) {
                shown.add(shown.isEmpty() ? "--- " + name : "   ...");
            }
            shown.add(all.get(i));
            lastShown = i;
        }
        return shown;
    }

    private static boolean nearChange(List<String> lines, int at) {
        for (int i = Math.max(0, at - CONTEXT); i <= Math.min(lines.size() - 1, at + CONTEXT); i++) {
            if (!lines.get(i).startsWith(" ")) {
                return true;
            }
        }
        return false;
    }

    /** All lines of both, behind a blank, a minus or a plus, along a longest common subsequence. */
    private static List<String> merged(List<String> from, List<String> to) {
        int[][] common = new int[from.size() + 1][to.size() + 1];
        for (int i = from.size() - 1; i >= 0; i--) {
            for (int j = to.size() - 1; j >= 0; j--) {
                common[i][j] = from.get(i).equals(to.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<String> merged = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < from.size() || j < to.size()) {
            if (i < from.size() && j < to.size() && from.get(i).equals(to.get(j))) {
                merged.add(" " + from.get(i++));
                j++;
            } else if (j == to.size() || i < from.size() && common[i + 1][j] >= common[i][j + 1]) {
                merged.add("-" + from.get(i++));
            } else {
                merged.add("+" + to.get(j++));
            }
        }
        return merged;
    }
}
