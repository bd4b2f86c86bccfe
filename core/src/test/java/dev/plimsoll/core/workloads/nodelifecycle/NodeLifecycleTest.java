package dev.plimsoll.core.workloads.nodelifecycle;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.NodeTaint;
import dev.plimsoll.core.workloads.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** spec/scheduler.md §18. */
class NodeLifecycleTest {
    private static ControlledNode node(String name, String ready) {
        return TestNode.named(name).condition("Ready", ready).build();
    }

    private static NodeTaint taint(String key, String effect, Instant added) {
        return new NodeTaint(new Taint(key, "", effect), added);
    }

    @Test
    @DisplayName("taints against new pods follow the node's state; those of others stay")
    void noSchedule() {
        assertThat(NodeTaints.wantedNoSchedule(node("n", "True"))).isEmpty();
        assertThat(NodeTaints.wantedNoSchedule(node("n", "False")))
                .containsExactly(NodeTaint.ofNode("not-ready", "NoSchedule"));
        assertThat(NodeTaints.wantedNoSchedule(TestNode.named("n")
                        .condition("Ready", "Unknown")
                        .unschedulable()
                        .build()))
                .containsExactly(
                        NodeTaint.ofNode("unreachable", "NoSchedule"), NodeTaint.ofNode("unschedulable", "NoSchedule"));
        var mine = taint("mine", "NoSchedule", Instant.EPOCH);
        var others = TestNode.named("n")
                .condition("Ready", "True")
                .taints(mine, NodeTaint.ofNode("not-ready", "NoSchedule"))
                .build();
        assertThat(NodeTaints.withNoSchedule(others)).containsExactly(mine);
    }

    @Test
    @DisplayName("the taint that evicts pods is swapped when the state changes")
    void noExecute() {
        var before = List.of(NodeTaints.NOT_READY.addedAt(NOW.minusSeconds(60)));
        assertThat(NodeTaints.withNoExecute(before, Optional.of(NodeTaints.UNREACHABLE), NOW))
                .containsExactly(taint("node.kubernetes.io/unreachable", "NoExecute", NOW));
        assertThat(NodeTaints.withNoExecute(before, Optional.empty(), NOW)).isEmpty();
    }

    @Test
    @DisplayName("the first taint that evicts waits for the rate; none comes while every zone is down")
    void rate() {
        var lost = node("n", "Unknown");
        var zones = new Zones(List.of(lost, node("m", "True")), NodeTimes.DEFAULT);
        var allowed = NodeTaints.decide(lost, zones, () -> true, NOW);
        assertThat(allowed.taints()).contains(NodeTaints.UNREACHABLE.addedAt(NOW));
        assertThat(allowed.addsNoExecute()).isTrue();
        var waiting = NodeTaints.decide(lost, zones, () -> false, NOW);
        assertThat(waiting.taints()).containsExactly(NodeTaint.ofNode("unreachable", "NoSchedule"));
        assertThat(waiting.looksAgain()).isTrue();
        var alone = NodeTaints.decide(lost, new Zones(List.of(lost), NodeTimes.DEFAULT), () -> true, NOW);
        assertThat(alone.addsNoExecute()).isFalse();
        assertThat(NodeTaints.decide(node("n", "True"), zones, () -> true, NOW).looksAgain())
                .isFalse();
    }

    @Test
    @DisplayName("zones with nothing ready are disrupted; with much not ready, slow if large and still if small")
    void zones() {
        var nodes = new ArrayList<ControlledNode>();
        for (var i = 0; i < 60; i++) nodes.add(node("n" + i, i < 20 ? "True" : "False"));
        assertThat(new Zones(nodes, NodeTimes.DEFAULT).state("")).isEqualTo(Zones.State.PARTIAL);
        assertThat(new Zones(nodes, NodeTimes.DEFAULT).rate("")).isEqualTo(0.01);
        assertThat(new Zones(nodes.subList(15, 30), NodeTimes.DEFAULT).rate("")).isZero();
        assertThat(new Zones(nodes.subList(0, 22), NodeTimes.DEFAULT).state("")).isEqualTo(Zones.State.NORMAL);
        assertThat(new Zones(nodes.subList(30, 31), NodeTimes.DEFAULT).areAllDisrupted())
                .isTrue();
    }

    @Test
    @DisplayName("a node is Unknown after 50 s of silence, 60 s if it never reported")
    void silence() {
        var node = node("n", "True");
        var silence = NodeHeartbeat.begun(node, "t1", 0);
        var later = Duration.ofSeconds(51).toNanos();
        assertThat(silence.isTooLong(node, NodeTimes.DEFAULT, later)).isTrue();
        assertThat(silence.heard(node, "t2", later).isTooLong(node, NodeTimes.DEFAULT, later))
                .isFalse();
        var never = TestNode.named("n").build();
        assertThat(silence.isTooLong(never, NodeTimes.DEFAULT, later)).isFalse();
        assertThat(NodeHeartbeat.unknown(never))
                .hasSize(4)
                .allSatisfy(each -> assertThat(each.update().reason()).isEqualTo("NodeStatusNeverUpdated"));
        assertThat(NodeHeartbeat.unknown(node).getFirst().update().reason()).isEqualTo("NodeStatusUnknown");
        assertThat(NodeHeartbeat.unknown(node("n", "Unknown"))).isEmpty();
    }

    @Test
    @DisplayName("a pod leaves at once, after its shortest toleration, or never")
    void deadlines() {
        var taint = taint("node.kubernetes.io/unreachable", "NoExecute", NOW);
        var usual = new Toleration("node.kubernetes.io/unreachable", "Exists", "", "NoExecute", 300);
        assertThat(TaintDeadline.of(List.of(taint), List.of(), NOW)).contains(Instant.EPOCH);
        assertThat(TaintDeadline.of(List.of(taint), List.of(usual), NOW)).contains(NOW.plusSeconds(300));
        var undated = taint.addedAt(Instant.EPOCH);
        assertThat(TaintDeadline.of(List.of(undated), List.of(usual), NOW.plusSeconds(9)))
                .contains(NOW.plusSeconds(309));
        assertThat(TaintDeadline.of(
                        List.of(taint), List.of(new Toleration("", "Exists", "", "", PodPlacement.UNSET)), NOW))
                .isEmpty();
        assertThat(TaintDeadline.of(List.of(NodeTaint.ofNode("x", "NoSchedule")), List.of(), NOW))
                .isEmpty();
    }
}
