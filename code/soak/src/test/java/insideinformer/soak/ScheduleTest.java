package insideinformer.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    @Test
    void the_seed_alone_decides_the_schedule() {
        for (long seed = 1; seed <= 100; seed++) {
            assertThat(Schedule.of(seed)).isEqualTo(Schedule.of(seed)).isNotEqualTo(Schedule.of(seed + 1));
        }
    }

    @Test
    void every_kind_of_step_and_every_fault_happens() {
        Set<String> seen = new TreeSet<>();
        Set<Object> ways = new HashSet<>();
        LongStream.rangeClosed(1, 300).mapToObj(Schedule::of).flatMap(s -> s.steps().stream()).forEach(step -> {
            seen.add(step.getClass().getSimpleName());
            if (step instanceof Step.FailRequests fail) {
                ways.add(fail.verb() + " " + fail.how());
            } else if (step instanceof Step.CutAtNext cut) {
                ways.add(cut.where());
            } else if (step instanceof Step.EndWatches end) {
                ways.add(end.how());
            }
        });

        Set<String> all = new TreeSet<>();
        addRecords(Step.class, all);
        assertThat(seen).isEqualTo(all);
        assertThat(ways).hasSize(2 * Step.Refusal.values().length + 3 + 3);
    }

    private static void addRecords(Class<?> type, Set<String> names) {
        if (type.isRecord()) {
            names.add(type.getSimpleName());
            return;
        }
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            addRecords(permitted, names);
        }
    }

    @Test
    void what_a_schedule_orders_can_be_done() {
        for (long seed = 1; seed <= 300; seed++) {
            Schedule schedule = Schedule.of(seed);
            Map<Kind, Set<String>> there = new HashMap<>();
            Set<Integer> broken = new HashSet<>();
            List<Integer> starts = new ArrayList<>();
            boolean up = true;
            for (Step step : schedule.steps()) {
                switch (step) {
                    case Step.Create s -> assertThat(keys(there, s.kind()).add(s.key())).isTrue();
                    case Step.Update s -> assertThat(keys(there, s.kind())).contains(s.key());
                    case Step.Delete s -> assertThat(keys(there, s.kind()).remove(s.key())).isTrue();
                    case Step.Lasting s -> assertThat(broken.add(s.id())).isTrue();
                    case Step.Lift s -> assertThat(broken.remove(s.id())).isTrue();
                    case Step.StartScope s -> starts.add(s.scope());
                    case Step.StopServer s -> up = false;
                    case Step.StartServer s -> up = true;
                    default -> assertThat(up || step instanceof Step.Compact || step instanceof Step.Pause).isTrue();
                }
            }
            assertThat(up).isTrue();
            assertThat(starts).hasSize(schedule.scopes().size()).doesNotHaveDuplicates();
        }
    }

    private static Set<String> keys(Map<Kind, Set<String>> there, Kind kind) {
        return there.computeIfAbsent(kind, k -> new HashSet<>());
    }

    @Test
    void a_printed_schedule_says_it_all() {
        Schedule schedule = Schedule.of(4711);

        assertThat(schedule.toString().lines().filter(line -> line.matches(" *\\d+ \\w+\\[.*")))
                .hasSameSizeAs(schedule.steps());
    }

    @Test
    void seeds_are_one_or_a_range() {
        assertThat(Seeds.parse("4711")).isEqualTo(new Seeds(4711, 4711));
        assertThat(Seeds.parse("1..300").count()).isEqualTo(300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1..", "..5", "3..1", "-1", "1...5"})
    void what_is_no_range_of_seeds_is_refused_naming_it(String text) {
        assertThatThrownBy(() -> Seeds.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }
}
