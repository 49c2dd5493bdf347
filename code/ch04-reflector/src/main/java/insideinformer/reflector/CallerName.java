package insideinformer.reflector;

import java.lang.StackWalker.StackFrame;
import java.util.List;

/**
 * Names a Reflector that was given no name: after the line of code that made it.
 *
 * <p>Upstream: {@code apimachinery pkg/util/naming/from_stack.go, GetNameFromCallsite}.
 */
final class CallerName {

    private static final List<String> INTERNAL_PACKAGES = List.of(
            "insideinformer.reflector.", "insideinformer.controller.", "insideinformer.sharedinformer.",
            "insideinformer.factory.");
    private static final int FRAMES = 10; // farther callers say too little

    private CallerName() {}

    /** File and line of the nearest caller outside the internal packages; {@code ????} if there is none nearby. */
    static String ofCaller() {
        return StackWalker.getInstance().walk(frames -> frames
                .skip(1)
                .limit(FRAMES)
                .filter(frame -> INTERNAL_PACKAGES.stream().noneMatch(frame.getClassName()::startsWith))
                .map(CallerName::place)
                .findFirst()
                .orElse("????"));
    }

    private static String place(StackFrame frame) {
        return frame.getFileName() + ":" + frame.getLineNumber();
    }
}
