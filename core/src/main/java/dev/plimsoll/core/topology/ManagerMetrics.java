package dev.plimsoll.core.topology;

/** Names of what is counted about the managers of CPUs, memory and topology; the prefix {@code kubelet_} is the shell's. */
public final class ManagerMetrics {
    public static final String CPU_REQUESTS = "cpu_manager_pinning_requests_total";
    public static final String CPU_ERRORS = "cpu_manager_pinning_errors_total";
    public static final String MEMORY_REQUESTS = "memory_manager_pinning_requests_total";
    public static final String MEMORY_ERRORS = "memory_manager_pinning_errors_total";

    public static final String TOPOLOGY_REQUESTS = "topology_manager_admission_requests_total";
    public static final String TOPOLOGY_ERRORS = "topology_manager_admission_errors_total";
    /** A histogram; only the shell can measure it. */
    public static final String TOPOLOGY_DURATION = "topology_manager_admission_duration_ms";

    /** By scope and boundary. */
    public static final String ALIGNED = "container_aligned_compute_resources_count";

    public static final String NOT_ALIGNED = "container_aligned_compute_resources_failure_count";

    /** By resource and source. */
    public static final String ALLOCATIONS = "resource_manager_allocations_total";

    public static final String ALLOCATION_ERRORS = "resource_manager_allocation_errors_total";
    /** By resource and type of assignment. */
    public static final String ASSIGNMENTS = "resource_manager_container_assignments_total";

    public static final String SHARED_POOL = "cpu_manager_shared_pool_size_millicores";
    public static final String EXCLUSIVE_CPUS = "cpu_manager_exclusive_cpu_allocation_count";
    /** By NUMA node. */
    public static final String CPUS_PER_NODE = "cpu_manager_allocation_per_numa";

    static final String NODE_EXCLUSIVE = "node_exclusive";
    static final String POD_EXCLUSIVE = "pod_exclusive";
    static final String POD_SHARED = "pod_shared";

    private ManagerMetrics() {}
}
