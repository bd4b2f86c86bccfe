package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.ResizeConditions;
import dev.plimsoll.core.resize.status.StatusGeneration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whoever reads that a generation was observed, and of no resize, takes it that the pod has what its spec says. */
class ObservedGenerationTest {
    private static final StatusGeneration STATUS = StatusGeneration.under(FeatureGates.DEFAULT);
    private static final PodRecord POD = Records.running(
            "web", PodSpec.builder().container("c", "cpu=1", "cpu=1").build());

    private static PodSpec larger(PodSpec spec) {
        return spec.mappingContainers(
                container -> container.withResources(ResourceRequirements.parse("cpu=2", "cpu=2")));
    }

    private static long observed(PodRecord record) {
        return STATUS.of(record, Records.NOW).observedGeneration();
    }

    private static PodRecord told(PodRecord record, long generation) {
        return Records.with(record, draft -> {
            var status = draft.pod.status();
            draft.pod = draft.pod.withStatus(new PodStatus(
                    "Running",
                    "",
                    generation,
                    status.conditions(),
                    status.containerStatuses(),
                    status.initContainerStatuses(),
                    status.resources(),
                    status.allocatedResources()));
        });
    }

    @Test
    @DisplayName("a resize that nobody has judged is not observed: what was said of the last generation stands")
    void unjudged() {
        var wanting = Records.wanting(told(POD, 1), ObservedGenerationTest::larger);
        assertThat(wanting.generation()).isEqualTo(2);
        assertThat(observed(wanting)).isEqualTo(1);
    }

    @Test
    @DisplayName("a resize that was granted or put off is observed")
    void judged() {
        var granted = Records.allocated(told(POD, 1), ObservedGenerationTest::larger);
        assertThat(observed(granted)).isEqualTo(2);
        var wanting = Records.wanting(told(POD, 1), ObservedGenerationTest::larger);
        var deferred = Records.with(
                wanting,
                draft -> draft.conditions =
                        ResizeConditions.NONE.pending(Condition.DEFERRED, "no room", 2, Records.NOW));
        assertThat(observed(deferred)).isEqualTo(2);
    }
}
