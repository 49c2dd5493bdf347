package insideinformer.reflector;

import java.lang.StackWalker.StackFrame;
import java.util.List;

/** Names a thing after the place that made it. Upstream: {@code apimachinery pkg/util/naming/from_stack.go}. */
final class CallerName {

    private static final List<String> OURS = List.of(
            "insideinformer.reflector.", "insideinformer.controller.", "insideinformer.sharedinformer.",
            "insideinformer.factory.");
    private static final int FRAMES = 10;

    private CallerName() {}

    /** File and line of the nearest caller outside the informer machinery; {@code ????} if there is none nearby. */
    static String ofCaller() {
        return StackWalker.getInstance().walk(frames -> frames
                .skip(1)
                .limit(FRAMES)
                .filter(frame -> OURS.stream().noneMatch(frame.getClassName()::startsWith))
                .map(CallerName::place)
                .findFirst()
                .orElse("????"));
    }

    private static String place(StackFrame frame) {
        return frame.getFileName() + ":" + frame.getLineNumber();
    }
}
