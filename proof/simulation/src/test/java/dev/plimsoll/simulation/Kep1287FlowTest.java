package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.protocol.Effect;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** KEP-1287, "Flow Control": resizes #1 to #4 with the restart in the middle, step by step. */
// Acceptance of KEP-1287: spec-desired, status-running, condition-times, in-progress, states, restart-readmit
// Acceptance of KEP-1287: restart-times, flow, while-under-way
class Kep1287FlowTest {
    private final SteppedNode node = new SteppedNode(Scenario.NODE, FeatureGates.DEFAULT, null).started();

    @Test
    void theFlowOfFourResizes() {
        node.add("other", pod("2100m"));
        node.add("a", pod("1"));
        node.run();
        expect("1", "1", "1", 1024);
        // #1; the kubelet restarts before it has seen it.
        node.resize("a", spec -> pod("1500m"));
        node.restart();
        node.turn();
        node.turn();
        expect("1500m", "1", "1", 1024);
        assertThat(conditions()).isEmpty();
        node.turn();
        expect("1500m", "1500m", "1", 1024, "1");
        assertThat(conditions()).as("it is not on disk yet").isEmpty();
        node.turn();
        assertThat(conditions()).isEqualTo("PodResizeInProgress:");
        assertThat(told()).isEqualTo("1500m");
        // #2 arrives before #1 is actuated; there is no room for it.
        node.resize("a", spec -> pod("2"));
        node.run();
        expect("2", "1500m", "1500m", 1536);
        assertThat(conditions()).isEqualTo("PodResizePending:Deferred");
        // #3
        node.resize("a", spec -> pod("1600m"));
        node.turn();
        expect("1600m", "1600m", "1500m", 1536, "1500m");
        node.turn();
        assertThat(conditions()).isEqualTo("PodResizeInProgress:");
        assertThat(told()).isEqualTo("1600m");
        node.run();
        expect("1600m", "1600m", "1600m", 1638);
        assertThat(conditions()).isEmpty();
        // #4
        node.resize("a", spec -> pod("100"));
        node.run();
        expect("100", "1600m", "1600m", 1638);
        assertThat(conditions()).isEqualTo("PodResizePending:Infeasible");
    }

    /** Or a pod that is resized because it was let in would be looked at again with its new size, and sent away. */
    @Test
    void anAdmissionIsToldWhenItIsOnDisk() {
        node.disk().failNext(1);
        node.add("a", pod("1"));
        node.run();
        assertThat(node.record("a")).isNotNull();
        assertThat(node.performed()).noneMatch(Effect.PublishStatus.class::isInstance);
        node.pass(Duration.ofSeconds(2));
        assertThat(node.status("a").phase()).isEqualTo("Running");
    }

    @Test
    void timesOfConditionsSurviveARestart() {
        node.add("other", pod("3"));
        node.add("a", pod("1"));
        node.run();
        node.resize("a", spec -> pod("2"));
        node.run();
        var before = node.status("a").conditions().getFirst();
        assertThat(before.reason()).isEqualTo(Condition.DEFERRED);
        node.pass(Duration.ofMinutes(5));
        node.restart();
        node.run();
        assertThat(node.status("a").conditions().getFirst()).isEqualTo(before);
    }

    private static PodSpec pod(String cpu) {
        return PodSpec.builder().container("c1", "cpu=" + cpu, "").build();
    }

    private void expect(String desired, String allocated, String actuated, long shares) {
        expect(desired, allocated, actuated, shares, allocated);
    }

    /** What the API was told is allocated. */
    private String told() {
        var status = Objects.requireNonNull(node.status("a").container("c1"));
        return status.allocatedResources().amount(ResourceName.CPU).toString();
    }

    private void expect(String desired, String allocated, String actuated, long shares, String told) {
        var record = Objects.requireNonNull(node.record("a"));
        assertThat(cpu(record.pod().spec().containers().getFirst().resources())).isEqualTo(desired);
        assertThat(cpu(record.allocated().resources().container("c1"))).isEqualTo(allocated);
        assertThat(cpu(record.actuated().container("c1"))).isEqualTo(actuated);
        var status = Objects.requireNonNull(node.status("a").container("c1"));
        assertThat(told()).isEqualTo(told);
        assertThat(cpu(status.resources())).isEqualTo(actuated);
        var limits = Objects.requireNonNull(
                Objects.requireNonNull(node.runtime().observe("uid-a").actual().container("c1"))
                        .limits());
        assertThat(limits.cpuShares()).isEqualTo(shares);
    }

    private static String cpu(ResourceRequirements resources) {
        return resources.requests().amount(ResourceName.CPU).toString();
    }

    private String conditions() {
        return node.status("a").conditions().stream()
                .filter(condition -> condition.type().startsWith("PodResize"))
                .map(condition -> condition.type() + ":" + condition.reason())
                .reduce("", String::concat);
    }
}
