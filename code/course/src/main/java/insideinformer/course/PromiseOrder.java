package insideinformer.course;

import insideinformer.course.check.Promise;
import java.util.Comparator;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/** Promises by their number; a learner's own tests by name. */
public final class PromiseOrder implements MethodOrderer {

    @Override
    public void orderMethods(MethodOrdererContext context) {
        context.getMethodDescriptors().sort(Comparator
                .comparingInt((MethodDescriptor method) ->
                        method.findAnnotation(Promise.class).map(Promise::number).orElse(0))
                .thenComparing(method -> method.getMethod().getName()));
    }
}
