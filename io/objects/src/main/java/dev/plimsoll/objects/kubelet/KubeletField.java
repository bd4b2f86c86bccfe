package dev.plimsoll.objects.kubelet;

import java.util.List;

/** A field of a {@code KubeletConfiguration} that means something to a node here. */
public enum KubeletField {
    ALLOWED_UNSAFE_SYSCTLS("allowedUnsafeSysctls"),
    CGROUP_DRIVER("cgroupDriver"),
    CGROUP_ROOT("cgroupRoot"),
    CLIENT_CA_FILE("authentication", "x509", "clientCAFile"),
    CLUSTER_DNS("clusterDNS"),
    CLUSTER_DOMAIN("clusterDomain"),
    CONTAINER_LOG_MAX_FILES("containerLogMaxFiles"),
    CONTAINER_LOG_MAX_SIZE("containerLogMaxSize"),
    CONTAINER_RUNTIME_ENDPOINT("containerRuntimeEndpoint"),
    CPU_MANAGER_POLICY("cpuManagerPolicy"),
    CPU_MANAGER_POLICY_OPTIONS("cpuManagerPolicyOptions"),
    EVICTION_HARD("<", "evictionHard"),
    EVICTION_MAX_POD_GRACE_PERIOD("evictionMaxPodGracePeriod"),
    EVICTION_MINIMUM_RECLAIM("evictionMinimumReclaim"),
    EVICTION_SOFT("<", "evictionSoft"),
    EVICTION_SOFT_GRACE_PERIOD("evictionSoftGracePeriod"),
    FAIL_CGROUP_V1("failCgroupV1"),
    FAIL_SWAP_ON("failSwapOn"),
    FEATURE_GATES("featureGates"),
    HEALTHZ_PORT("healthzPort"),
    IMAGE_GC_HIGH_THRESHOLD("imageGCHighThresholdPercent"),
    IMAGE_GC_LOW_THRESHOLD("imageGCLowThresholdPercent"),
    IMAGE_MAXIMUM_GC_AGE("imageMaximumGCAge"),
    IMAGE_MINIMUM_GC_AGE("imageMinimumGCAge"),
    MAX_PODS("maxPods"),
    MEMORY_MANAGER_POLICY("memoryManagerPolicy"),
    POD_LOGS_DIR("podLogsDir"),
    READ_ONLY_PORT("readOnlyPort"),
    RESERVED_SYSTEM_CPUS("reservedSystemCPUs"),
    ROTATE_CERTIFICATES("rotateCertificates"),
    SERVER_TLS_BOOTSTRAP("serverTLSBootstrap"),
    SHUTDOWN_GRACE_PERIOD("shutdownGracePeriod"),
    SHUTDOWN_GRACE_PERIOD_CRITICAL_PODS("shutdownGracePeriodCriticalPods"),
    STATIC_POD_PATH("staticPodPath"),
    STATIC_POD_URL("staticPodURL"),
    STATIC_POD_URL_HEADER(":", "staticPodURLHeader"),
    STREAMING_CONNECTION_IDLE_TIMEOUT("streamingConnectionIdleTimeout"),
    SWAP_BEHAVIOR("memorySwap", "swapBehavior"),
    TLS_CERT_FILE("tlsCertFile"),
    TLS_PRIVATE_KEY_FILE("tlsPrivateKeyFile"),
    TOPOLOGY_MANAGER_POLICY("topologyManagerPolicy"),
    TOPOLOGY_MANAGER_POLICY_OPTIONS("topologyManagerPolicyOptions"),
    TOPOLOGY_MANAGER_SCOPE("topologyManagerScope");

    private final String separator;
    private final List<String> path;

    /** @param first a sign between names and values where the field is a map and that is not an equals sign; else part of the path */
    KubeletField(String first, String... rest) {
        var isSign = first.equals("<") || first.equals(":");
        this.separator = isSign ? first : "=";
        this.path = isSign ? List.of(rest) : join(first, rest);
    }

    private static List<String> join(String first, String... rest) {
        var all = new java.util.ArrayList<String>();
        all.add(first);
        all.addAll(List.of(rest));
        return List.copyOf(all);
    }

    List<String> path() {
        return path;
    }

    /** Between names and values of a map, as options have it. */
    String separator() {
        return separator;
    }

    /** As people write it: {@code memorySwap.swapBehavior}. */
    public String fieldName() {
        return String.join(".", path);
    }
}
