package insideinformer.deltafifo;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What comes out of a queue after a sequence of operations. {@link Scenario} explains the notation. */
class DeltaFIFOSequencesTest {

    /** A line: id, known objects, what replace emits, operations, what is popped, hasSynced before → after a drain. */
    private record Sequence(String id, String known, String emit, String operations, String popped, String synced) {
        static Sequence of(String line) {
            String[] cells = Arrays.stream(line.split("\\|")).map(String::trim).toArray(String[]::new);
            return new Sequence(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]);
        }

        Scenario scenario() {
            return new Scenario(known, emit.equals("Replaced"));
        }

        @Override
        public String toString() {
            return id + " " + known + " " + operations;
        }
    }

    private static Stream<Sequence> sequences(String table) {
        return table.lines().map(Sequence::of);
    }

    private static void play(Sequence sequence) throws Exception {
        Scenario scenario = sequence.scenario();

        Scenario.Outcome outcome = scenario.play(sequence.operations());

        assertThat(outcome).isEqualTo(new Scenario.Outcome(sequence.popped(), sequence.synced()));
    }

    // Accumulation and order

    private static final String ACCUMULATION = """
            DF-101 | - | Replaced | add a1                                              | a[Added a1]                                                            | yes → yes
            DF-102 | - | Replaced | add a1; upd a2                                      | a[Added a1, Updated a2]                                                | yes → yes
            DF-103 | - | Replaced | upd a1                                              | a[Updated a1]                                                          | yes → yes
            DF-104 | - | Replaced | add a1; add a1                                      | a[Added a1, Added a1]                                                  | yes → yes
            DF-105 | - | Replaced | upd a1; upd a1                                      | a[Updated a1, Updated a1]                                              | yes → yes
            DF-106 | - | Replaced | add a1; upd a2; del a3                              | a[Added a1, Updated a2, Deleted a3]                                    | yes → yes
            DF-107 | - | Replaced | add a1; add b1; upd a2                              | a[Added a1, Updated a2] b[Added b1]                                    | yes → yes
            DF-108 | - | Replaced | add a1; pop; upd a2                                 | a[Added a1] // a[Updated a2]                                           | yes → yes
            DF-109 | - | Replaced | add a1; add b1; add a2; add a3; add c1; pop; add a4 | a[Added a1, Added a2, Added a3] // b[Added b1] c[Added c1] a[Added a4] | yes → yes
            """;

    static Stream<Sequence> accumulation() {
        return sequences(ACCUMULATION);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accumulation")
    @Spec({"DF-09", "DF-17", "DF-19", "DF-101", "DF-102", "DF-103", "DF-104", "DF-105", "DF-106", "DF-107", "DF-108",
        "DF-109"})
    void deltas_pile_up_per_key_and_keys_wait_in_order(Sequence sequence) throws Exception {
        play(sequence);
    }

    // Delete: what is ignored, what is merged

    private static final String DELETE = """
            DF-110 | -    | Replaced | del a1                                                  | (nothing)                                                             | yes → yes
            DF-111 | {}   | Replaced | del a1                                                  | (nothing)                                                             | yes → yes
            DF-112 | {a1} | Replaced | del a2                                                  | a[Deleted a2]                                                         | yes → yes
            DF-113 | {a1} | Replaced | del a!1                                                 | a[Deleted a!1]                                                        | yes → yes
            DF-114 | -    | Replaced | add a1; del a2; del a3                                  | a[Added a1, Deleted a2]                                               | yes → yes
            DF-115 | -    | Replaced | add a1; del a!1; del a2                                 | a[Added a1, Deleted a2]                                               | yes → yes
            DF-116 | -    | Replaced | add a1; del a2; del a!2                                 | a[Added a1, Deleted a2]                                               | yes → yes
            DF-117 | -    | Replaced | add a1; del a!1; del a!2                                | a[Added a1, Deleted a!2]                                              | yes → yes
            DF-118 | -    | Replaced | add a1; del a2; add a3                                  | a[Added a1, Deleted a2, Added a3]                                     | yes → yes
            DF-119 | -    | Replaced | add a1; del a2; add a3; del a4                          | a[Added a1, Deleted a2, Added a3, Deleted a4]                         | yes → yes
            DF-120 | -    | Replaced | add a1; upd a2; del a3; add a4; upd a5; del a6; del a!6 | a[Added a1, Updated a2, Deleted a3, Added a4, Updated a5, Deleted a6] | yes → yes
            """;

    static Stream<Sequence> delete() {
        return sequences(DELETE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("delete")
    @Spec({"DF-12", "DF-13", "DF-15", "DF-16", "DF-20", "DF-21", "DF-110", "DF-111", "DF-112", "DF-113", "DF-114",
        "DF-115", "DF-116", "DF-117", "DF-118", "DF-119", "DF-120"})
    void deletes_are_ignored_or_merged(Sequence sequence) throws Exception {
        play(sequence);
    }

    // Replace without known objects

    private static final String REPLACE_NOTHING_KNOWN = """
            DF-121 | - | Replaced | replace a1 b1                           | a*[Replaced a1] b*[Replaced b1]                    | no → yes
            DF-122 | - | Sync     | replace a1 b1                           | a*[Sync a1] b*[Sync b1]                            | no → yes
            DF-123 | - | Replaced | replace                                 | (nothing)                                          | yes → yes
            DF-124 | - | Replaced | replace a1 a2                           | a*[Replaced a1, Replaced a2]                       | no → yes
            DF-125 | - | Replaced | add a1; replace a2                      | a[Added a1, Replaced a2]                           | yes → yes
            DF-126 | - | Replaced | add a1; replace                         | a[Added a1, Deleted a!1]                           | yes → yes
            DF-127 | - | Replaced | add a1; replace; replace                | a[Added a1, Deleted a!1]                           | yes → yes
            DF-128 | - | Replaced | add a1; del a2; replace                 | a[Added a1, Deleted a2]                            | yes → yes
            DF-129 | - | Replaced | add a1; replace; add a2                 | a[Added a1, Deleted a!1, Added a2]                 | yes → yes
            DF-130 | - | Replaced | add a1; replace a1; replace a1; replace | a[Added a1, Replaced a1, Replaced a1, Deleted a!1] | yes → yes
            DF-131 | - | Replaced | replace a1; replace b1                  | a*[Replaced a1, Deleted a!1] b[Replaced b1]        | no → yes
            DF-132 | - | Replaced | replace a1; del a2; replace a3          | a*[Replaced a1, Deleted a2, Replaced a3]           | no → yes
            DF-133 | - | Replaced | add a1; pop; replace                    | a[Added a1]                                        | yes → yes
            """;

    static Stream<Sequence> replaceNothingKnown() {
        return sequences(REPLACE_NOTHING_KNOWN);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("replaceNothingKnown")
    @Spec({"DF-28", "DF-29", "DF-30", "DF-31", "DF-32", "DF-33", "DF-36", "DF-40", "DF-42", "DF-121", "DF-122",
        "DF-123", "DF-124", "DF-125", "DF-126", "DF-127", "DF-128", "DF-129", "DF-130", "DF-131", "DF-132", "DF-133"})
    void replace_without_known_objects_compares_with_the_queue(Sequence sequence) throws Exception {
        play(sequence);
    }

    // Replace with known objects

    private static final String REPLACE_KNOWN = """
            DF-134 | {}         | Replaced | add a1; replace            | a[Added a1, Deleted a!1]                                                  | yes → yes
            DF-135 | {a1}       | Replaced | add a2; replace            | a[Added a2, Deleted a!2]                                                  | yes → yes
            DF-136 | {a1 b1 c1} | Replaced | replace a1                 | a*[Replaced a1] b*[Deleted b!1] c*[Deleted c!1]                           | no → yes
            DF-137 | {a1 b1 c1} | Replaced | del c2; replace a1         | c[Deleted c2] a[Replaced a1] b[Deleted b!1]                               | yes → yes
            DF-138 | {a1 b1 c1} | Replaced | add c2; replace a1         | c[Added c2, Deleted c!2] a[Replaced a1] b[Deleted b!1]                    | yes → yes
            DF-139 | {a1 b1 c1} | Replaced | del b1; add b9; replace a1 | b[Deleted b1, Added b9, Deleted b!9] a[Replaced a1] c[Deleted c!1]        | yes → yes
            DF-140 | {a1 b1 c1} | Replaced | replace b9 a1; replace a1  | b*[Replaced b9, Deleted b!9] a*[Replaced a1, Replaced a1] c*[Deleted c!1] | no → yes
            DF-141 | {a1}       | Replaced | del a1; replace a2         | a[Deleted a1, Replaced a2]                                                | yes → yes
            DF-142 | {a1}       | Sync     | del a1; replace a2         | a[Deleted a1, Sync a2]                                                    | yes → yes
            DF-143 | {a1 b1}    | Replaced | replace a2; del b1; del b2 | a*[Replaced a2] b*[Deleted b1]                                            | no → yes
            DF-144 | {a1 b1}    | Replaced | replace b2; add a2         | b*[Replaced b2] a*[Deleted a!1, Added a2]                                 | no → yes
            DF-145 | {a1}       | Replaced | del a!1; del a2; replace   | a[Deleted a2]                                                             | yes → yes
            DF-146 | {a1?}      | Replaced | replace b1                 | b*[Replaced b1] a*[Deleted a!]                                            | no → yes
            """;

    static Stream<Sequence> replaceKnown() {
        return sequences(REPLACE_KNOWN);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("replaceKnown")
    @Spec({"DF-30", "DF-31", "DF-33", "DF-34", "DF-35", "DF-134", "DF-135", "DF-136", "DF-137", "DF-138", "DF-139",
        "DF-140", "DF-141", "DF-142", "DF-143", "DF-144", "DF-145", "DF-146"})
    void replace_with_known_objects_deletes_what_is_missing_from_the_list(Sequence sequence) throws Exception {
        play(sequence);
    }

    // Resync

    private static final String RESYNC = """
            DF-147 | -       | Replaced | add a1; pop; resync | a[Added a1]              | yes → yes
            DF-148 | {a1 b1} | Replaced | resync              | a*[Sync a1] b*[Sync b1]  | no → no
            DF-149 | {a1 b1} | Replaced | upd a2; resync      | a[Updated a2] b[Sync b1] | yes → yes
            DF-150 | {a1}    | Replaced | del a2; resync      | a[Deleted a2]            | yes → yes
            DF-151 | {a1}    | Replaced | resync; resync      | a*[Sync a1]              | no → no
            DF-152 | {a1}    | Replaced | resync; upd a2      | a[Sync a1, Updated a2]   | yes → yes
            DF-153 | {a1}    | Replaced | resync; del a2      | a[Sync a1, Deleted a2]   | yes → yes
            DF-154 | {a1}    | Replaced | resync; replace a2  | a*[Sync a1, Replaced a2] | no → yes
            DF-155 | {a1}    | Replaced | resync; replace     | a*[Sync a1, Deleted a!1] | no → yes
            DF-156 | {a1}    | Replaced | replace a1; resync  | a*[Replaced a1]          | no → yes
            """;

    static Stream<Sequence> resync() {
        return sequences(RESYNC);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("resync")
    @Spec({"DF-43", "DF-57", "DF-147", "DF-148", "DF-149", "DF-150", "DF-151", "DF-152", "DF-153", "DF-154", "DF-155",
        "DF-156"})
    void resync_shows_known_objects_of_which_there_is_no_news(Sequence sequence) throws Exception {
        play(sequence);
    }

    // With a consumer that keeps the known objects up to date

    private static final String CONSUMER = """
            DF-157 | live{}      | Replaced | replace a1 b1; pop; pop; upd a2; del b2; pop; pop | a*[Replaced a1] b*[Replaced b1] a[Updated a2] b[Deleted b2] | yes → yes
            DF-158 | live{a1 b1} | Replaced | replace a2 c1; pop; pop; pop                      | a*[Replaced a2] c*[Replaced c1] b*[Deleted b!1]             | yes → yes
            DF-159 | live{a1}    | Replaced | del a2; add a3; pop                               | a[Deleted a2, Added a3]                                     | yes → yes
            DF-160 | live{a1}    | Replaced | replace; pop; del a2                              | a*[Deleted a!1]                                             | yes → yes
            DF-161 | live{}      | Replaced | add a1; replace; pop; replace                     | a[Added a1, Deleted a!1]                                    | yes → yes
            DF-162 | live{a1}    | Replaced | del a1; pop; replace a2                           | a[Deleted a1] // a[Replaced a2]                             | yes → yes
            DF-163 | live{a1 b1} | Replaced | resync; del b2; pop; pop; resync                  | a[Sync a1] b[Sync b1, Deleted b2] // a[Sync a1]             | yes → yes
            """;

    static Stream<Sequence> consumer() {
        return sequences(CONSUMER);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("consumer")
    @Spec({"DF-157", "DF-158", "DF-159", "DF-160", "DF-161", "DF-162", "DF-163"})
    void a_consumer_keeps_the_known_objects_up_to_date(Sequence sequence) throws Exception {
        play(sequence);
    }

    // Initial list and HasSynced

    private static final String INITIAL_LIST = """
            DF-164 | -    | Replaced | replace a1 b1; pop; pop              | a*[Replaced a1] b*[Replaced b1]                   | yes → yes
            DF-165 | -    | Replaced | replace a1 b1; pop                   | a*[Replaced a1] // b*[Replaced b1]                | no → yes
            DF-166 | -    | Replaced | replace a1; upd a2                   | a*[Replaced a1, Updated a2]                       | no → yes
            DF-167 | -    | Replaced | replace a1; add b1                   | a*[Replaced a1] b[Added b1]                       | no → yes
            DF-168 | -    | Replaced | replace a1 b1; pop; add a2; pop; pop | a*[Replaced a1] b*[Replaced b1] a[Added a2]       | yes → yes
            DF-169 | -    | Replaced | replace a1 b1; del a2; pop; pop      | a*[Replaced a1, Deleted a2] b*[Replaced b1]       | yes → yes
            DF-170 | {b1} | Replaced | replace a1; pop; pop; replace b2     | a*[Replaced a1] b*[Deleted b!1] // b[Replaced b2] | yes → yes
            DF-171 | -    | Replaced | close; add a1                        | a[Added a1]                                       | yes → yes
            """;

    static Stream<Sequence> initialList() {
        return sequences(INITIAL_LIST);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("initialList")
    @Spec({"DF-39", "DF-41", "DF-42", "DF-44", "DF-54", "DF-164", "DF-165", "DF-166", "DF-167", "DF-168", "DF-169",
        "DF-170", "DF-171"})
    void the_initial_list_is_marked_and_then_the_queue_is_synced(Sequence sequence) throws Exception {
        play(sequence);
    }

    @Test
    @Spec("DF-02")
    void five_types_of_deltas_leave_the_queue_and_no_other() throws Exception {
        Set<DeltaType> seen = EnumSet.noneOf(DeltaType.class);

        for (String table : List.of(
                ACCUMULATION, DELETE, REPLACE_NOTHING_KNOWN, REPLACE_KNOWN,
                RESYNC, CONSUMER, INITIAL_LIST)) {
            for (Sequence sequence : sequences(table).toList()) {
                Scenario scenario = sequence.scenario();
                scenario.play(sequence.operations());
                seen.addAll(scenario.typesSeen);
            }
        }

        assertThat(seen)
                .extracting(DeltaType::toString)
                .containsExactlyInAnyOrder("Added", "Updated", "Deleted", "Replaced", "Sync");
    }
}
