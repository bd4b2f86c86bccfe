package dev.plimsoll.controllers.daemonset;

import static dev.plimsoll.controllers.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.daemonset.DaemonSetDecision.Observed;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.testing.Docs;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §15.5. */
class DaemonSetDecisionTest {
    record Row(String rule, String spec, List<Workload> nodes, List<PodView> pods, String plan) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static Workload node(String name, String spec) {
        return Docs.workload(
                "{'metadata':{'name':'" + name + "','labels':{'zone':'" + name + "'}},'spec':{" + spec + "}}");
    }

    private static String taint(String key, String effect) {
        return "'taints':[{'key':'" + key + "','effect':'" + effect + "'}]";
    }

    private static PodView pod(String name, String hash, String phase, String ready, String node) {
        return Docs.pod(name, ",'labels':{'controller-revision-hash':'" + hash + "'}", phase, ready, node);
    }

    private static PodView current(String name, String node) {
        return pod(name, "new", "Running", "True", node);
    }

    private static PodView old(String name, String node) {
        return pod(name, "old", "Running", "True", node);
    }

    private static List<PodView> pods(PodView... pods) {
        return Arrays.asList(pods);
    }

    static Stream<Row> rows() {
        var plain = List.of(node("a", ""), node("b", ""));
        var three = List.of(node("a", ""), node("b", ""), node("c", ""));
        var surge = ",'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':1,'maxUnavailable':0}}";
        return Stream.of(
                new Row("one pod on every node", "", plain, pods(current("p", "a")), "+b"),
                new Row(
                        "not where the node selector does not match",
                        ",'template':{'spec':{'nodeSelector':{'zone':'b'}}}",
                        plain,
                        pods(),
                        "+b"),
                new Row(
                        "not where required affinity does not match",
                        ",'template':{'spec':{'affinity':{'nodeAffinity':{"
                                + "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':["
                                + "{'matchExpressions':[{'key':'zone','operator':'NotIn','values':['a']}]}]}}}}}",
                        plain,
                        pods(),
                        "+b"),
                new Row(
                        "not on a node with a taint that it does not tolerate",
                        "",
                        List.of(node("a", taint("x", "NoSchedule")), node("b", "")),
                        pods(),
                        "+b"),
                new Row(
                        "but on one that is not ready or cordoned",
                        "",
                        List.of(
                                node("a", taint("node.kubernetes.io/unreachable", "NoExecute")),
                                node("b", taint("node.kubernetes.io/unschedulable", "NoSchedule"))),
                        pods(),
                        "+a +b"),
                new Row(
                        "a pod stays where only NoSchedule is not tolerated",
                        "",
                        List.of(node("a", taint("x", "NoSchedule")), node("b", "")),
                        pods(current("p", "a"), current("q", "b")),
                        ""),
                new Row(
                        "and goes where NoExecute is not",
                        "",
                        List.of(node("a", taint("x", "NoExecute")), node("b", "")),
                        pods(current("p", "a"), current("q", "b")),
                        "-p"),
                new Row(
                        "a failed pod is deleted",
                        "",
                        plain,
                        pods(pod("p", "new", "Failed", "False", "a"), current("q", "b")),
                        "-p!"),
                new Row(
                        "of two on one node the younger goes",
                        "",
                        plain,
                        pods(current("p", "a"), current("p2", "a"), current("q", "b")),
                        "-p2"),
                new Row(
                        "an update replaces one available pod at a time",
                        "",
                        three,
                        pods(old("p", "a"), old("q", "b"), old("r", "c")),
                        "-p"),
                new Row(
                        "and none while a new one is not available",
                        "",
                        three,
                        pods(pod("p", "new", "Running", "False", "a"), old("q", "b"), old("r", "c")),
                        ""),
                new Row(
                        "an old pod that is not available is replaced at once",
                        "",
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
                        ",'updateStrategy':{'type':'OnDelete'}",
                        plain,
                        pods(old("p", "a"), old("q", "b")),
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void plans(Row row) {
        var set = Docs.workload("{'metadata':{'namespace':'ns','name':'d'},'spec':{'x':1" + row.spec() + "}}");
        var plan = DaemonSetDecision.decide(new Observed(set, row.pods(), row.nodes(), "new", Set.of(), NOW));
        var text = new StringBuilder();
        plan.createOn().forEach(node -> text.append(" +").append(node));
        for (var pod : plan.delete()) {
            text.append(" -").append(pod.name().name()).append(plan.failed().contains(pod) ? "!" : "");
        }
        assertThat(text.toString().strip()).isEqualTo(row.plan());
    }
}
