package dev.plimsoll.controllers.nodes;

import static dev.plimsoll.controllers.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Tolerations;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.testing.Docs;
import dev.plimsoll.core.model.PodDetails.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** spec/scheduler.md §18. */
class NodeDecisionsTest {
    private static Workload node(String name, String ready, String more) {
        return Docs.workload("{'metadata':{'name':'" + name + "','uid':'" + name + "'},'spec':{" + more
                + "},'status':{'conditions':[{'type':'Ready','status':'" + ready + "'}]}}");
    }

    @Test
    @DisplayName("taints against new pods follow the node's state; those of others stay")
    void noSchedule() {
        assertThat(NodeTaints.wantedNoSchedule(node("n", "True", ""))).isEmpty();
        assertThat(NodeTaints.wantedNoSchedule(node("n", "False", "")))
                .containsExactly(Taint.ofNode("not-ready", "NoSchedule"));
        assertThat(NodeTaints.wantedNoSchedule(node("n", "Unknown", "'unschedulable':true")))
                .containsExactly(
                        Taint.ofNode("unreachable", "NoSchedule"), Taint.ofNode("unschedulable", "NoSchedule"));
        var others = "'taints':[{'key':'mine','effect':'NoSchedule'},"
                + "{'key':'node.kubernetes.io/not-ready','effect':'NoSchedule'}]";
        assertThat(NodeTaints.withNoSchedule(node("n", "True", others)))
                .extracting(Taint::key)
                .containsExactly("mine");
    }

    @Test
    @DisplayName("the taint that takes pods away is swapped when the state changes")
    void noExecute() {
        var before = List.of(new Taint("node.kubernetes.io/not-ready", "", "NoExecute", "2026-01-01T00:00:00Z"));
        assertThat(NodeTaints.withNoExecute(before, Optional.of(NodeTaints.UNREACHABLE), "2026-01-01T12:00:00Z"))
                .containsExactly(new Taint("node.kubernetes.io/unreachable", "", "NoExecute", "2026-01-01T12:00:00Z"));
        assertThat(NodeTaints.withNoExecute(before, Optional.empty(), "")).isEmpty();
    }

    @Test
    @DisplayName("zones with nothing ready are disrupted; with much not ready, slow if large and still if small")
    void zones() {
        var nodes = new ArrayList<Workload>();
        for (var i = 0; i < 60; i++) nodes.add(node("n" + i, i < 20 ? "True" : "False", ""));
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
        var node = node("n", "True", "");
        var silence = Silence.begun(node, "t1", 0);
        var later = Duration.ofSeconds(51).toNanos();
        assertThat(silence.isTooLong(node, NodeTimes.DEFAULT, later)).isTrue();
        assertThat(silence.heard(node, "t2", later).isTooLong(node, NodeTimes.DEFAULT, later))
                .isFalse();
        var never = Docs.workload("{'metadata':{'name':'n'}}");
        assertThat(silence.isTooLong(never, NodeTimes.DEFAULT, later)).isFalse();
        var status = Silence.unknown(never, NOW).orElseThrow();
        assertThat(status.at("/conditions/0/reason").asText()).isEqualTo("NodeStatusNeverUpdated");
        assertThat(Silence.unknown(node("n", "Unknown", ""), NOW)).isEmpty();
    }

    @Test
    @DisplayName("a pod leaves at once, after its shortest toleration, or never")
    void deadlines() {
        var taint = new Taint("node.kubernetes.io/unreachable", "", "NoExecute", "2026-01-01T12:00:00Z");
        var usual = new Toleration("node.kubernetes.io/unreachable", "Exists", "", "NoExecute", 300);
        assertThat(TaintDeadline.of(List.of(taint), List.of(), NOW)).contains(Instant.EPOCH);
        assertThat(TaintDeadline.of(List.of(taint), List.of(usual), NOW)).contains(NOW.plusSeconds(300));
        assertThat(TaintDeadline.of(List.of(taint), List.of(Tolerations.exists("", "")), NOW))
                .isEmpty();
        assertThat(TaintDeadline.of(List.of(Taint.ofNode("x", "NoSchedule")), List.of(), NOW))
                .isEmpty();
    }

    @Test
    @DisplayName("pods of missing nodes, unscheduled ones that go, and ended ones beyond the bound are garbage")
    void garbage() {
        var going = ",'deletionTimestamp':'2026-01-01T12:00:00Z'";
        var out = node("out", "False", "'taints':[{'key':'node.kubernetes.io/out-of-service','effect':'NoExecute'}]");
        var pods = List.of(
                Docs.pod("lost", "", "Running", "True", "missing"),
                Docs.pod("early", going, "Pending", "False", ""),
                Docs.pod("out", going, "Running", "True", "out"),
                Docs.pod("ended", "", "Succeeded", "False", "out"),
                Docs.pod("fine", "", "Running", "True", "out"));
        var nodes = Map.of("out", out);
        assertThat(PodGarbage.decide(pods, nodes, _ -> true, 0))
                .extracting(each -> each.getClass().getSimpleName() + " "
                        + each.pod().name().name())
                .containsExactly("OfMissingNode lost", "NeverScheduled early", "OutOfService out", "Ended ended");
        assertThat(PodGarbage.decide(pods, nodes, _ -> false, 1)).hasSize(2);
    }
}
