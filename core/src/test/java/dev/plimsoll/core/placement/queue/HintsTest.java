package dev.plimsoll.core.placement.queue;

import static dev.plimsoll.core.placement.Given.node;
import static dev.plimsoll.core.placement.Given.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.placement.Given.NodeBuilder;
import dev.plimsoll.core.placement.Given.PodBuilder;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeAdded;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeDeleted;
import dev.plimsoll.core.placement.queue.ClusterEvent.OwnChange;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodAdded;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodDeleted;
import dev.plimsoll.core.placement.terms.LabelQuery;
import dev.plimsoll.core.placement.terms.PodAffinity;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of queueing hints (scheduler specification, section 9): which rule is helped by which event. Row id: hints. */
// Acceptance: hints, wake
class HintsTest {
    private static final String BIG = "cpu=4,memory=4Gi";

    record Row(String rule, Plugin refusedBy, PodBuilder waiting, ClusterEvent event, boolean wakes) {
        @Override
        public String toString() {
            return refusedBy + ": " + rule;
        }
    }

    private static PodBuilder waiting() {
        return pod("p", "cpu=2");
    }

    private static ClusterEvent gone(PodBuilder other) {
        return new PodDeleted(other.build());
    }

    private static ClusterEvent added(NodeBuilder node) {
        return new NodeAdded(node.build());
    }

    private static ClusterEvent changed(NodeBuilder before, NodeBuilder now) {
        return new NodeChanged(before.build(), now.build());
    }

    private static ClusterEvent own(PodBuilder before, PodBuilder now) {
        return new OwnChange(before.build(), now.build());
    }

    private static NodeBuilder big() {
        return node("n1", BIG);
    }

    private static NodeBuilder tainted() {
        return big().taint("k", "v", "NoSchedule");
    }

    private static PodBuilder web(String name) {
        return pod(name, "").labels("app", "web").on("n1");
    }

    private static LabelQuery app() {
        return new LabelQuery(true, List.of(Requirement.is("app", "web")));
    }

    static Stream<Row> rows() {
        return Stream.of(fit(), nodes(), neighbours()).flatMap(rows -> rows);
    }

    private static Stream<Row> fit() {
        var fit = Plugin.NODE_RESOURCES_FIT;
        var ports = Plugin.NODE_PORTS;
        var port = waiting().port("", "TCP", 80);
        return Stream.of(
                new Row(
                        "an assigned pod goes",
                        fit,
                        waiting(),
                        gone(pod("x", "").on("n1")),
                        true),
                new Row(
                        "a nominated pod goes",
                        fit,
                        waiting(),
                        gone(pod("x", "").nominated("n1")),
                        true),
                new Row("a pod without a node goes", fit, waiting(), gone(pod("x", "cpu=1")), false),
                new Row(
                        "a shrink of what it asks for",
                        fit,
                        waiting(),
                        new PodChanged(
                                pod("x", "cpu=1").holds("cpu=2").on("n1").build(),
                                pod("x", "cpu=1").on("n1").build()),
                        true),
                new Row(
                        "a shrink of what it does not ask for",
                        fit,
                        waiting(),
                        new PodChanged(
                                pod("x", "").holds("memory=2Gi").on("n1").build(),
                                pod("x", "").on("n1").build()),
                        false),
                new Row("it shrinks itself", fit, waiting(), own(waiting(), pod("p", "cpu=1")), true),
                new Row(
                        "it gets a label",
                        fit,
                        waiting(),
                        own(waiting(), waiting().labels("a", "b")),
                        false),
                new Row("a node that would hold it", fit, waiting(), added(big()), true),
                new Row("a node that is too small", fit, waiting(), added(node("n1", "cpu=1")), false),
                new Row("a node grows enough", fit, waiting(), changed(node("n1", "cpu=1"), big()), true),
                new Row(
                        "a node grows in what it does not ask for",
                        fit,
                        waiting(),
                        changed(node("n1", "cpu=4,memory=1Gi"), big()),
                        false),
                new Row(
                        "a node allows more pods",
                        fit,
                        waiting(),
                        changed(node("n1", BIG + ",pods=1"), node("n1", BIG + ",pods=2")),
                        true),
                new Row("a node goes", fit, waiting(), new NodeDeleted(big().build()), false),
                new Row(
                        "a pod comes",
                        fit,
                        waiting(),
                        new PodAdded(pod("x", "").on("n1").build()),
                        false),
                new Row(
                        "a pod with its port goes",
                        ports,
                        port,
                        gone(pod("x", "").port("", "TCP", 80).on("n1")),
                        true),
                new Row(
                        "a pod with another port goes",
                        ports,
                        port,
                        gone(pod("x", "").port("", "TCP", 81).on("n1")),
                        false),
                new Row("any new node", ports, port, added(node("n1", "cpu=1")), true));
    }

    private static Stream<Row> nodes() {
        var closed = Plugin.NODE_UNSCHEDULABLE;
        var taints = Plugin.TAINT_TOLERATION;
        var affinity = Plugin.NODE_AFFINITY;
        var features = Plugin.NODE_DECLARED_FEATURES;
        var tolerant = waiting().tolerates("node.kubernetes.io/unschedulable", "Exists", "", "");
        var picky = waiting().selector("disk", "ssd");
        return Stream.of(
                new Row("an open node comes", closed, waiting(), added(big()), true),
                new Row("a closed node comes", closed, waiting(), added(big().unschedulable()), false),
                new Row("a node opens", closed, waiting(), changed(big().unschedulable(), big()), true),
                new Row("an open node stays open", closed, waiting(), changed(big(), big()), false),
                new Row("it tolerates closed nodes now", closed, tolerant, own(waiting(), tolerant), true),
                new Row(
                        "it tolerates something else now",
                        closed,
                        waiting(),
                        own(waiting(), waiting().tolerates("k", "Exists", "", "")),
                        false),
                new Row("a node that it tolerates comes", taints, waiting(), added(big()), true),
                new Row("a node that it does not tolerate comes", taints, waiting(), added(tainted()), false),
                new Row("a taint goes", taints, waiting(), changed(tainted(), big()), true),
                new Row("a node that it tolerated is as before", taints, waiting(), changed(big(), big()), false),
                new Row(
                        "any toleration of its own",
                        taints,
                        waiting(),
                        own(waiting(), waiting().tolerates("x", "Exists", "", "")),
                        true),
                new Row("a node that it wants", affinity, picky, added(big().labels("disk", "ssd")), true),
                new Row("a node that it does not want", affinity, picky, added(big()), false),
                new Row("a node gets the label", affinity, picky, changed(big(), big().labels("disk", "ssd")), true),
                new Row(
                        "a node that had it gets another",
                        affinity,
                        picky,
                        changed(big().labels("disk", "ssd"), big().labels("disk", "ssd", "a", "b")),
                        false),
                new Row("any new node, for a name", Plugin.NODE_NAME, waiting(), added(node("n9", "cpu=1")), true),
                new Row(
                        "a label, for a name",
                        Plugin.NODE_NAME,
                        waiting(),
                        changed(big(), big().labels("a", "b")),
                        false),
                new Row("any new node, for a feature", features, waiting().needs("F"), added(big()), true),
                new Row("the list changes", features, waiting().needs("F"), changed(big(), big().features("F")), true),
                new Row(
                        "the list stays",
                        features,
                        waiting().needs("F"),
                        changed(big(), big().labels("a", "b")),
                        false),
                new Row("it needs less", features, waiting(), own(waiting().needs("F"), waiting()), true));
    }

    private static Stream<Row> neighbours() {
        var spread = Plugin.POD_TOPOLOGY_SPREAD;
        var pods = Plugin.INTER_POD_AFFINITY;
        var even = waiting().labels("app", "web").spread(new SpreadConstraint("zone", 1, true, app(), 1, true, false));
        var term = List.of(new PodTerm("zone", app(), Set.of("default"), LabelQuery.NOTHING));
        var near = waiting().podAffinity(new PodAffinity(term, List.of(), List.of(), List.of()));
        var apart = waiting().podAffinity(new PodAffinity(List.of(), term, List.of(), List.of()));
        var relabelled =
                new PodChanged(web("x").build(), web("x").labels("app", "db").build());
        return Stream.of(
                new Row("a counted pod comes", spread, even, new PodAdded(web("x").build()), true),
                new Row("a counted pod goes", spread, even, gone(web("x")), true),
                new Row(
                        "a pod that is not counted goes",
                        spread,
                        even,
                        gone(pod("x", "").on("n1")),
                        false),
                new Row("a counted pod gets another label", spread, even, relabelled, true),
                new Row("a node with the key comes", spread, even, added(big().labels("zone", "a")), true),
                new Row("a node without the key comes", spread, even, added(big()), false),
                new Row(
                        "a node with the key goes",
                        spread,
                        even,
                        new NodeDeleted(big().labels("zone", "a").build()),
                        true),
                new Row(
                        "a node moves to another domain",
                        spread,
                        even,
                        changed(big().labels("zone", "a"), big().labels("zone", "b")),
                        true),
                new Row("somebody to be near to comes", pods, near, new PodAdded(web("x").build()), true),
                new Row(
                        "somebody else comes",
                        pods,
                        near,
                        new PodAdded(pod("x", "").on("n1").build()),
                        false),
                new Row("somebody to be away from goes", pods, apart, gone(web("x")), true),
                new Row("somebody to be away from becomes another", pods, apart, relabelled, true),
                new Row("somebody else goes", pods, apart, gone(pod("x", "").on("n1")), false),
                new Row("a node with the key of a term comes", pods, near, added(big().labels("zone", "a")), true),
                new Row("a node without the key of a term comes", pods, near, added(big()), false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isWorthATry(Row row) {
        var refusedBy = EnumSet.of(row.refusedBy());
        assertThat(Hints.isWorthATry(row.waiting().build(), refusedBy, row.event()))
                .isEqualTo(row.wakes());
    }

    @Test
    void aPodThatNoRuleRefusedIsWorthATryAfterAnything() {
        var event = new NodeDeleted(big().build());
        assertThat(Hints.isWorthATry(waiting().build(), Set.of(), event)).isTrue();
    }

    @Test
    void oneOfSeveralRulesIsEnough() {
        var refusedBy = EnumSet.of(Plugin.NODE_AFFINITY, Plugin.NODE_RESOURCES_FIT);
        assertThat(Hints.isWorthATry(
                        waiting().build(), refusedBy, gone(pod("x", "").on("n1"))))
                .isTrue();
    }
}
