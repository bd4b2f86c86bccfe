package dev.plimsoll.nodeagent.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.nodeagent.pinned.HolderGauges;
import dev.plimsoll.nodeagent.pinned.ManagerGauges;
import dev.plimsoll.nodeagent.testing.OneNode;
import dev.plimsoll.runtime.metrics.MetricsText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A whole node through a scripted history, and each number of its page of metrics afterwards. */
// Acceptance of KEP-2837: metric-starts
// Acceptance of KEP-5526: metric-allocations, metric-assignments, metric-existing
class MetricsHistoryTest {
    private static final FeatureGates GATES = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);
    private static final String ONE = "cpu=1,memory=1Gi";
    private static final String TWO = "cpu=2,memory=1Gi";

    private final OneNode node = new OneNode("cpu=7,memory=15Gi,pods=10", GATES, resourceManagers());

    private static ResourceManagers resourceManagers() {
        var settings = new KubeletSettings(
                "static",
                Map.of(),
                Quantity.ZERO,
                "0",
                "Static",
                Map.of(0, ResourceAmounts.parse("memory=1Gi")),
                "single-numa-node",
                "pod",
                Map.of());
        return switch (ResourceManagers.configure(MachineNotation.literal("1s2n4c1t,memory=8Gi"), settings, GATES)) {
            case ResourceManagers.Configured.Ready(var ready) -> ready;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private static PodSpecBuilder spec() {
        return PodSpec.builder();
    }

    @BeforeEach
    void history() {
        var registry = node.metrics.registry();
        var _ = NodeGauges.register(registry, () -> Map.of(OneNode.NAME, node.agent.state()));
        var _ = ManagerGauges.register(registry, () -> List.of(node.agent));
        var _ = HolderGauges.register(registry, () -> List.of(node.agent));
        // 1: as one, a container with its own and two that share
        node.run(
                "pool",
                spec().podLevel("cpu=3,memory=3Gi", "cpu=3,memory=3Gi")
                        .container("own", ONE, ONE)
                        .container("s1", "", "")
                        .container("s2", "", "")
                        .build());
        // 2: a container of its own
        node.run("own", spec().container("c", TWO, TWO).build());
        // 3: fits no single NUMA node
        node.run(
                "wide", spec().container("a", TWO, TWO).container("b", TWO, TWO).build());
        // 4: shares the node's CPUs
        node.run("small", spec().container("c", "cpu=500m", "").build());
        // 5: a container that the runtime cannot start
        node.run(
                "broken",
                spec().container("good", "cpu=100m", "")
                        .container("bad", "cpu=100m", "")
                        .build(),
                "start-error.bad",
                "no such file");
        node.pass(Duration.ofSeconds(2));
    }

    @AfterEach
    void close() {
        node.close();
    }

    private String page() {
        return new String(MetricsText.of(node.metrics.registry()), StandardCharsets.UTF_8);
    }

    private double value(String series) {
        return page().lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(series + " is not in\n" + page()));
    }

    private void resize(String name, String cpu) {
        var pod = node.pod(name).pod();
        var spec = spec().container("c", "cpu=" + cpu, "").build();
        var metadata = pod.metadata().withGeneration(pod.metadata().generation() + 1);
        node.agent.tell(
                new NodeEvent.PodUpdated(node.time.instant(), pod.withSpec(spec).withMetadata(metadata)));
    }

    @Test
    void managersCountWhatTheyGaveAndRefused() {
        assertThat(value("kubelet_topology_manager_admission_requests_total")).isEqualTo(5);
        assertThat(value("kubelet_topology_manager_admission_errors_total")).isEqualTo(1);
        assertThat(value("kubelet_topology_manager_admission_duration_ms_count"))
                .isEqualTo(5);
        assertThat(value("kubelet_cpu_manager_pinning_requests_total")).isEqualTo(2);
        assertThat(value("kubelet_cpu_manager_pinning_errors_total")).isZero();
        assertThat(value("kubelet_memory_manager_pinning_requests_total")).isEqualTo(3);
        assertThat(value("kubelet_memory_manager_pinning_errors_total")).isZero();
        var allocations = "kubelet_resource_manager_allocations_total";
        assertThat(value(allocations + "{resource_name=\"cpu\",source=\"pod\"}"))
                .isEqualTo(3);
        assertThat(value(allocations + "{resource_name=\"memory\",source=\"pod\"}"))
                .isEqualTo(3);
        assertThat(value(allocations + "{resource_name=\"cpu\",source=\"node\"}"))
                .isEqualTo(1);
        assertThat(value(allocations + "{resource_name=\"memory\",source=\"node\"}"))
                .isEqualTo(1);
        var failures = "kubelet_container_aligned_compute_resources_failure_count";
        assertThat(value(failures + "{boundary=\"numa_node\",scope=\"pod\"}")).isEqualTo(1);
        assertThat(value("kubelet_admission_rejections_total{reason=\"TopologyAffinityError\"}"))
                .isEqualTo(1);
        // 6: the shared part of its pod would be empty; hints find that out first
        node.run(
                "empty",
                spec().podLevel(TWO, TWO)
                        .container("a", TWO, TWO)
                        .container("b", "", "")
                        .build());
        assertThat(value("kubelet_topology_manager_admission_errors_total")).isEqualTo(2);
    }

    @Test
    void gaugesSayWhatIsHeldAtThisMoment() {
        assertThat(value("kubelet_cpu_manager_exclusive_cpu_allocation_count")).isEqualTo(5);
        assertThat(value("kubelet_cpu_manager_shared_pool_size_millicores")).isEqualTo(2000);
        assertThat(value("kubelet_cpu_manager_allocation_per_numa{numa_node=\"0\"}")
                        + value("kubelet_cpu_manager_allocation_per_numa{numa_node=\"1\"}"))
                .isEqualTo(5);
        var assigned = "plimsoll_node_container_assignments{assignment_type=\"";
        assertThat(value(assigned + "pod_shared\",resource_name=\"cpu\"}")).isEqualTo(2);
        assertThat(value(assigned + "pod_exclusive\",resource_name=\"memory\"}"))
                .isEqualTo(1);
        assertThat(value(assigned + "node_exclusive\",resource_name=\"cpu\"}")).isEqualTo(1);
        node.agent.tell(new NodeEvent.PodRemoved(node.time.instant(), "uid-pool"));
        node.pass(Duration.ofSeconds(3));
        assertThat(value("kubelet_cpu_manager_exclusive_cpu_allocation_count")).isEqualTo(2);
        assertThat(value("kubelet_cpu_manager_shared_pool_size_millicores")).isEqualTo(5000);
        assertThat(value(assigned + "pod_shared\",resource_name=\"cpu\"}")).isZero();
        var counted = "kubelet_resource_manager_container_assignments_total{assignment_type=\"";
        assertThat(value(counted + "pod_shared\",resource_name=\"cpu\"}")).isEqualTo(2);
    }

    @Test
    void startsAreCountedWithTheirFailures() {
        assertThat(value("kubelet_started_pods_total")).isEqualTo(4);
        assertThat(value("kubelet_started_pods_errors_total")).isZero();
        var before = value("kubelet_started_containers_total{container_type=\"container\"}");
        assertThat(before).isEqualTo(7);
        var errors = "kubelet_started_containers_errors_total{code=\"RunContainerError\",container_type=\"container\"}";
        assertThat(value(errors)).isEqualTo(1);
        node.pass(Duration.ofSeconds(10));
        node.agent.tell(new NodeEvent.TimerFired(node.time.instant(), "uid-broken"));
        assertThat(value(errors)).isEqualTo(2);
        assertThat(value("kubelet_pod_worker_duration_seconds_count{operation_type=\"create\"}"))
                .isEqualTo(4);
        assertThat(value("kubelet_pod_worker_duration_seconds_count{operation_type=\"sync\"}"))
                .isPositive();
    }

    @Test
    void resizesAreTimedAndTheHoldersOfWhatOneWaitsForAreNamed() {
        resize("small", "600m");
        assertThat(value("kubelet_pod_resize_duration_milliseconds_count{success=\"true\"}"))
                .isEqualTo(1);
        assertThat(value("kubelet_pod_worker_duration_seconds_count{operation_type=\"update\"}"))
                .isEqualTo(1);
        assertThat(page()).doesNotContain(HolderGauges.NAME + "{");
        resize("small", "5");
        assertThat(value("kubelet_pod_pending_resizes{priority_bucket=\"normal\",reason=\"deferred\"}"))
                .isEqualTo(1);
        var holder = HolderGauges.NAME + "{holder_namespace=\"default\",holder_pod=\"%s\",namespace=\"default\","
                + "node=\"node-0\",pod=\"small\",resource=\"cpu\"}";
        assertThat(value(holder.formatted("pool"))).isEqualTo(3);
        assertThat(value(holder.formatted("own"))).isEqualTo(2);
        assertThat(value(holder.formatted("broken"))).isEqualTo(0.2);
        resize("small", "600m");
        assertThat(page()).doesNotContain(HolderGauges.NAME + "{");
    }

    @Test
    void namesAndTypesAreThoseThatDashboardsKnow() {
        assertThat(page().lines().filter(line -> line.startsWith("# TYPE ")).map(line -> line.substring(7)))
                .contains(
                        "kubelet_container_aligned_compute_resources_count untyped",
                        "kubelet_container_aligned_compute_resources_failure_count untyped",
                        "kubelet_cpu_manager_allocation_per_numa gauge",
                        "kubelet_cpu_manager_exclusive_cpu_allocation_count gauge",
                        "kubelet_cpu_manager_pinning_errors_total counter",
                        "kubelet_cpu_manager_pinning_requests_total counter",
                        "kubelet_cpu_manager_shared_pool_size_millicores gauge",
                        "kubelet_memory_manager_pinning_errors_total counter",
                        "kubelet_memory_manager_pinning_requests_total counter",
                        "kubelet_pod_worker_duration_seconds histogram",
                        "kubelet_resource_manager_allocations_total counter",
                        "kubelet_resource_manager_container_assignments_total counter",
                        "kubelet_started_containers_errors_total counter",
                        "kubelet_started_containers_total counter",
                        "kubelet_started_pods_errors_total counter",
                        "kubelet_started_pods_total counter",
                        "kubelet_topology_manager_admission_duration_ms histogram",
                        "kubelet_topology_manager_admission_errors_total counter",
                        "kubelet_topology_manager_admission_requests_total counter");
    }
}
