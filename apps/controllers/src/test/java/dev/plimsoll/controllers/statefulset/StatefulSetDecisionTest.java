package dev.plimsoll.controllers.statefulset;

import static dev.plimsoll.controllers.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.statefulset.StatefulSetDecision.Observed;
import dev.plimsoll.controllers.statefulset.StatefulSetDecision.Step;
import dev.plimsoll.controllers.testing.Docs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §15.4. */
class StatefulSetDecisionTest {
    record Row(String rule, String spec, List<PodView> pods, String steps) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static final String ORDERED = "";
    private static final String PARALLEL = ",'podManagementPolicy':'Parallel'";

    private static PodView old(int ordinal) {
        return Docs.ready("s-" + ordinal, ",'labels':{'controller-revision-hash':'r1'}");
    }

    private static PodView current(int ordinal) {
        return Docs.ready("s-" + ordinal, ",'labels':{'controller-revision-hash':'r2'}");
    }

    private static PodView unready(int ordinal) {
        return Docs.pod("s-" + ordinal, ",'labels':{'controller-revision-hash':'r2'}", "Running", "False", "n");
    }

    private static PodView ended(int ordinal) {
        return Docs.pod("s-" + ordinal, ",'labels':{'controller-revision-hash':'r2'}", "Failed", "False", "n");
    }

    private static PodView going(int ordinal) {
        return Docs.ready(
                "s-" + ordinal,
                ",'deletionTimestamp':'2026-01-01T12:00:00Z','labels':{'controller-revision-hash':'r1'}");
    }

    private static List<PodView> pods(PodView... pods) {
        return Arrays.asList(pods);
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("the lowest missing ordinal is made first", ORDERED, pods(), "+0@r2"),
                new Row("the next waits until the one before is ready", ORDERED, pods(unready(0)), ""),
                new Row("then it is made", ORDERED, pods(current(0)), "+1@r2"),
                new Row("Parallel does not wait", PARALLEL, pods(unready(1)), "+0@r2 +2@r2"),
                new Row("one that has ended is deleted to be made again", ORDERED, pods(current(0), ended(1)), "-1"),
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
                        ",'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':2}}",
                        pods(old(0), old(1), current(2)),
                        ""),
                new Row(
                        "and are made again as they were",
                        ",'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':2}}",
                        pods(old(0), current(2)),
                        "+1@r1"),
                new Row(
                        "as many as maxUnavailable go together",
                        PARALLEL
                                + ",'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'maxUnavailable':'67%'}}",
                        pods(old(0), old(1), old(2)),
                        "-2 -1"),
                new Row(
                        "less those that are away already",
                        PARALLEL + ",'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'maxUnavailable':2}}",
                        pods(old(0), old(1), unready(2)),
                        "-1"),
                new Row(
                        "OnDelete does nothing by itself",
                        ",'updateStrategy':{'type':'OnDelete'}",
                        pods(old(0), old(1), old(2)),
                        ""),
                new Row(
                        "ordinals begin where the set says",
                        ",'ordinals':{'start':5}",
                        pods(current(5), current(6)),
                        "+7@r2"),
                new Row("a pod of another name is no pod of the set", ORDERED, pods(Docs.ready("s-x", "")), "+0@r2"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void steps(Row row) {
        var set = Docs.workload("{'metadata':{'namespace':'ns','name':'s'},'spec':{'replicas':3" + row.spec() + "}}");
        var steps = StatefulSetDecision.decide(new Observed(set, row.pods(), "r1", "r2", NOW)).stream()
                .map(step -> switch (step) {
                    case Step.Create(var ordinal, var revision) -> "+" + ordinal + "@" + revision;
                    case Step.Delete(var pod) -> pod.name().name().replace("s-", "-");
                })
                .toList();
        assertThat(String.join(" ", steps)).isEqualTo(row.steps());
    }
}
