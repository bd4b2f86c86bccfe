package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.Gate;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What each admission adds to the counters of the managers: sentence by sentence of their table. */
// Acceptance of KEP-5526: metric-allocations, metric-errors, metric-assignments, metric-existing
class ManagerCountsTest {
    private static TestNode node(String policy, String scope) {
        return TestNode.on("1s2n4c1t,memory=8Gi")
                .reserve("0")
                .memory("0=1Gi")
                .align(policy, scope)
                .podLevel();
    }

    private static Map<String, Integer> counts(TestNode node, String pod) {
        var counted = node.resourceManagers().admitCounted(node.state(), PodText.pod(pod));
        if (counted.admission() instanceof TopologyAdmission.Admitted(var after, var _)) node.state(after);
        var counts = new TreeMap<String, Integer>();
        for (var count : counted.counts())
            counts.merge(count.name() + (count.labels().isEmpty() ? "" : count.labels()), 1, Integer::sum);
        return counts;
    }

    @Test
    void containersOfAPodAreGivenTheirsByTheNode() {
        assertThat(counts(node("none", "container"), "p c1=2/1Gi c2=1/1Gi c3=500m/1Gi"))
                .isEqualTo(Map.of(
                        "cpu_manager_pinning_requests_total", 2,
                        "memory_manager_pinning_requests_total", 3,
                        "resource_manager_allocations_total[cpu, node]", 2,
                        "resource_manager_allocations_total[memory, node]", 3,
                        "resource_manager_container_assignments_total[cpu, node_exclusive]", 2,
                        "resource_manager_container_assignments_total[memory, node_exclusive]", 3,
                        "container_aligned_compute_resources_count[container, uncore_cache]", 2));
    }

    @Test
    void aPodThatIsPlacedAsOneDividesItsOwn() {
        assertThat(counts(node("restricted", "pod"), "p pod=3/3Gi init:i c1=1/1Gi c2 c3"))
                .isEqualTo(Map.of(
                        "cpu_manager_pinning_requests_total", 1,
                        "memory_manager_pinning_requests_total", 3,
                        "resource_manager_allocations_total[cpu, pod]", 4,
                        "resource_manager_allocations_total[memory, pod]", 4,
                        "resource_manager_container_assignments_total[cpu, pod_exclusive]", 1,
                        "resource_manager_container_assignments_total[cpu, pod_shared]", 3,
                        "resource_manager_container_assignments_total[memory, pod_exclusive]", 1,
                        "resource_manager_container_assignments_total[memory, pod_shared]", 3,
                        "container_aligned_compute_resources_count[container, uncore_cache]", 1));
    }

    @Test
    void onASingleNumaNodeAlignmentIsCountedByScope() {
        assertThat(counts(node("single-numa-node", "container"), "p c1=1/1Gi c2=1/1Gi"))
                .containsEntry("container_aligned_compute_resources_count[container, numa_node]", 2);
        var pod = node("single-numa-node", "pod");
        assertThat(counts(pod, "p c1=1/1Gi c2=1/1Gi"))
                .containsEntry("container_aligned_compute_resources_count[pod, numa_node]", 1);
        assertThat(counts(pod, "q c1=3/1Gi c2=3/1Gi"))
                .isEqualTo(Map.of(
                        "topology_manager_admission_errors_total", 1,
                        "container_aligned_compute_resources_failure_count[pod, numa_node]", 1));
    }

    @Test
    void aManagerThatFailsIsCountedOnceAndAsAnErrorOfTheTopologyWhereItAligns() {
        assertThat(counts(node("none", "container"), "p c1=1/1Gi c2=9/1Gi"))
                .containsEntry("cpu_manager_pinning_requests_total", 2)
                .containsEntry("cpu_manager_pinning_errors_total", 1)
                .containsEntry("resource_manager_allocation_errors_total[cpu, node]", 1)
                .containsEntry("resource_manager_allocations_total[cpu, node]", 1)
                .doesNotContainKey("topology_manager_admission_errors_total");
        assertThat(counts(node("best-effort", "pod"), "p pod=2/2Gi c1=2/1Gi c2"))
                .isEqualTo(Map.of(
                        "cpu_manager_pinning_errors_total", 1,
                        "resource_manager_allocation_errors_total[cpu, pod]", 1,
                        "topology_manager_admission_errors_total", 1));
        assertThat(counts(node("best-effort", "pod"), "p pod=3/2Gi c1=1/2Gi c2"))
                .containsEntry("memory_manager_pinning_requests_total", 1)
                .containsEntry("memory_manager_pinning_errors_total", 1)
                .containsEntry("resource_manager_allocation_errors_total[memory, pod]", 1);
    }

    @Test
    void wholeCoresAreCountedWhereTheyAreDemanded() {
        var node =
                TestNode.on("1s1n4c2t").reserve("0").option("full-pcpus-only").podLevel();
        assertThat(counts(node, "p c=2/1Gi"))
                .containsEntry("container_aligned_compute_resources_count[container, physical_cpu]", 1);
        assertThat(counts(node, "q c=1/1Gi"))
                .containsEntry("container_aligned_compute_resources_failure_count[container, physical_cpu]", 1)
                .containsEntry("cpu_manager_pinning_errors_total", 1);
    }

    @Test
    void whoIsAdmittedOnceMoreAsksAndIsGivenNothingNew() {
        var node = node("none", "container");
        counts(node, "p c1=2/1Gi");
        assertThat(counts(node, "p c1=2/1Gi"))
                .isEqualTo(Map.of("cpu_manager_pinning_requests_total", 1, "memory_manager_pinning_requests_total", 1));
    }

    @Test
    void withoutTheGateNothingIsCountedBySource() {
        var off = node("none", "container").gate(Gate.POD_LEVEL_RESOURCE_MANAGERS, false);
        assertThat(counts(off, "p c1=2/1Gi"))
                .isEqualTo(Map.of(
                        "cpu_manager_pinning_requests_total", 1,
                        "memory_manager_pinning_requests_total", 1,
                        "container_aligned_compute_resources_count[container, uncore_cache]", 1));
        assertThat(counts(off, "q pod=2/1Gi c1=1/1Gi")).isEmpty();
    }
}
