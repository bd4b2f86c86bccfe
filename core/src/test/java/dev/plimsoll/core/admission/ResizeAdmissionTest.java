package dev.plimsoll.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.ResizeAdmission.Change;
import dev.plimsoll.core.admission.ResizeAdmission.Decision;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** api.md §4.4 2 and 3. */
class ResizeAdmissionTest {
    private static final ResizeAdmission ADMISSION = ResizeAdmission.under(FeatureGates.DEFAULT);
    private static final ResourceAmounts SIZE = ResourceAmounts.parse("cpu=4,memory=4Gi");

    private static Node node(String os, String... features) {
        var metadata = new ObjectMeta("n", "", "", "", 0, Map.of("kubernetes.io/os", os), Map.of(), null);
        return new Node(metadata, SIZE, SIZE, Set.of(features));
    }

    private static Change change(PodSpec from, PodSpec to) {
        return new Change(Pod.of("web", from), Pod.of("web", to));
    }

    private static PodSpec container(String requests) {
        return PodSpec.builder().container("c", requests, "").build();
    }

    @Test
    void aPodThatWouldNotFitAnEmptyNodeIsDeniedWithTheNumbers() {
        assertThat(ADMISSION.check(change(container("cpu=1"), container("cpu=9,memory=8Gi")), node("linux")))
                .isEqualTo(new Decision.Denied(
                        "node didn't have enough allocatable resources: cpu, requested: 9000, allocatable: 4000; "
                                + "memory, requested: 8589934592, allocatable: 4294967296",
                        "NodeCapacity"));
        assertThat(ADMISSION.check(change(container("cpu=1"), container("cpu=4")), node("linux")))
                .isEqualTo(Decision.ADMITTED);
    }

    @Test
    void anotherSystemThanLinuxIsDenied() {
        assertThat(ADMISSION.check(change(container("cpu=1"), container("cpu=2")), node("windows")))
                .isEqualTo(new Decision.Denied(
                        "pod resize is only supported on linux nodes, node \"n\" is \"windows\"",
                        "UnsupportedPlatform"));
    }

    @Test
    void aNodeMustDeclareWhatThePodNeeds() {
        var from = PodSpec.builder()
                .podLevel("cpu=1", "")
                .initContainer("i", "cpu=1", "")
                .container("c", "", "")
                .build();
        var to = PodSpec.builder()
                .podLevel("cpu=2", "")
                .initContainer("i", "cpu=2", "")
                .container("c", "", "")
                .build();
        assertThat(ADMISSION.check(change(from, to), node("linux")))
                .isEqualTo(new Decision.Denied(
                        "pod update requires features InPlacePodLevelResourcesVerticalScaling, "
                                + "InPlacePodVerticalScalingInitContainers which are not available on node \"n\"",
                        ""));
        assertThat(ADMISSION.check(
                        change(from, to),
                        node(
                                "linux",
                                "InPlacePodLevelResourcesVerticalScaling",
                                "InPlacePodVerticalScalingInitContainers")))
                .isEqualTo(Decision.ADMITTED);
        assertThat(ResizeAdmission.unknownNode("n")).isEqualTo(new Decision.Denied("node \"n\" not found", ""));
    }
}
