package insideinformer.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which package knows which. */
class PackagesTest {

    private static final String SERVER = "insideinformer.apiserver";

    /** The rooms of the API server, each after those that it uses. Its own package stands over all of them. */
    private static final List<String> ROOMS = List.of(
            "yaml", "errors", "kinds", "store", "http", "faults", "admission", "bodies", "tables", "strategy", "write",
            "watch");

    @Test
    void no_packages_use_each_other_in_a_circle() {
        slices().matching("insideinformer.(**)").should().beFreeOfCycles()
                .because("a reader must be able to understand one package after the other")
                .check(Reactor.MAIN);
    }

    @Test
    void a_room_of_the_server_uses_only_rooms_below_it() {
        Set<String> upward = new TreeSet<>();
        for (JavaClass type : Reactor.MAIN) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (isInServer(type) && isInServer(target) && place(target) > place(type)) {
                    upward.add(type.getName() + " uses " + target.getName());
                }
            }
        }

        assertThat(upward).as("rooms are named in PackagesTest from the bottom to the top").isEmpty();
    }

    private static boolean isInServer(JavaClass type) {
        return type.getPackageName().equals(SERVER) || type.getPackageName().startsWith(SERVER + ".");
    }

    private static int place(JavaClass type) {
        if (type.getPackageName().equals(SERVER)) {
            return ROOMS.size();
        }
        String room = type.getPackageName().substring(SERVER.length() + 1);
        assertThat(ROOMS).as("the rooms in PackagesTest").contains(room);
        return ROOMS.indexOf(room);
    }
}
