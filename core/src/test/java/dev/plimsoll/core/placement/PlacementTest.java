package dev.plimsoll.core.placement;

import static dev.plimsoll.core.placement.Given.node;
import static dev.plimsoll.core.placement.Given.placement;
import static dev.plimsoll.core.placement.Given.pod;
import static dev.plimsoll.core.placement.Given.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.NodeTerm;
import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.model.scheduling.Requirement.Operator;
import dev.plimsoll.core.placement.Given.PodBuilder;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.LabelQuery;
import dev.plimsoll.core.placement.terms.PodAffinity;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which nodes take a pod, and what is said when none does: one row per sentence of the scheduler's specification. */
// Acceptance: texts, bad-input
class PlacementTest {
    private static final String BIG = "cpu=4,memory=32Gi";

    private static Decision decide(PodBuilder pod, NodeTable table) {
        return placement(Profile.DEFAULT).decide(pod.build(), table, 0);
    }

    private static String refusal(PodBuilder pod, NodeTable table) {
        return ((Decision.Refused) decide(pod, table)).message();
    }

    private static String chosen(PodBuilder pod, NodeTable table) {
        return ((Decision.Placed) decide(pod, table)).nodeName();
    }

    private static NodeTable with(NodeTable table, PodBuilder... pods) {
        for (var pod : pods) table.add(pod.build());
        return table;
    }

    record Refusal(String rule, PodBuilder pod, NodeTable table, String message) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static LabelQuery app(String value) {
        return new LabelQuery(true, List.of(Requirement.is("app", value)));
    }

    private static PodTerm term(String key) {
        return new PodTerm(key, app("web"), Set.of("default"), LabelQuery.NOTHING);
    }

    private static SpreadConstraint hard(String key, int skew) {
        return new SpreadConstraint(key, skew, true, app("web"), 1, true, false);
    }

    private static NodeAffinity required(Requirement label, Requirement... fields) {
        return new NodeAffinity(true, List.of(new NodeTerm(List.of(label), List.of(fields))), List.of());
    }

    static Stream<Refusal> refusals() {
        var near = new PodAffinity(List.of(term("zone")), List.of(), List.of(), List.of());
        var apart = new PodAffinity(List.of(), List.of(term("zone")), List.of(), List.of());
        var zoneA = node("n1", BIG).labels("zone", "a").build();
        var zoneB = node("n2", BIG).labels("zone", "b").build();
        return Stream.of(
                new Refusal(
                        "one node short of cpu and memory, another of memory: each reason is counted",
                        pod("p", "cpu=3,memory=3Gi"),
                        with(
                                table(
                                        node("n1", "cpu=2,memory=2Gi").build(),
                                        node("n2", "cpu=4,memory=4Gi").build()),
                                pod("x", "memory=2Gi").on("n2")),
                        "0/2 nodes are available: 1 Insufficient cpu, 2 Insufficient memory."),
                new Refusal(
                        "a tainted node is named beside full ones",
                        pod("p", "cpu=3"),
                        with(
                                table(
                                        node("n1", BIG)
                                                .taint("k", "v", "NoSchedule")
                                                .build(),
                                        node("n2", "cpu=4,memory=1Gi").build(),
                                        node("n3", "cpu=4,memory=1Gi").build(),
                                        node("n4", "cpu=4,memory=1Gi").build(),
                                        node("n5", "cpu=4,memory=1Gi").build()),
                                pod("a", "cpu=2").on("n2"),
                                pod("b", "cpu=2").on("n3"),
                                pod("c", "cpu=2").on("n4"),
                                pod("d", "cpu=2").on("n5")),
                        "0/5 nodes are available: 1 node(s) had untolerated taint(s), 4 Insufficient cpu."),
                new Refusal(
                        "counts are sorted as texts",
                        pod("p", "cpu=8"),
                        table(Stream.concat(
                                        java.util.stream.IntStream.range(0, 10)
                                                .mapToObj(i -> node("s" + i, "cpu=1,memory=1Gi")
                                                        .build()),
                                        java.util.stream.IntStream.range(0, 2)
                                                .mapToObj(i -> node("u" + i, BIG)
                                                        .unschedulable()
                                                        .build()))
                                .toArray(dev.plimsoll.core.placement.view.PlacementNode[]::new)),
                        "0/12 nodes are available: 10 Insufficient cpu, 2 node(s) were unschedulable."),
                new Refusal("an empty cluster", pod("p", "cpu=1"), table(), "no nodes available to schedule pods"),
                new Refusal(
                        "a full node, though the pod asks for nothing",
                        pod("p", ""),
                        with(
                                table(node("n1", "cpu=1,pods=1").build()),
                                pod("x", "").on("n1")),
                        "0/1 nodes are available: 1 Too many pods."),
                new Refusal(
                        "a node without capacity takes nothing",
                        pod("p", ""),
                        table(node("n1", "pods=0").build()),
                        "0/1 nodes are available: 1 Too many pods."),
                new Refusal(
                        "a resize that waits has taken the room already",
                        pod("p", "cpu=100m"),
                        with(
                                table(node("n1", "cpu=4").build()),
                                pod("x", "cpu=3").holds("cpu=4500m").on("n1")),
                        "0/1 nodes are available: 1 Insufficient cpu."),
                new Refusal(
                        "extended resources and huge pages by name",
                        pod("p", "nvidia.com/gpu=1,hugepages-2Mi=4Mi"),
                        table(node("n1", BIG).build()),
                        "0/1 nodes are available: 1 Insufficient hugepages-2Mi, 1 Insufficient nvidia.com/gpu."),
                new Refusal(
                        "an absurd request fits nowhere",
                        pod("p", "cpu=10000E,memory=10000E"),
                        table(node("n1", "cpu=4,memory=10Ei").build()),
                        "0/1 nodes are available: 1 Insufficient cpu."),
                new Refusal(
                        "node selector",
                        pod("p", "cpu=1").selector("disk", "ssd"),
                        table(node("n1", BIG).build()),
                        "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector."),
                new Refusal(
                        "an empty term of required affinity matches nothing",
                        pod("p", "cpu=1")
                                .nodeAffinity(
                                        new NodeAffinity(true, List.of(new NodeTerm(List.of(), List.of())), List.of())),
                        table(node("n1", BIG).build()),
                        "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector."),
                new Refusal(
                        "nodes outside those that the affinity names",
                        pod("p", "cpu=1")
                                .nodeAffinity(new NodeAffinity(
                                        true,
                                        List.of(new NodeTerm(
                                                List.of(), List.of(Requirement.is("metadata.name", "gone")))),
                                        List.of())),
                        table(node("n1", BIG).build()),
                        "0/1 nodes are available: 1 node(s) didn't satisfy plugin(s) [NodeAffinity]."),
                new Refusal(
                        "names that contradict each other",
                        pod("p", "cpu=1")
                                .nodeAffinity(required(
                                        new Requirement("x", Operator.EXISTS, Set.of()),
                                        Requirement.is("metadata.name", "a"),
                                        Requirement.is("metadata.name", "b"))),
                        table(node("n1", BIG).build()),
                        "0/1 nodes are available: pod affinity terms conflict."),
                new Refusal(
                        "host ports",
                        pod("p", "").port("10.0.0.1", "", 80),
                        with(
                                table(node("n1", BIG).build()),
                                pod("x", "").port("", "TCP", 80).on("n1")),
                        "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports."),
                new Refusal(
                        "spread over zones",
                        pod("p", "").labels("app", "web").spread(hard("zone", 1)),
                        with(
                                table(
                                        zoneA,
                                        node("n2", "cpu=1,pods=0")
                                                .labels("zone", "b")
                                                .build()),
                                pod("x", "").labels("app", "web").on("n1")),
                        "0/2 nodes are available: 1 Too many pods, 1 node(s) didn't match pod topology spread constraints."),
                new Refusal(
                        "a node without the label of a spread constraint",
                        pod("p", "").labels("app", "web").spread(hard("rack", 1)),
                        table(zoneA),
                        "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints (missing required label)."),
                new Refusal(
                        "nobody to be near to",
                        pod("p", "").podAffinity(near),
                        table(zoneA),
                        "0/1 nodes are available: 1 node(s) didn't match pod affinity rules."),
                new Refusal(
                        "somebody to be away from",
                        pod("p", "").podAffinity(apart),
                        with(table(zoneA), pod("x", "").labels("app", "web").on("n1")),
                        "0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules."),
                new Refusal(
                        "somebody who wants to be away from it",
                        pod("p", "").labels("app", "web"),
                        with(table(zoneA), pod("x", "").podAffinity(apart).on("n1")),
                        "0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules."),
                new Refusal(
                        "declared features",
                        pod("p", "").needs("VolumeBindMountOptions"),
                        table(zoneB),
                        "0/1 nodes are available: 1 node(s) didn't match Pod's required features."),
                new Refusal(
                        "no NUMA node has enough free",
                        pod("p", "cpu=4").pinned("cpu=4,memory=1Gi"),
                        table(node("n1", "cpu=16")
                                .zones(new NumaZones(
                                        TopologyManagerPolicy.SINGLE_NUMA_NODE,
                                        TopologyManagerScope.CONTAINER,
                                        true,
                                        List.of(
                                                Amounts.of(ResourceAmounts.parse("cpu=3")),
                                                Amounts.of(ResourceAmounts.parse("cpu=3"))),
                                        null))
                                .build()),
                        "0/1 nodes are available: 1 node(s) could not align the pod's resources to NUMA nodes."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refused(Refusal row) {
        assertThat(refusal(row.pod(), row.table())).isEqualTo(row.message());
    }

    @Test
    void aResourceThatIsNotAskedForIsNotLookedAt() {
        var table = with(
                table(node("n1", "cpu=4").build()), pod("x", "").holds("cpu=9").on("n1"));
        assertThat(chosen(pod("p", "memory=0"), table)).isEqualTo("n1");
    }

    @Test
    void theFirstOfASetThatWantsToBeTogetherMayGoAnywhere() {
        var near = new PodAffinity(List.of(term("zone")), List.of(), List.of(), List.of());
        var zone = node("n1", BIG).labels("zone", "a").build();
        assertThat(chosen(pod("p", "").labels("app", "web").podAffinity(near), table(zone)))
                .isEqualTo("n1");
    }

    @Test
    void aPodIsNearInTheWholeZone() {
        var near = new PodAffinity(List.of(term("zone")), List.of(), List.of(), List.of());
        var table = table(
                node("n1", "cpu=1,pods=1").labels("zone", "a").build(),
                node("n2", BIG).labels("zone", "b").build(),
                node("n3", BIG).labels("zone", "a").build());
        with(table, pod("x", "").labels("app", "web").on("n1"));
        assertThat(chosen(pod("p", "").podAffinity(near), table)).isEqualTo("n3");
    }

    @Test
    void aNominatedNodeIsTakenFirst() {
        var table =
                table(node("n1", BIG).build(), node("n2", "cpu=1,memory=1Gi").build());
        assertThat(chosen(pod("p", "cpu=1").nominated("n2"), table)).isEqualTo("n2");
    }

    @Test
    void roomThatIsBeingMadeForAnotherIsNotTaken() {
        var table = table(node("n1", "cpu=4").build());
        table.nominations().note(pod("waiting", "cpu=3").priority(5).build(), "n1");
        assertThat(refusal(pod("p", "cpu=2").priority(5), table))
                .isEqualTo("0/1 nodes are available: 1 Insufficient cpu.");
        assertThat(chosen(pod("p", "cpu=2").priority(6), table)).isEqualTo("n1");
    }

    @Test
    void aToleratedTaintAndADeletedNodeAreNoObstacle() {
        var table = table(node("n1", BIG).taint("k", "v", "NoExecute").build());
        table.set(node("n2", BIG).build());
        table.removeNode("n2");
        assertThat(chosen(pod("p", "").tolerates("k", "Equal", "v", ""), table)).isEqualTo("n1");
        assertThat(chosen(pod("p", "").tolerates("", "Exists", "", ""), table)).isEqualTo("n1");
        assertThat(decide(pod("p", "").tolerates("k", "Equal", "w", ""), table)).isInstanceOf(Decision.Refused.class);
    }

    @Test
    void theSearchGoesOnWhereItEnded() {
        var table = new NodeTable();
        for (var i = 0; i < 250; i++) table.set(node("n" + i, BIG).build());
        var placement = placement(Profile.DEFAULT);
        var first = (Decision.Placed) placement.decide(pod("p", "cpu=1").build(), table, 0);
        assertThat(first.feasible()).isEqualTo(120);
        assertThat(first.next()).isEqualTo(120);
        var second = (Decision.Placed) placement.decide(pod("q", "cpu=1").build(), table, first.next());
        assertThat(second.nodeName()).isEqualTo("n120");
        assertThat(second.next()).isEqualTo(240);
    }

    @Test
    void zonesTakeTurns() {
        var table = table(
                node("a1", BIG).labels("topology.kubernetes.io/zone", "a").build(),
                node("a2", BIG).labels("topology.kubernetes.io/zone", "a").build(),
                node("b1", BIG).labels("topology.kubernetes.io/zone", "b").build());
        assertThat(java.util.Arrays.stream(table.order())
                        .mapToObj(row -> table.node(row).name()))
                .containsExactly("a1", "b1", "a2");
    }
}
