package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.core.estimation.usage.RecordedUsage;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.prediction.autoscaling.AutoscalingInput;
import dev.plimsoll.core.prediction.autoscaling.HorizontalAutoscaler;
import dev.plimsoll.core.prediction.autoscaling.RecordedWorkload;
import dev.plimsoll.core.prediction.autoscaling.VerticalAutoscaler;
import dev.plimsoll.core.prediction.autoscaling.WorkloadAdvice;
import dev.plimsoll.core.workloads.horizontal.AutoscalerTimes;
import dev.plimsoll.core.workloads.horizontal.MetricSource;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.workload.WorkloadObject;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Recorded use, by the workloads of a cluster, and the autoscalers that act on it. */
final class RecordedWorkloads {
    private static final long LEAST_STEP = 15_000;
    private static final int LOOKED_AT = 50;

    private final ClusterDraft cluster;
    private final RecordedUsage usage;
    private final PodOwners owners;
    private final SortedMap<WorkloadName, List<UsageSeries>> series = new TreeMap<>();
    private int unmatched;

    RecordedWorkloads(ClusterDraft cluster, RecordedUsage usage) {
        this.cluster = cluster;
        this.usage = usage;
        this.owners = new PodOwners(cluster);
        for (var each : usage.series()) {
            var id = each.id();
            var owner = owners.find(id.namespace(), id.workload(), id.pod());
            if (owner.isEmpty()) unmatched++;
            else series.computeIfAbsent(owner.get(), _ -> new ArrayList<>()).add(each);
        }
    }

    PodOwners owners() {
        return owners;
    }

    /** How many containers of the recording belong to no workload of the cluster. */
    int unmatched() {
        return unmatched;
    }

    AutoscalingInput input() {
        return new AutoscalingInput(
                workloads(),
                horizontal(),
                vertical(),
                AutoscalerTimes.DEFAULT,
                usage.start(),
                usage.end(),
                Duration.ofMillis(step()));
    }

    /** The time from one sample to the next that most containers have. */
    private long step() {
        var counts = new HashMap<Long, Integer>();
        for (var each : usage.series()) {
            for (var i = 1; i < Math.min(each.size(), LOOKED_AT); i++)
                counts.merge(each.time(i) - each.time(i - 1), 1, Integer::sum);
        }
        return Math.max(
                LEAST_STEP,
                counts.entrySet().stream()
                        .max(Map.Entry.<Long, Integer>comparingByValue()
                                .thenComparing(Map.Entry.<Long, Integer>comparingByKey()
                                        .reversed()))
                        .map(Map.Entry::getKey)
                        .orElse(LEAST_STEP));
    }

    private List<RecordedWorkload> workloads() {
        var ranges = ranges();
        var templates = templates();
        var workloads = new ArrayList<RecordedWorkload>();
        series.forEach((name, own) -> {
            var template = templates.get(name);
            if (template == null) return;
            workloads.add(new RecordedWorkload(
                    PodOwners.id(name), template, ranges.getOrDefault(name.namespace(), NamespaceRanges.NONE), own));
        });
        return workloads;
    }

    /** What pods asked for before anything was recommended: as a template that is applied has it, else as the newest pod has it. */
    private Map<WorkloadName, PodSpec> templates() {
        var newest = new HashMap<WorkloadName, PodObject>();
        for (var pod : cluster.all(SnapshotKinds.PODS)) {
            if (pod.isTerminal()) continue;
            newest.merge(
                    owners.of(pod.metadata()),
                    pod,
                    (one, other) ->
                            one.metadata().created().isAfter(other.metadata().created()) ? one : other);
        }
        var templates = new HashMap<WorkloadName, PodSpec>();
        newest.forEach((name, pod) -> {
            if (pod.view() instanceof Read.Ok<Pod>(var view))
                templates.put(name, OriginalsAnnotation.of(view).applyTo(view.spec()));
        });
        for (var kind : List.of(SnapshotKinds.DEPLOYMENTS, SnapshotKinds.STATEFUL_SETS, SnapshotKinds.DAEMON_SETS))
            applied(kind, templates);
        return templates;
    }

    private <T extends WorkloadObject> void applied(ObjectKind<T> kind, Map<WorkloadName, PodSpec> templates) {
        for (var workload : cluster.all(kind)) {
            if (!cluster.isWritten(workload) || !(template(workload) instanceof Read.Ok<Pod>(var view))) continue;
            var name = new WorkloadName(
                    workload.metadata().namespace(),
                    workload.kind(),
                    workload.metadata().name());
            templates.put(name, PodCreation.DEFAULT.apply(view.spec()).spec());
        }
    }

    private static Read<Pod> template(WorkloadObject workload) {
        return new PodObject(
                        PodDraft.of(workload, workload.template(), "template").document())
                .view();
    }

    private Map<String, NamespaceRanges> ranges() {
        var found = new HashMap<String, List<LimitRange>>();
        for (var range : cluster.all(SnapshotKinds.LIMIT_RANGES)) {
            if (PolicyReader.limitRange(range.document()) instanceof Read.Ok<LimitRange>(var read))
                found.computeIfAbsent(range.metadata().namespace(), _ -> new ArrayList<>())
                        .add(read);
        }
        var ranges = new HashMap<String, NamespaceRanges>();
        found.forEach((namespace, list) -> ranges.put(namespace, NamespaceRanges.of(list)));
        return ranges;
    }

    private static String id(String namespace, CrossVersionObjectReference target) {
        return target.kind() + " " + namespace + "/" + target.name();
    }

    private List<HorizontalAutoscaler> horizontal() {
        var times = AutoscalerTimes.DEFAULT;
        return cluster.all(SnapshotKinds.HORIZONTAL_POD_AUTOSCALERS).stream()
                .map(hpa -> new HorizontalAutoscaler(
                        hpa.name().toString(),
                        id(hpa.name().namespace(), hpa.target()),
                        hpa.spec(times.stabilization(), times.tolerance())))
                .toList();
    }

    /** Whether an autoscaler goes by something that no recording of containers has. */
    boolean needsOtherMetrics() {
        return horizontal().stream()
                .flatMap(each -> each.spec().metrics().stream())
                .anyMatch(metric -> !(metric instanceof MetricSource.Resources));
    }

    private List<VerticalAutoscaler> vertical() {
        return vpas().map(vpa -> new VerticalAutoscaler(
                        vpa.name().toString(), id(vpa.name().namespace(), vpa.target()), vpa.spec(), Set.of()))
                .toList();
    }

    private Stream<VpaObject> vpas() {
        return cluster.all(SnapshotKinds.VERTICAL_POD_AUTOSCALERS).stream().sorted(VpaObject.OLDEST_FIRST);
    }

    /** What the pods of each workload should ask for, by its id. */
    SortedMap<String, WorkloadAdvice> advice() {
        var policies = new HashMap<String, ResourcePolicy>();
        vpas().forEach(vpa -> policies.putIfAbsent(id(vpa.name().namespace(), vpa.target()), vpa.policy()));
        var advice = new TreeMap<String, WorkloadAdvice>();
        for (var workload : workloads()) {
            var policy = Optional.ofNullable(policies.get(workload.workload())).orElseGet(ResourcePolicy::of);
            advice.put(workload.workload(), WorkloadAdvice.of(workload, policy));
        }
        return advice;
    }
}
