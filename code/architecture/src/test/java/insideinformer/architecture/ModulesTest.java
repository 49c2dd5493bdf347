package insideinformer.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which module knows which. */
class ModulesTest {

    /** Modules that stand apart from the order: all that their shipped code may use. */
    private static final Map<String, Set<String>> ONLY = Map.of(
            "foundation", Set.of(),
            "ch09-workqueue", Set.of("foundation"),
            "ch10-quota-evaluators", Set.of("foundation", "ch01-list-watch"),
            "apiserver", Set.of("foundation", "ch01-list-watch", "ch10-quota-evaluators"));

    /** Controller: the one that moves deltas ({@code tools/cache}), and the one that the controller manager runs. */
    private static final Set<String> TWICE_UPSTREAM = Set.of("Controller");

    @Test
    void a_module_uses_only_modules_above_it() {
        assertThat(violations((from, to) -> Reactor.MODULES.indexOf(to) > Reactor.MODULES.indexOf(from)))
                .as("shipped code that uses a module further down in code/pom.xml")
                .isEmpty();
    }

    @Test
    void what_stands_apart_uses_nothing_but_what_it_may() {
        assertThat(violations((from, to) -> ONLY.containsKey(from) && !ONLY.get(from).contains(to)))
                .as("shipped code of a module that must stay usable on its own")
                .isEmpty();
    }

    @Test
    void a_chapter_uses_only_chapters() {
        assertThat(violations((from, to) -> from.startsWith("ch") && !to.startsWith("ch") && !to.equals("foundation")))
                .as("a chapter's shipped code holds what the chapter explains; servers, tools and tests stand outside")
                .isEmpty();
    }

    @Test
    void no_shipped_code_uses_what_only_tests_share() {
        assertThat(violations((from, to) -> to.startsWith("testing") && !from.startsWith("testing")))
                .as("shipped code that uses the modules 'testing'")
                .isEmpty();
    }

    /** Among what the book explains; the tools around it may have a Report or a Stage of their own. */
    @Test
    void no_class_name_stands_in_two_chapters() {
        Map<String, Set<String>> modules = new TreeMap<>();
        for (JavaClass type : Reactor.MAIN) {
            String module = Reactor.module(type).orElseThrow();
            boolean explained = module.startsWith("ch") || module.equals("foundation")
                    || module.equals("apiserver") && type.getModifiers().contains(JavaModifier.PUBLIC);
            if (explained && type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
                modules.computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>()).add(module);
            }
        }
        modules.keySet().removeAll(TWICE_UPSTREAM);
        modules.values().removeIf(in -> in.size() < 2);

        assertThat(modules)
                .as("a later chapter adds, it never copies: a reader who meets a name must know which class is meant")
                .isEmpty();
    }

    @Test
    void every_module_in_the_list_was_looked_at() {
        Set<String> seen = new TreeSet<>();
        Reactor.MAIN.forEach(type -> Reactor.module(type).ifPresent(seen::add));

        assertThat(seen).contains(
                "foundation", "ch01-list-watch", "ch03-delta-fifo", "apiserver", "soak", "conformance", "program", "course", "book");
    }

    private interface Forbidden {
        boolean test(String from, String to);
    }

    private static List<String> violations(Forbidden forbidden) {
        Set<String> violations = new TreeSet<>();
        for (JavaClass type : Reactor.MAIN) {
            String from = Reactor.module(type).orElseThrow();
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String to = Reactor.module(target).orElse(from);
                if (!to.equals(from) && forbidden.test(from, to)) {
                    violations.add(from + " → " + to + ": " + type.getName() + " uses " + target.getName());
                }
            }
        }
        return List.copyOf(violations);
    }
}
