package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.status.ResizeCounts;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** KEP-1287, "Instrumentation": what a node counts of resizes, with each label that the document names. */
// Acceptance of KEP-1287: infeasible-static, infeasible-swap, in-progress, order-triggers, events
// Acceptance of KEP-1287: metric-requested, metric-duration, metric-infeasible, metric-pending, metric-in-progress
// Acceptance of KEP-1287: metric-deferred-accepted
// Acceptance of KEP-5419: metric-requested
class ResizeMetricsTest {
    private static final PodSpec BOTH = pod("cpu=200m,memory=200Mi", "cpu=400m,memory=400Mi");

    private static SteppedNode node(NodeFacts facts, FeatureGates gates) {
        return new SteppedNode(facts, gates, null).started();
    }

    private static SteppedNode node() {
        return node(Scenario.NODE, FeatureGates.DEFAULT);
    }

    private static PodSpec pod(String requests, String limits) {
        return PodSpec.builder().container("c1", requests, limits).build();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            cpu request up      | cpu=300m,memory=200Mi | cpu=400m,memory=400Mi | cpu requests increase
            cpu request down    | cpu=100m,memory=200Mi | cpu=400m,memory=400Mi | cpu requests decrease
            cpu limit up        | cpu=200m,memory=200Mi | cpu=500m,memory=400Mi | cpu limits increase
            cpu limit down      | cpu=200m,memory=200Mi | cpu=300m,memory=400Mi | cpu limits decrease
            memory request up   | cpu=200m,memory=300Mi | cpu=400m,memory=400Mi | memory requests increase
            memory request down | cpu=200m,memory=100Mi | cpu=400m,memory=400Mi | memory requests decrease
            memory limit up     | cpu=200m,memory=200Mi | cpu=400m,memory=500Mi | memory limits increase
            memory limit down   | cpu=200m,memory=200Mi | cpu=400m,memory=300Mi | memory limits decrease
            limit removed       | cpu=200m,memory=200Mi | cpu=400m              | memory limits remove
            all four            | cpu=300m,memory=100Mi | cpu=500m,memory=300Mi | cpu requests increase, memory requests decrease, cpu limits increase, memory limits decrease
            """)
    void whatIsAskedForIsCountedOnceForEachResourceAndRequirement(
            String what, String requests, String limits, String counted) {
        var node = node();
        node.add("a", BOTH);
        node.run();
        node.resize("a", spec -> pod(requests, limits));
        node.run();
        var expected = List.of(counted.split(", ", -1));
        for (var resource : List.of("cpu", "memory")) {
            for (var requirement : List.of("requests", "limits")) {
                for (var operation : List.of("increase", "decrease", "add", "remove")) {
                    var labels = resource + " " + requirement + " " + operation;
                    assertThat(node.counter("container_requested_resizes_total", resource, requirement, operation))
                            .as(what + ": " + labels)
                            .isEqualTo(expected.contains(labels) ? 1 : 0);
                }
            }
        }
    }

    @Test
    @DisplayName(
            "one update of several containers counts for each; what is new counts as added; the pod level has its own counter")
    void severalContainers() {
        var node = node();
        node.add(
                "a",
                PodSpec.builder()
                        .podLevel("cpu=1", "cpu=2")
                        .container("c1", "cpu=100m", "")
                        .container("c2", "cpu=100m", "")
                        .build());
        node.run();
        node.resize(
                "a",
                spec -> PodSpec.builder()
                        .podLevel("cpu=1500m", "cpu=2")
                        .container("c1", "cpu=200m", "cpu=1")
                        .container("c2", "cpu=200m", "")
                        .build());
        node.run();
        assertThat(node.counter("container_requested_resizes_total", "cpu", "requests", "increase"))
                .isEqualTo(2);
        assertThat(node.counter("container_requested_resizes_total", "cpu", "limits", "add"))
                .isEqualTo(1);
        assertThat(node.counter("pod_level_requested_resizes_total", "cpu", "requests", "increase"))
                .isEqualTo(1);
    }

    record Detail(String label, NodeFacts facts, FeatureGates gates, PodSource source, PodSpec before, PodSpec after) {
        @Override
        public String toString() {
            return label;
        }
    }

    static Stream<Detail> details() {
        var levels = BOTH.withResources(ResourceRequirements.parse("cpu=1", "cpu=1"));
        return Stream.of(
                new Detail(
                        "insufficient_node_allocatable",
                        Scenario.NODE,
                        FeatureGates.DEFAULT,
                        PodSource.API,
                        BOTH,
                        pod("cpu=100,memory=200Mi", "")),
                new Detail(
                        "static_pod",
                        Scenario.NODE,
                        FeatureGates.DEFAULT,
                        PodSource.STATIC,
                        BOTH,
                        pod("cpu=300m,memory=200Mi", "cpu=400m,memory=400Mi")),
                new Detail(
                        "swap_limitation",
                        Scenario.NODE.withAbilities(NodeAbilities.LINUX.withSwap(NodeAbilities.LIMITED_SWAP, 1L << 30)),
                        FeatureGates.DEFAULT,
                        PodSource.API,
                        BOTH,
                        pod("cpu=200m,memory=300Mi", "cpu=400m,memory=400Mi")),
                new Detail(
                        "plr_feature_gate_off",
                        Scenario.NODE,
                        FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false),
                        PodSource.API,
                        levels,
                        levels.withResources(ResourceRequirements.parse("cpu=2", "cpu=2"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("details")
    void whatIsInfeasibleIsCountedOnceWithItsReason(Detail detail) {
        var node = node(detail.facts, detail.gates);
        node.add("a", detail.before, detail.source);
        node.run();
        node.resize("a", spec -> detail.after);
        node.run();
        assertThat(node.counter("pod_infeasible_resizes_total", detail.label)).isEqualTo(1);
        assertThat(pending(node, "infeasible")).isEqualTo(1);
        // Whatever makes the node look again, it is the same resize.
        node.change(detail.facts.withAllocatable(ResourceAmounts.parse("cpu=5,memory=4Gi,pods=110")));
        node.pass(Duration.ofMinutes(10));
        assertThat(node.counter("pod_infeasible_resizes_total", detail.label)).isEqualTo(1);
        assertThat(node.events().stream().filter(event -> event.startsWith("ResizeInfeasible")))
                .hasSize(1);
        node.resize("a", spec -> detail.before);
        node.run();
        assertThat(pending(node, "infeasible")).isZero();
    }

    private static long pending(SteppedNode node, String reason) {
        return ResizeCounts.of(List.of(node.state())).pending().entrySet().stream()
                .filter(entry -> entry.getKey().reason().equals(reason))
                .mapToLong(entry -> entry.getValue())
                .sum();
    }

    record Trigger(String label, Consumer<SteppedNode> what) {
        @Override
        public String toString() {
            return label;
        }
    }

    static Stream<Trigger> triggers() {
        return Stream.of(
                new Trigger("pod_resized", node -> node.resize("b", spec -> pod("cpu=1", ""))),
                new Trigger("pod_updated", node -> node.resize("a", spec -> pod("cpu=1500m", ""))),
                new Trigger("pod_terminated", node -> node.delete("b")),
                new Trigger(
                        "node_resized",
                        node -> node.change(
                                Scenario.NODE.withAllocatable(ResourceAmounts.parse("cpu=8,memory=8Gi,pods=110")))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("triggers")
    void whatWaitedAndWasGrantedIsCountedWithWhatLedToIt(Trigger trigger) {
        var node = node();
        node.add("a", pod("cpu=1", ""));
        node.add("b", pod("cpu=2500m", ""));
        node.run();
        node.resize("a", spec -> pod("cpu=3", ""));
        node.run();
        assertThat(pending(node, "deferred")).isEqualTo(1);
        trigger.what.accept(node);
        node.run();
        assertThat(pending(node, "deferred")).isZero();
        assertThat(node.counter("pod_deferred_accepted_resizes_total", trigger.label))
                .isEqualTo(1);
        assertThat(node.counter("pod_deferred_accepted_resizes_total", "periodic_retry"))
                .isZero();
    }

    @Test
    @DisplayName("the time of actuating is a sample for each attempt, and a resize is in progress until it is actuated")
    void duration() {
        var node = node();
        node.add("a", BOTH);
        node.run();
        node.runtime().faults(act -> act instanceof Act.UpdateContainer ? "x" : "");
        node.resize("a", spec -> pod("cpu=300m,memory=200Mi", "cpu=400m,memory=400Mi"));
        node.run();
        assertThat(node.counter("pod_resize_duration_milliseconds", "false")).isEqualTo(1);
        assertThat(ResizeCounts.of(List.of(node.state())).inProgress()).isEqualTo(1);
        node.runtime().faults(act -> "");
        node.pass(Duration.ofMinutes(1));
        assertThat(node.counter("pod_resize_duration_milliseconds", "true")).isEqualTo(1);
        assertThat(ResizeCounts.of(List.of(node.state())).inProgress()).isZero();
    }
}
