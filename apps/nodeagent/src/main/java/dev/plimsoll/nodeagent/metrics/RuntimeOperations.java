package dev.plimsoll.nodeagent.metrics;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** How often the runtime and the cgroups were asked for something, how often in vain, and how long it took. */
public final class RuntimeOperations {
    private static final double[] OPERATION_SECONDS = {
        .005,
        .0125,
        .03125,
        .078125,
        .1953125,
        .48828125,
        1.220703125,
        3.0517578125,
        7.62939453125,
        19.073486328125,
        47.6837158203125,
        119.20928955078125,
        298.0232238769531,
        745.0580596923828
    };
    static final double[] SECONDS = {.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};
    private static final double NANOS = 1e9;

    private final Counter calls;
    private final Counter errors;
    private final Histogram seconds;
    private final Histogram cgroupSeconds;

    RuntimeOperations(PrometheusRegistry registry) {
        calls = counter(registry, "kubelet_runtime_operations", "Calls of the runtime.");
        errors = counter(registry, "kubelet_runtime_operations_errors", "Calls of the runtime that failed.");
        seconds = histogram(
                registry,
                "kubelet_runtime_operations_duration_seconds",
                "How long calls of the runtime took.",
                OPERATION_SECONDS);
        cgroupSeconds = histogram(
                registry, "kubelet_cgroup_manager_duration_seconds", "How long writing cgroups took.", SECONDS);
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help) {
        return Counter.builder()
                .name(name)
                .help(help)
                .labelNames("operation_type")
                .register(registry);
    }

    private static Histogram histogram(PrometheusRegistry registry, String name, String help, double[] bounds) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames("operation_type")
                .register(registry);
    }

    /** An act that was performed, and what came of it. */
    public void performed(Act act, NodeEvent.Outcome outcome, long nanos) {
        switch (act) {
            case Act.CreatePodCgroup _ -> cgroup("create", nanos);
            case Act.WritePodCgroup _ -> cgroup("update", nanos);
            case Act.ReclaimMemory _ -> cgroup("reclaim", nanos);
            case Act.MeasureMemory _ -> cgroup("measure", nanos);
            case Act.RunPodSandbox _ -> call("run_podsandbox", outcome, nanos);
            case Act.StartContainer _ -> call("start_container", outcome, nanos);
            case Act.UpdateContainer _ -> call("update_container", outcome, nanos);
            case Act.UpdatePodSandbox _, Act.RestorePodSandbox _ -> call("update_podsandbox_resources", outcome, nanos);
            case Act.KillContainer _, Act.StopContainers _ -> call("stop_container", outcome, nanos);
            case Act.RemoveContainers _ -> call("remove_container", outcome, nanos);
            case Act.RemovePod _ -> call("remove_podsandbox", outcome, nanos);
            case Act.MoveContainer _ -> call("update_container", outcome, nanos);
            case Act.ResizeVolume _ -> {} // the runtime has no part in it
            case Act.Inspect _ -> call("podsandbox_status", outcome, nanos);
        }
    }

    private void call(String operation, NodeEvent.Outcome outcome, long nanos) {
        calls.labelValues(operation).inc();
        if (outcome instanceof NodeEvent.Failed) errors.labelValues(operation).inc();
        seconds.labelValues(operation).observe(nanos / NANOS);
    }

    /** A write of cgroup files, as a runtime may also report it by itself. */
    public void cgroup(String operation, long nanos) {
        cgroupSeconds.labelValues(operation).observe(nanos / NANOS);
    }
}
