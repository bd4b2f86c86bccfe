package dev.plimsoll.core.workloads.daemonset;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.NodeTerm;
import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.NodeTaint;
import dev.plimsoll.core.workloads.TestNode;
import dev.plimsoll.core.workloads.TestPod;
import dev.plimsoll.core.workloads.daemonset.DaemonPlacement.NodeRules;
import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision.Observed;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §15.5. */
class DaemonSetDecisionTest {
    private static final NodeRules ANYWHERE = new NodeRules("", Map.of(), NodeAffinity.NONE, List.of(), false);
    private static final DaemonSetSpec PLAIN = on(ANYWHERE);

    private static DaemonSetSpec on(NodeRules rules) {
        return new DaemonSetSpec(rules, 0, false, new IntOrString.Absent(), new IntOrString.Absent());
    }

    record Row(String rule, DaemonSetSpec spec, List<ControlledNode> nodes, List<ControlledPod> pods, String plan) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static ControlledNode node(String name, NodeTaint... taints) {
        return TestNode.named(name).label("zone", name).taints(taints).build();
    }

    private static NodeTaint taint(String key, String effect) {
        return new NodeTaint(new Taint(key, "", effect), Instant.EPOCH);
    }

    private static ControlledPod pod(String name, String hash, String phase, String ready, String node) {
        return TestPod.running(name)
                .label(DaemonSetDecision.REVISION_HASH, hash)
                .phase(phase)
                .ready(ready.equals("True"))
                .node(node)
                .build();
    }

    private static ControlledPod current(String name, String node) {
        return pod(name, "new", "Running", "True", node);
    }

    private static ControlledPod old(String name, String node) {
        return pod(name, "old", "Running", "True", node);
    }

    private static List<ControlledPod> pods(ControlledPod... pods) {
        return Arrays.asList(pods);
    }

    static Stream<Row> rows() {
        var plain = List.of(node("a"), node("b"));
        var three = List.of(node("a"), node("b"), node("c"));
        var surge = new DaemonSetSpec(ANYWHERE, 0, false, new IntOrString.Int(1), new IntOrString.Int(0));
        var notInA =
                new NodeTerm(List.of(new Requirement("zone", Requirement.Operator.NOT_IN, Set.of("a"))), List.of());
        return Stream.of(
                new Row("one pod on every node", PLAIN, plain, pods(current("p", "a")), "+b"),
                new Row(
                        "not where the node selector does not match",
                        on(new NodeRules("", Map.of("zone", "b"), NodeAffinity.NONE, List.of(), false)),
                        plain,
                        pods(),
                        "+b"),
                new Row(
                        "not where required affinity does not match",
                        on(new NodeRules(
                                "", Map.of(), new NodeAffinity(true, List.of(notInA), List.of()), List.of(), false)),
                        plain,
                        pods(),
                        "+b"),
                new Row(
                        "not on a node with a taint that it does not tolerate",
                        PLAIN,
                        List.of(node("a", taint("x", "NoSchedule")), node("b")),
                        pods(),
                        "+b"),
                new Row(
                        "but on one that is not ready or cordoned",
                        PLAIN,
                        List.of(
                                node("a", taint("node.kubernetes.io/unreachable", "NoExecute")),
                                node("b", taint("node.kubernetes.io/unschedulable", "NoSchedule"))),
                        pods(),
                        "+a +b"),
                new Row(
                        "a pod stays where only NoSchedule is not tolerated",
                        PLAIN,
                        List.of(node("a", taint("x", "NoSchedule")), node("b")),
                        pods(current("p", "a"), current("q", "b")),
                        ""),
                new Row(
                        "and goes where NoExecute is not",
                        PLAIN,
                        List.of(node("a", taint("x", "NoExecute")), node("b")),
                        pods(current("p", "a"), current("q", "b")),
                        "-p"),
                new Row(
                        "a failed pod is deleted",
                        PLAIN,
                        plain,
                        pods(pod("p", "new", "Failed", "False", "a"), current("q", "b")),
                        "-p!"),
                new Row(
                        "of two on one node the younger goes",
                        PLAIN,
                        plain,
                        pods(current("p", "a"), current("p2", "a"), current("q", "b")),
                        "-p2"),
                new Row(
                        "an update replaces one available pod at a time",
                        PLAIN,
                        three,
                        pods(old("p", "a"), old("q", "b"), old("r", "c")),
                        "-p"),
                new Row(
                        "and none while a new one is not available",
                        PLAIN,
                        three,
                        pods(pod("p", "new", "Running", "False", "a"), old("q", "b"), old("r", "c")),
                        ""),
                new Row(
                        "an old pod that is not available is replaced at once",
                        PLAIN,
                        three,
                        pods(
                                pod("p", "new", "Running", "False", "a"),
                                pod("q", "old", "Running", "False", "b"),
                                old("r", "c")),
                        "-q"),
                new Row(
                        "with a surge the new pod is made beside the old one",
                        surge,
                        plain,
                        pods(old("p", "a"), old("q", "b")),
                        "+a"),
                new Row(
                        "which goes when the new one is available",
                        surge,
                        plain,
                        pods(old("p", "a"), current("p2", "a"), old("q", "b")),
                        "+b -p"),
                new Row(
                        "OnDelete does nothing by itself",
                        new DaemonSetSpec(ANYWHERE, 0, true, new IntOrString.Absent(), new IntOrString.Absent()),
                        plain,
                        pods(old("p", "a"), old("q", "b")),
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void plans(Row row) {
        var plan = DaemonSetDecision.decide(new Observed(row.spec(), row.pods(), row.nodes(), "new", Set.of(), NOW));
        var text = new StringBuilder();
        plan.createOn().forEach(node -> text.append(" +").append(node));
        for (var pod : plan.delete()) {
            text.append(" -").append(pod.name()).append(plan.failed().contains(pod) ? "!" : "");
        }
        assertThat(text.toString().strip()).isEqualTo(row.plan());
    }
}
