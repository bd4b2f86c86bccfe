package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.CounterDescription;
import dev.plimsoll.core.resize.protocol.MetricChange;
import java.util.List;
import java.util.Optional;

/** What is counted about sandboxes and containers that are started; the prefix {@code kubelet_} is the shell's. */
public final class StartMetrics {
    public static final String PODS = "started_pods_total";
    public static final String POD_ERRORS = "started_pods_errors_total";
    /** By type of container. */
    public static final String CONTAINERS = "started_containers_total";
    /** By type of container and code. */
    public static final String CONTAINER_ERRORS = "started_containers_errors_total";

    public static final List<CounterDescription> COUNTERS = List.of(
            CounterDescription.of(PODS, "Pods that were started."),
            CounterDescription.of(POD_ERRORS, "Pods that could not be started."),
            CounterDescription.of(CONTAINERS, "Containers that were started.", "container_type"),
            CounterDescription.of(CONTAINER_ERRORS, "Containers that could not be started.", "container_type", "code"));

    /** How a start may fail; no other value is shown, so that a runtime cannot make up labels. */
    private static final List<String> CODES = List.of(
            "CreateContainerConfigError",
            "CreateContainerError",
            "ErrImagePull",
            "ErrImageNeverPull",
            "ImageInspectError",
            "RunContainerError");

    private StartMetrics() {}

    /** A try, however it ends. */
    public static Optional<MetricChange> begun(Act act) {
        return switch (act) {
            case Act.RunPodSandbox _ -> Optional.of(MetricChange.add(PODS));
            case Act.StartContainer start ->
                Optional.of(MetricChange.add(CONTAINERS, type(start.pod().spec(), start.container())));
            case Act _ -> Optional.empty();
        };
    }

    /** A try that failed. */
    public static Optional<MetricChange> failed(Act act, String code) {
        return switch (act) {
            case Act.RunPodSandbox _ -> Optional.of(MetricChange.add(POD_ERRORS));
            case Act.StartContainer start ->
                Optional.of(MetricChange.add(
                        CONTAINER_ERRORS,
                        type(start.pod().spec(), start.container()),
                        CODES.contains(code) ? code : "RunContainerError"));
            case Act _ -> Optional.empty();
        };
    }

    private static String type(PodSpec spec, String container) {
        if (isIn(spec.initContainers(), container)) return "init_container";
        return isIn(spec.ephemeralContainers(), container) ? "ephemeral_container" : "container";
    }

    private static boolean isIn(List<Container> containers, String name) {
        return containers.stream().anyMatch(each -> each.name().equals(name));
    }
}
