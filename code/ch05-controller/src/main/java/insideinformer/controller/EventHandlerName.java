package insideinformer.controller;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names handlers in messages. A handler is named after its class. If it is made of functions, it is named after the
 * classes in which the functions were written.
 *
 * <p>Upstream: {@code tools/cache/event_handler_name.go, nameForHandler}.
 */
public final class EventHandlerName {

    private EventHandlerName() {}

    /** The name; several classes are joined with a plus. */
    public static String nameForHandler(ResourceEventHandler<?> handler) {
        return switch (handler) {
            case ResourceEventHandlerFuncs<?> funcs ->
                joined(funcs, funcs.addFunc(), funcs.updateFunc(), funcs.deleteFunc());
            case ResourceEventHandlerDetailedFuncs<?> funcs ->
                joined(funcs, funcs.addFunc(), funcs.updateFunc(), funcs.deleteFunc());
            default -> className(handler);
        };
    }

    private static String joined(Object handler, @Nullable Object... functions) {
        String names = Stream.of(functions)
                .filter(Objects::nonNull)
                .map(EventHandlerName::className)
                .distinct()
                .collect(Collectors.joining("+"));
        return names.isEmpty() ? className(handler) : names;
    }

    /** For a lambda, the class that declares it. */
    private static String className(Object object) {
        String name = object.getClass().getName();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda);
    }
}
