package dev.plimsoll.core.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** QoS classes: api.md §2.6 and node.md §5.2a. */
// Acceptance of KEP-2837: qos-pod, qos-containers, qos-guaranteed, qos-missing, qos-burstable, qos-besteffort
// Acceptance of KEP-2837: fix-qos, off-qos
// Acceptance of KEP-5526: qos-as-is
class PodQosTest {
    private static final FeatureGates ON = FeatureGates.DEFAULT;
    private static final FeatureGates NO_POD_LEVEL = ON.with(Gate.POD_LEVEL_RESOURCES, false);
    private static final FeatureGates NO_FIX = ON.with(Gate.POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS, false);

    private static final String FULL = "cpu=1,memory=1Gi";

    record Row(String sentence, FeatureGates gates, PodSpec spec, String expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder spec, String expected) {
        return new Row(sentence, ON, spec.build(), expected);
    }

    private static Row off(String sentence, FeatureGates gates, PodSpecBuilder spec, String expected) {
        return new Row(sentence, gates, spec.build(), expected);
    }

    private static PodSpecBuilder pod() {
        return PodSpec.builder();
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return pod().container("c", requests, limits);
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("no requests and no limits at all is BestEffort", one("", ""), "BestEffort"),
                row("request==limit==0 is BestEffort", one("cpu=0", "cpu=0,memory=0"), "BestEffort"),
                row("equal non-zero for both is Guaranteed", one(FULL, FULL), "Guaranteed"),
                row("equal by number, not by text", one("cpu=1000m,memory=1Gi", "cpu=1,memory=1024Mi"), "Guaranteed"),
                row("else Burstable", one("cpu=1", "cpu=2"), "Burstable"),
                row("a limit without request is Burstable", one("", FULL), "Burstable"),
                row("a request without limit is Burstable", one(FULL, ""), "Burstable"),
                row("request 0 below its limit is Burstable", one("cpu=0,memory=0", FULL), "Burstable"),
                row("shapes differ, Guaranteed cpu and no memory: Burstable", one("cpu=1", "cpu=1"), "Burstable"),
                row("other resources do not count", one("example.com/gpu=1", "example.com/gpu=1"), "BestEffort"),
                row(
                        "all containers equal: that class",
                        one(FULL, FULL).container("d", FULL, FULL).initContainer("i", FULL, FULL),
                        "Guaranteed"),
                row("mixed is Burstable", one(FULL, FULL).container("d", "", ""), "Burstable"),
                row("init containers count", one(FULL, FULL).initContainer("i", "", ""), "Burstable"),
                row("sidecars count", one("", "").sidecar("s", FULL, FULL), "Burstable"),
                row("any Burstable is Burstable", one("cpu=1", "").initContainer("i", FULL, FULL), "Burstable"),
                row(
                        "PLR set: class of spec.resources alone, containers ignored",
                        one("cpu=1m", "").podLevel(FULL, FULL),
                        "Guaranteed"),
                row(
                        "PLR set with one resource only is Burstable whatever containers have",
                        one(FULL, FULL).podLevel("cpu=1", "cpu=1"),
                        "Burstable"),
                row(
                        "node §5.2a PLR with hugepages only is BestEffort",
                        one("", "").podLevel("hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi"),
                        "BestEffort"),
                row("PLR {} is ignored", one(FULL, FULL).podLevel(ResourceRequirements.EMPTY), "Guaranteed"),
                row(
                        "PLR without a supported name is ignored",
                        one(FULL, FULL).podLevel("ephemeral-storage=1Gi", ""),
                        "Guaranteed"),
                row("overhead does not count (§8.2)", one("", "").overhead(FULL), "BestEffort"),
                off(
                        "[OFF PodLevelResources] containers only",
                        NO_POD_LEVEL,
                        one("cpu=1", "").podLevel(FULL, FULL),
                        "Burstable"),
                off(
                        "[OFF PodLevelResourcesFixKubeletQOSClass] PLR {} yields BestEffort",
                        NO_FIX,
                        one(FULL, FULL).podLevel(ResourceRequirements.EMPTY),
                        "BestEffort"),
                off(
                        "[OFF PodLevelResourcesFixKubeletQOSClass] absent PLR is still absent",
                        NO_FIX,
                        one(FULL, FULL),
                        "Guaranteed"),
                off(
                        "[OFF both] PLR {} is ignored",
                        NO_FIX.with(Gate.POD_LEVEL_RESOURCES, false),
                        one(FULL, FULL).podLevel(ResourceRequirements.EMPTY),
                        "Guaranteed"));
    }

    @ParameterizedTest(name = "api §2.6 {0}")
    @MethodSource("rows")
    void qosClass(Row row) {
        assertThat(PodQos.under(row.gates()).of(row.spec())).hasToString(row.expected());
    }
}
