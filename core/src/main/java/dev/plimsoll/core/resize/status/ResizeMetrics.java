package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.protocol.CounterDescription;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.List;

/** Names and labels of what is counted about resizes; the prefix {@code kubelet_} is the shell's. */
public final class ResizeMetrics {
    public static final String REQUESTED = "container_requested_resizes_total";
    /** The same for the pod level, which Kubernetes does not count. */
    public static final String POD_LEVEL_REQUESTED = "pod_level_requested_resizes_total";

    public static final String DURATION = "pod_resize_duration_milliseconds";
    public static final String PENDING = "pod_pending_resizes";
    public static final String INFEASIBLE = "pod_infeasible_resizes_total";
    public static final String IN_PROGRESS = "pod_in_progress_resizes";
    public static final String DEFERRED_ACCEPTED = "pod_deferred_accepted_resizes_total";
    public static final String DEFERRED_DURATION = "pod_deferred_resize_duration_seconds";
    public static final String ADMITTED = "pod_level_resources_admission_total";
    public static final String REJECTED = "admission_rejections_total";
    public static final String PREEMPTIONS = "preemptions";

    public static final List<CounterDescription> COUNTERS = List.of(
            CounterDescription.of(REQUESTED, "Resizes that specs asked for.", "resource", "requirement", "operation"),
            CounterDescription.of(
                    POD_LEVEL_REQUESTED,
                    "Resizes of the pod level that specs asked for.",
                    "resource",
                    "requirement",
                    "operation"),
            CounterDescription.of(INFEASIBLE, "Resizes that can never be granted.", "reason_detail"),
            CounterDescription.of(
                    DEFERRED_ACCEPTED, "Resizes that were granted after they had waited.", "retry_trigger"),
            CounterDescription.of(ADMITTED, "Pods that were admitted.", "config_mode", "qos_class"),
            CounterDescription.of(REJECTED, "Pods that were refused.", "reason"),
            CounterDescription.of(PREEMPTIONS, "Pods that had to make room for a critical one.", "preemption_signal"));

    /** All values of {@link #priorityBucket}. */
    static final List<String> PRIORITY_BUCKETS =
            List.of("system-critical", "high", "medium", "normal", "low", "very-low");

    private ResizeMetrics() {}

    /** What a newer spec asks to change, one count for each resource and requirement. */
    public static List<MetricChange> requested(PodResources before, PodResources after) {
        var metrics = new ArrayList<MetricChange>();
        for (var entry : after.containers().entrySet()) {
            count(metrics, REQUESTED, before.container(entry.getKey()), entry.getValue());
        }
        count(metrics, POD_LEVEL_REQUESTED, before.podLevel(), after.podLevel());
        return metrics;
    }

    private static void count(
            List<MetricChange> metrics, String name, ResourceRequirements before, ResourceRequirements after) {
        for (var resource : List.of(ResourceName.MEMORY, ResourceName.CPU)) {
            count(
                    metrics,
                    name,
                    resource,
                    "requests",
                    before.requests().amount(resource),
                    after.requests().amount(resource));
            count(
                    metrics,
                    name,
                    resource,
                    "limits",
                    before.limits().amount(resource),
                    after.limits().amount(resource));
        }
    }

    private static void count(
            List<MetricChange> metrics,
            String name,
            ResourceName resource,
            String requirement,
            Quantity before,
            Quantity after) {
        var difference = after.compareTo(before);
        if (difference == 0) return;
        var operation = before.isZero() ? "add" : after.isZero() ? "remove" : difference > 0 ? "increase" : "decrease";
        metrics.add(MetricChange.add(name, resource.text(), requirement, operation));
    }

    public static String priorityBucket(PodRecord record) {
        var priority = record.priority();
        if (priority >= 2_000_000_000L) return "system-critical";
        if (priority >= 100_000) return "high";
        if (priority > 0) return "medium";
        if (priority == 0) return "normal";
        return priority > -1000 ? "low" : "very-low";
    }

    /** The label of a refusal: reasons that could be many share one. */
    public static String rejection(String reason) {
        return switch (reason) {
            case "Evicted",
                    "SysctlForbidden",
                    "TopologyAffinityError",
                    "SMTAlignmentError",
                    "UnexpectedAdmissionError",
                    "InvalidNodeInfo",
                    "PodOSSelectorNodeLabelDoesNotMatch",
                    "PodOSNotSupported",
                    "SupplementalGroupsPolicyNotSupported",
                    "OutOfcpu",
                    "OutOfmemory",
                    "OutOfephemeral-storage",
                    "OutOfpods",
                    "NodeAffinity",
                    "NodeName",
                    "NodePorts",
                    "TaintToleration",
                    "AppArmor",
                    "PodLevelResourcesNotSupported",
                    "PodFeatureUnsupported",
                    "NodeShutdown" -> reason;
            default -> reason.startsWith("OutOf") ? "OutOfExtendedResources" : "Other";
        };
    }

    /** Where a pod says what it wants. */
    public static String configMode(PodRecord record) {
        var spec = record.pod().spec();
        var podLevel = spec.hasPodLevelResources();
        var containers =
                spec.containers().stream().anyMatch(each -> !each.resources().isEmpty())
                        || spec.initContainers().stream()
                                .anyMatch(each -> !each.resources().isEmpty());
        if (podLevel) return containers ? "pod_and_container_level" : "pod_level";
        return containers ? "container_level" : "";
    }
}
