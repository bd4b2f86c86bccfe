package dev.plimsoll.core.workloads.garbagecollection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.workloads.NodeTaint;
import dev.plimsoll.core.workloads.TestNode;
import dev.plimsoll.core.workloads.TestPod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PodGarbageTest {
    @Test
    @DisplayName("pods of missing nodes, unscheduled ones that go, and ended ones beyond the bound are garbage")
    void garbage() {
        var out = TestNode.named("out")
                .condition("Ready", "False")
                .taints(new NodeTaint(new Taint(PodGarbage.OUT_OF_SERVICE, "", Taint.NO_EXECUTE), Instant.EPOCH))
                .build();
        var pods = List.of(
                TestPod.ready("lost").node("missing").build(),
                TestPod.pending("early").deleting().build(),
                TestPod.ready("out").deleting().node("out").build(),
                TestPod.running("ended").phase("Succeeded").node("out").build(),
                TestPod.ready("fine").node("out").build());
        var nodes = Map.of("out", out);
        assertThat(PodGarbage.decide(pods, nodes, _ -> true, 0))
                .extracting(each ->
                        each.getClass().getSimpleName() + " " + each.pod().name())
                .containsExactly("OfMissingNode lost", "NeverScheduled early", "OutOfService out", "Ended ended");
        assertThat(PodGarbage.decide(pods, nodes, _ -> false, 1)).hasSize(2);
    }
}
