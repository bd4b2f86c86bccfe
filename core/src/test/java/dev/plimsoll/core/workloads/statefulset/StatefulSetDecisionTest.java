package dev.plimsoll.core.workloads.statefulset;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.TestPod;
import dev.plimsoll.core.workloads.statefulset.StatefulSetDecision.Observed;
import dev.plimsoll.core.workloads.statefulset.StatefulSetDecision.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §15.4. */
class StatefulSetDecisionTest {
    record Row(String rule, StatefulSetSpec spec, List<ControlledPod> pods, String steps) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static StatefulSetSpec set(int first, boolean isParallel, int partition, IntOrString maxUnavailable) {
        return new StatefulSetSpec("s", false, first, 3, 0, isParallel, false, partition, maxUnavailable);
    }

    private static final StatefulSetSpec ORDERED = set(0, false, 0, new IntOrString.Absent());
    private static final StatefulSetSpec PARALLEL = set(0, true, 0, new IntOrString.Absent());
    private static final StatefulSetSpec ON_DELETE =
            new StatefulSetSpec("s", false, 0, 3, 0, false, true, 0, new IntOrString.Absent());

    private static TestPod pod(int ordinal, String revision) {
        return TestPod.running("s-" + ordinal).label(StatefulSetDecision.REVISION_HASH, revision);
    }

    private static ControlledPod old(int ordinal) {
        return pod(ordinal, "r1").ready(true).build();
    }

    private static ControlledPod current(int ordinal) {
        return pod(ordinal, "r2").ready(true).build();
    }

    private static ControlledPod unready(int ordinal) {
        return pod(ordinal, "r2").build();
    }

    private static ControlledPod ended(int ordinal) {
        return pod(ordinal, "r2").phase("Failed").build();
    }

    private static ControlledPod refused(int ordinal) {
        return pod(ordinal, "r2").refused("OutOfcpu").build();
    }

    private static ControlledPod going(int ordinal) {
        return pod(ordinal, "r1").ready(true).deleting().build();
    }

    private static List<ControlledPod> pods(ControlledPod... pods) {
        return Arrays.asList(pods);
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("the lowest missing ordinal is made first", ORDERED, pods(), "+0@r2"),
                new Row("the next waits until the one before is ready", ORDERED, pods(unready(0)), ""),
                new Row("then it is made", ORDERED, pods(current(0)), "+1@r2"),
                new Row("Parallel does not wait", PARALLEL, pods(unready(1)), "+0@r2 +2@r2"),
                new Row("one that has ended is deleted to be made again", ORDERED, pods(current(0), ended(1)), "-1"),
                new Row("also one that its node refused", ORDERED, pods(current(0), refused(1)), "-1"),
                new Row(
                        "but not while its name rests after refusals",
                        ORDERED,
                        pods(current(0), current(1), refused(2)),
                        ""),
                new Row(
                        "a rest keeps nobody from replacing what failed in another way",
                        ORDERED,
                        pods(current(0), current(1), ended(2)),
                        "-2"),
                new Row(
                        "surplus pods go from the highest, one at a time",
                        ORDERED,
                        pods(current(0), current(1), current(2), current(3), current(4)),
                        "-4"),
                new Row(
                        "and only while all lower ones are healthy",
                        ORDERED,
                        pods(current(0), unready(1), current(2), current(3)),
                        ""),
                new Row(
                        "Parallel deletes all surplus pods",
                        PARALLEL,
                        pods(current(0), current(1), current(2), current(3), current(4)),
                        "-4 -3"),
                new Row("an update begins with the highest", ORDERED, pods(old(0), old(1), old(2)), "-2"),
                new Row("and goes on when that one is ready", ORDERED, pods(old(0), old(1), current(2)), "-1"),
                new Row("not before", ORDERED, pods(old(0), old(1), unready(2)), ""),
                new Row("nor while it is on its way out", ORDERED, pods(old(0), old(1), going(2)), ""),
                new Row(
                        "pods below the partition stay",
                        set(0, false, 2, new IntOrString.Absent()),
                        pods(old(0), old(1), current(2)),
                        ""),
                new Row(
                        "and are made again as they were",
                        set(0, false, 2, new IntOrString.Absent()),
                        pods(old(0), current(2)),
                        "+1@r1"),
                new Row(
                        "as many as maxUnavailable go together",
                        set(0, true, 0, new IntOrString.Text("67%")),
                        pods(old(0), old(1), old(2)),
                        "-2 -1"),
                new Row(
                        "less those that are away already",
                        set(0, true, 0, new IntOrString.Int(2)),
                        pods(old(0), old(1), unready(2)),
                        "-1"),
                new Row("OnDelete does nothing by itself", ON_DELETE, pods(old(0), old(1), old(2)), ""),
                new Row(
                        "ordinals begin where the set says",
                        set(5, false, 0, new IntOrString.Absent()),
                        pods(current(5), current(6)),
                        "+7@r2"),
                new Row(
                        "a pod of another name is no pod of the set",
                        ORDERED,
                        pods(TestPod.ready("s-x").build()),
                        "+0@r2"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void steps(Row row) {
        var steps =
                StatefulSetDecision.decide(new Observed(row.spec(), row.pods(), "r1", "r2", Set.of("s-2"), NOW))
                        .stream()
                        .map(step -> switch (step) {
                            case Step.Create(var ordinal, var revision) -> "+" + ordinal + "@" + revision;
                            case Step.Delete(var pod) -> pod.name().replace("s-", "-");
                        })
                        .toList();
        assertThat(String.join(" ", steps)).isEqualTo(row.steps());
    }

    @Test
    @DisplayName("the status counts by revision, and the update becomes the current revision when all pods have it")
    void status() {
        var half = StatefulSetStatus.of(
                new Observed(ORDERED, List.of(old(0), unready(1), going(2)), "r1", "r2", Set.of(), NOW));
        assertThat(half).isEqualTo(new StatefulSetStatus(3, 2, 2, 1, 1, "r1", "r2"));
        var done = StatefulSetStatus.of(
                new Observed(ORDERED, List.of(current(0), current(1), current(2)), "r1", "r2", Set.of(), NOW));
        assertThat(done).isEqualTo(new StatefulSetStatus(3, 3, 3, 3, 3, "r2", "r2"));
    }
}
