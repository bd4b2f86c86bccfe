package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.topology.claims.Rule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables and examples of KEP-5526, on a machine without SMT whose CPU 0 is reserved, so that CPUs are numbered as there.
 * The label of a row is the KEP's; memory goes along with the CPUs.
 */
// Acceptance of KEP-5526: term-pool, term-slice, goal-hints-pod, goal-hints-container, goal-mixed, story-training
// Acceptance of KEP-5526: gate-off, pod-unset-set, pod-set-unset, pod-set-set, pod-init-exclusive
// Acceptance of KEP-5526: pod-sidecar-exclusive, pod-init-shared, pod-sidecar-shared, pod-init-shrinks, pod-table-1
// Acceptance of KEP-5526: pod-table-2, pod-table-3, pod-table-4, pod-table-5, empty-pool, underused, pod-example-1
// Acceptance of KEP-5526: pod-example-2, pod-example-3, pod-memory, container-unset-set, container-set-unset
// Acceptance of KEP-5526: container-set-set, container-table-1, container-table-2, container-table-3
// Acceptance of KEP-5526: container-table-4, container-example-1, container-example-2, once, container-removed
// Acceptance of KEP-5526: last-removed, cpu-pod-scope, cpu-container-scope, cpu-option-full, quota-exclusive
// Acceptance of KEP-5526: quota-shared, quota-host, quota-levels
class Kep5526Test {
    private static TestNode node(String scope) {
        return TestNode.on("2s2n8c1t,memory=10Gi")
                .reserve("0")
                .memory("0=1Gi")
                .align("restricted", scope)
                .podLevel();
    }

    static Stream<Arguments> podScope() {
        return Stream.of(
                Arguments.of("Current behavior", "p c1=3/3Gi c2=1/1Gi c3=1/1Gi", "{0}", "c1=1-3 c2=4 c3=5"),
                Arguments.of(
                        "Pod Level Resources: All Guaranteed containers",
                        "p pod=5/5Gi c1=3/3Gi c2=1/1Gi c3=1/1Gi",
                        "{0}",
                        "c1=1-3 c2=4 c3=5"),
                Arguments.of(
                        "Pod Level Resources: Some Guaranteed containers",
                        "p pod=5/5Gi c1=3/3Gi c2 c3",
                        "{0}",
                        "c1=1-3 c2=4-5 c3=4-5"),
                Arguments.of(
                        "Pod Level Resources: No Guaranteed containers",
                        "p pod=5/5Gi c1 c2 c3",
                        "{0}",
                        "c1=1-5 c2=1-5 c3=1-5"),
                Arguments.of("Example 1: Shared Pool Only", "p pod=4/4Gi c1 c2 c3", "{0}", "c1=1-4 c2=1-4 c3=1-4"),
                Arguments.of(
                        "Example 2: Mixed Allocation (Exclusive and Shared)",
                        "p pod=4/4Gi c1=2/2Gi c2 c3",
                        "{0}",
                        "c1=1-2 c2=3-4 c3=3-4"));
    }

    @ParameterizedTest(name = "Pod Scope | {0}")
    @MethodSource("podScope")
    void podScope(String label, String pod, String nodes, String expected) {
        var placement = node("pod").admit(PodText.pod(pod));
        assertThat(TestNode.cpus(placement)).as(label).isEqualTo(expected);
        for (var container : placement.containers()) {
            assertThat(container.agreed().nodes()).hasToString(nodes);
            assertThat(container.memoryNodes()).hasToString(nodes);
        }
    }

    static Stream<Arguments> containerScope() {
        return Stream.of(
                Arguments.of("Current behavior", "p c1=3/3Gi c2=1/1Gi c3=1/1Gi", "{0} {0} {0}", "c1=1-3 c2=4 c3=5"),
                Arguments.of(
                        "Pod Level Resources: All Guaranteed containers",
                        "p pod=5/5Gi c1=3/3Gi c2=1/1Gi c3=1/1Gi",
                        "{0} {0} {0}",
                        "c1=1-3 c2=4 c3=5"),
                Arguments.of(
                        "Pod Level Resources: Some Guaranteed containers",
                        "p pod=5/5Gi c1=3/3Gi c2 c3",
                        "{0} {0,1} {0,1}",
                        "c1=1-3 c2= c3="),
                Arguments.of(
                        "Pod Level Resources: No Guaranteed containers",
                        "p pod=5/5Gi c1 c2 c3",
                        "{0,1} {0,1} {0,1}",
                        "c1= c2= c3="),
                Arguments.of(
                        "Example 1: Mixed Allocation (Exclusive and Node Shared)",
                        "p pod=4/4Gi c1=2/2Gi c2 c3",
                        "{0} {0,1} {0,1}",
                        "c1=1-2 c2= c3="),
                Arguments.of(
                        "Example 2: Pod-Level Resources Only (No Exclusive Allocation)",
                        "p pod=4/4Gi c1 c2 c3",
                        "{0,1} {0,1} {0,1}",
                        "c1= c2= c3="));
    }

    @ParameterizedTest(name = "Container Scope | {0}")
    @MethodSource("containerScope")
    void containerScope(String label, String pod, String nodes, String expected) {
        var placement = node("container").admit(PodText.pod(pod));
        assertThat(TestNode.cpus(placement)).as(label).isEqualTo(expected);
        var agreed = placement.containers().stream()
                .map(container -> container.agreed().nodes().toString())
                .toList();
        assertThat(agreed).isEqualTo(List.of(nodes.split(" ", -1)));
    }

    @Test
    @DisplayName("Pod Scope | Admission Failure; Example 3: Admission Failure (Empty Shared Pool)")
    void emptySharedPool() {
        var refusal = node("pod").refuse("p pod=5/5Gi c1=3/3Gi c2=2/2Gi c3");
        assertThat(refusal.reason()).isEqualTo("EmptyPodSharedPoolError");
        assertThat(refusal.rule()).isEqualTo(Rule.EMPTY_SHARED_POOL);
        var lenient = node("pod").align("best-effort", "pod").refuse("p pod=5/5Gi c1=3/3Gi c2=2/2Gi c3");
        assertThat(lenient.reason()).isEqualTo("EmptyPodSharedPoolError");
        assertThat(lenient.rule()).isEqualTo(Rule.EMPTY_SHARED_POOL);
    }

    @Test
    @DisplayName(
            "Underutilization: any remaining resources will be reserved for the pod but will remain unused by any container")
    void underused() {
        var node = node("pod");
        var placement = node.admit(PodText.pod("p pod=5/5Gi c1=3/3Gi"));
        assertThat(placement.idleCpus()).hasToString("4-5");
        node.hasShared("0,6-15").hasMemory(0, "5/4/1/{0}");
    }

    @Test
    @DisplayName(
            "a standard init container that shares has the entire budget minus that of sidecars running at that time")
    void initBurst() {
        assertThat(TestNode.cpus(node("pod")
                        .admit(PodText.pod("p pod=6/6Gi init:i1 side:s1=2/1Gi init:i2 side:s2 a1=3/1Gi a2"))))
                .isEqualTo("i1=1-6 s1=1-2 i2=3-6 s2=6 a1=3-5 a2=6");
    }

    @Test
    @DisplayName("exclusive init CPUs are reusable by app containers, a sidecar's are reserved for the pod's life")
    void initReuse() {
        assertThat(TestNode.cpus(node("pod").admit(PodText.pod("p pod=4/4Gi init:i1=3/1Gi side:s1=1/1Gi a1=2/1Gi a2"))))
                .isEqualTo("i1=1-3 s1=1 a1=2-3 a2=4");
    }

    @Test
    @DisplayName("removal: only with the last container are the pod's resources released")
    void removal() {
        var node = node("pod");
        node.admit(PodText.pod("p pod=5/5Gi c1=3/3Gi c2"));
        node.removeContainer("p", "c1").hasShared("0,6-15").hasMemory(0, "5/4/1/{0}");
        node.removeContainer("p", "c2").hasShared("0-15").hasMemory(0, "0/9/0/{0}");
    }

    @Test
    @DisplayName("isolation: container without quota, pod and host with it")
    void isolation() {
        var pod = node("pod").admit(PodText.pod("p pod=4/4Gi c1=2/2Gi c2"));
        assertThat(pod.container("c1").cpuIsolation().kubernetesName()).isEqualTo("container");
        assertThat(pod.container("c1").hasCpuQuota()).isFalse();
        assertThat(pod.container("c2").cpuIsolation().kubernetesName()).isEqualTo("pod");
        assertThat(pod.container("c2").hasCpuQuota()).isTrue();
        assertThat(pod.hasPodCpuQuota()).isTrue();
        var container = node("container").admit(PodText.pod("p pod=4/4Gi c1=2/2Gi c2"));
        assertThat(container.container("c2").cpuIsolation().kubernetesName()).isEqualTo("host");
        assertThat(container.container("c2").hasCpuQuota()).isTrue();
        assertThat(node("pod").admit(PodText.pod("p pod=4/4Gi c1=4/4Gi")).hasPodCpuQuota())
                .isFalse();
    }

    @Test
    @DisplayName("gate off: pods remain eligible for admission, without aligned or exclusive resources")
    void gateOff() {
        var node = node("pod").gate(Gate.POD_LEVEL_RESOURCE_MANAGERS, false);
        node.admits("p pod=4/4Gi c1=2/2Gi c2", "c1= c2=").hasShared("0-15");
    }

    @Test
    @DisplayName("full-pcpus-only validates that the pod's total CPU request is a multiple of the SMT level")
    void fullCores() {
        var node = TestNode.on("1s1n4c2t")
                .reserve("0,4")
                .option("full-pcpus-only")
                .align("restricted", "pod")
                .podLevel();
        assertThat(node.refuse("p pod=3/1Gi c1=1/64Mi c2").rule()).isEqualTo(Rule.SMT);
        node.admits("p pod=4/1Gi c1=1/64Mi c2", "c1=1 c2=2,5-6");
    }
}
