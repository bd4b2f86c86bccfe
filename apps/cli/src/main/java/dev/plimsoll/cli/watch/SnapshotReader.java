package dev.plimsoll.cli.watch;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.table.Age;
import dev.plimsoll.codec.table.PodSummary;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.node.NumaZone;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** From documents to the rows of the view. What cannot be read is left out. */
final class SnapshotReader {
    private static final EffectiveDemand HELD = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);

    private SnapshotReader() {}

    static ClusterSnapshot read(
            Collection<NodeObject> nodes,
            Collection<PodObject> pods,
            Collection<PodMetricsObject> metrics,
            Instant now) {
        var used = new HashMap<ObjectName, PodMetricsObject>();
        for (var metric : metrics) used.put(metric.name(), metric);
        var rows = new ArrayList<PodRow>();
        var held = new HashMap<String, long[]>();
        for (var object : pods) {
            if (!(object.view() instanceof Read.Ok<Pod>(var pod))) continue;
            rows.add(row(object, pod, used.get(object.name()), now));
            if (!pod.status().isTerminal()) hold(held, pod);
        }
        rows.sort(PodRow.BY_NAME);
        var nodeRows = new ArrayList<NodeRow>();
        for (var node : nodes) nodeRows.add(node(node, held));
        nodeRows.sort(Comparator.comparing(NodeRow::name));
        return new ClusterSnapshot(nodeRows, rows);
    }

    private static void hold(Map<String, long[]> held, Pod pod) {
        var sums = held.computeIfAbsent(pod.spec().placement().nodeName(), _ -> new long[3]);
        var requests = HELD.requests(pod);
        sums[0] += Compute.CPU.unitsOf(requests);
        sums[1] += Compute.MEMORY.unitsOf(requests);
        sums[2]++;
    }

    private static PodRow row(PodObject object, Pod pod, @Nullable PodMetricsObject metric, Instant now) {
        var summary = PodSummary.of(object.document(), now);
        var resize = ResizeState.of(pod.status().conditions());
        return new PodRow(
                pod.metadata().namespace(),
                pod.metadata().name(),
                pod.spec().placement().nodeName(),
                summary.status(),
                summary.restartCount(),
                age(object, now),
                pod.spec().hasPodLevelResources(),
                states(pod, metric, Compute.CPU),
                states(pod, metric, Compute.MEMORY),
                resize.map(state -> word(state.state())).orElse(""),
                resize.map(_ -> message(pod)).orElseGet(() -> obstacle(object, pod)),
                AssignedResources.cpus(pod).toString());
    }

    private static String age(PodObject pod, Instant now) {
        var created = pod.metadata().created();
        return created.equals(Instant.EPOCH) ? Age.UNKNOWN : Age.of(Duration.between(created, now));
    }

    private static String word(ResizeState state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String message(Pod pod) {
        for (var condition : pod.status().conditions()) {
            var isResize = condition.type().equals(Condition.POD_RESIZE_PENDING)
                    || condition.type().equals(Condition.POD_RESIZE_IN_PROGRESS);
            if (isResize && !condition.message().isEmpty()) return condition.message();
        }
        return "";
    }

    /** What keeps a pod from running, by whoever said it: scheduler, node or runtime. */
    private static String obstacle(PodObject object, Pod pod) {
        if (!object.message().isEmpty()) return object.message();
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals("PodScheduled") && !condition.status().equals("True"))
                return condition.message();
        }
        for (var container : object.containerRuns()) {
            if (!container.state().message().isEmpty())
                return container.name() + ": " + container.state().message();
        }
        return "";
    }

    private static States states(Pod pod, @Nullable PodMetricsObject metric, Compute compute) {
        var status = pod.status();
        return new States(
                compute.unitsOf(PodDemand.AS_WRITTEN.requests(pod.spec())),
                told(status, status.allocatedResources(), ContainerStatus::allocatedResources, compute),
                told(
                        status,
                        status.resources().requests(),
                        each -> each.resources().requests(),
                        compute),
                metric == null ? States.UNKNOWN : sum(metric.containers().values(), compute));
    }

    /** What a status says of the pod as a whole, or else of its containers together. */
    private static long told(
            PodStatus status,
            ResourceAmounts whole,
            Function<ContainerStatus, ResourceAmounts> ofContainer,
            Compute compute) {
        if (whole.contains(compute.resource())) return compute.unitsOf(whole);
        var regular = sum(status.containerStatuses().stream().map(ofContainer).toList(), compute);
        if (regular == States.UNKNOWN) return States.UNKNOWN;
        var sidecars =
                sum(status.initContainerStatuses().stream().map(ofContainer).toList(), compute);
        return regular + Math.max(sidecars, 0);
    }

    private static long sum(Collection<ResourceAmounts> parts, Compute compute) {
        var sum = States.UNKNOWN;
        for (var part : parts) {
            if (part.contains(compute.resource())) sum = Math.max(sum, 0) + compute.unitsOf(part);
        }
        return sum;
    }

    private static NodeRow node(NodeObject node, Map<String, long[]> held) {
        var sums = held.getOrDefault(node.metadata().name(), new long[3]);
        var allocatable = node.allocatable();
        return new NodeRow(
                node.metadata().name(),
                node.isReady(),
                new NodeRow.Share(sums[0], Compute.CPU.unitsOf(allocatable)),
                new NodeRow.Share(sums[1], Compute.MEMORY.unitsOf(allocatable)),
                (int) sums[2],
                node.numaZones().stream()
                        .map(zone -> new NodeRow.Zone(share(zone, Compute.CPU), share(zone, Compute.MEMORY)))
                        .toList());
    }

    private static NodeRow.Share share(NumaZone zone, Compute compute) {
        var whole = compute.unitsOf(zone.allocatable());
        return new NodeRow.Share(whole - compute.unitsOf(zone.free()), whole);
    }
}
