package dev.plimsoll.cli.node;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.kubelet.KubeletConfigurationObject;
import dev.plimsoll.objects.kubelet.KubeletField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A file of kind {@code KubeletConfiguration}, as options of {@code plimsoll node}. */
final class KubeletConfigurationFile {
    private KubeletConfigurationFile() {}

    /** What reading gave. */
    sealed interface Outcome {
        /**
         * Understood.
         *
         * @param options by name, such as {@code --pods}
         * @param unused fields that mean nothing here
         */
        record Configured(Map<String, String> options, List<String> unused) implements Outcome {}

        /** Everything that is wrong. */
        record Invalid(List<String> problems) implements Outcome {}
    }

    static Outcome read(Path file) {
        try {
            return read(file.toString(), Files.readString(file));
        } catch (IOException e) {
            return new Outcome.Invalid(
                    List.of(file + ": cannot be read: " + PathProblem.of(e) + "; name another file"));
        }
    }

    private static Outcome read(String source, String text) {
        return switch (new ManifestLoader().read(source, text)) {
            case Loaded.Unreadable unreadable -> new Outcome.Invalid(List.of(unreadable.line()));
            case Loaded.Documents(var manifests) -> {
                if (manifests.size() != 1)
                    yield new Outcome.Invalid(List.of(source + ": expected one object, found " + manifests.size()
                            + "; write one KubeletConfiguration"));
                var configuration =
                        new KubeletConfigurationObject(manifests.getFirst().document());
                var problems = new ArrayList<>(configuration.problems());
                var options = options(configuration, problems);
                yield problems.isEmpty()
                        ? new Outcome.Configured(options, configuration.unused())
                        : new Outcome.Invalid(problems.stream()
                                .map(problem -> source + ": " + problem)
                                .toList());
            }
        };
    }

    private static Map<String, String> options(KubeletConfigurationObject configuration, List<String> problems) {
        var options = new LinkedHashMap<String, String>();
        configuration.settings().forEach((field, text) -> options.put(option(field), text));
        configuration.serving().ifPresent(address -> options.put("--serve", address));
        var reservedMemory = configuration.reservedMemory();
        if (!reservedMemory.isEmpty()) options.put("--reserved-memory", String.join(";", reservedMemory));
        var reserved = ResourceAmounts.EMPTY;
        for (var amounts : configuration.reserved()) {
            try {
                reserved = reserved.plus(ResourceAmounts.parse(amounts));
            } catch (IllegalArgumentException _) {
                problems.add("kubeReserved, systemReserved: found " + amounts
                        + "; write amounts such as {cpu: 500m, memory: 1Gi}");
            }
        }
        if (!reserved.isEmpty()) options.put("--reserved", text(reserved));
        return options;
    }

    private static String text(ResourceAmounts amounts) {
        var parts = new ArrayList<String>();
        for (var name : amounts.names()) parts.add(name + "=" + amounts.amount(name));
        return String.join(",", parts);
    }

    private static String option(KubeletField field) {
        return switch (field) {
            case CGROUP_DRIVER -> "--cgroup-driver";
            case CGROUP_ROOT -> "--cgroup-root";
            case CLIENT_CA_FILE -> "--client-ca-file";
            case CLUSTER_DNS -> "--cluster-dns";
            case CLUSTER_DOMAIN -> "--cluster-domain";
            case CONTAINER_LOG_MAX_FILES -> "--container-log-max-files";
            case CONTAINER_LOG_MAX_SIZE -> "--container-log-max-size";
            case CONTAINER_RUNTIME_ENDPOINT -> "--cri-endpoint";
            case CPU_MANAGER_POLICY -> "--cpu-policy";
            case CPU_MANAGER_POLICY_OPTIONS -> "--cpu-options";
            case EVICTION_HARD -> "--eviction-hard";
            case EVICTION_MAX_POD_GRACE_PERIOD -> "--eviction-max-pod-grace-period";
            case EVICTION_MINIMUM_RECLAIM -> "--eviction-minimum-reclaim";
            case EVICTION_SOFT -> "--eviction-soft";
            case EVICTION_SOFT_GRACE_PERIOD -> "--eviction-soft-grace-period";
            case ALLOWED_UNSAFE_SYSCTLS -> "--allowed-unsafe-sysctls";
            case FAIL_SWAP_ON -> "--fail-swap-on";
            case FAIL_CGROUP_V1 -> "--fail-cgroup-v1";
            case FEATURE_GATES -> "--feature-gates";
            case HEALTHZ_PORT -> "--healthz-port";
            case IMAGE_GC_HIGH_THRESHOLD -> "--image-gc-high-threshold";
            case IMAGE_GC_LOW_THRESHOLD -> "--image-gc-low-threshold";
            case IMAGE_MAXIMUM_GC_AGE -> "--image-maximum-gc-age";
            case IMAGE_MINIMUM_GC_AGE -> "--minimum-image-ttl-duration";
            case MAX_PODS -> "--pods";
            case MEMORY_MANAGER_POLICY -> "--memory-policy";
            case POD_LOGS_DIR -> "--pod-logs-dir";
            case READ_ONLY_PORT -> "--read-only-port";
            case ROTATE_CERTIFICATES -> "--rotate-certificates";
            case SERVER_TLS_BOOTSTRAP -> "--rotate-server-certificates";
            case RESERVED_SYSTEM_CPUS -> "--reserved-cpus";
            case SHUTDOWN_GRACE_PERIOD -> "--shutdown-grace-period";
            case SHUTDOWN_GRACE_PERIOD_CRITICAL_PODS -> "--shutdown-grace-period-critical-pods";
            case STATIC_POD_PATH -> "--pod-manifest-path";
            case STATIC_POD_URL -> "--manifest-url";
            case STATIC_POD_URL_HEADER -> "--manifest-url-header";
            case STREAMING_CONNECTION_IDLE_TIMEOUT -> "--streaming-connection-idle-timeout";
            case SWAP_BEHAVIOR -> "--swap-behavior";
            case TLS_CERT_FILE -> "--tls-cert-file";
            case TLS_PRIVATE_KEY_FILE -> "--tls-private-key-file";
            case TOPOLOGY_MANAGER_POLICY -> "--topology-policy";
            case TOPOLOGY_MANAGER_POLICY_OPTIONS -> "--topology-options";
            case TOPOLOGY_MANAGER_SCOPE -> "--topology-scope";
        };
    }
}
