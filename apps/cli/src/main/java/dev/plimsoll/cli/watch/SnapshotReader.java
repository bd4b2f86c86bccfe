package dev.plimsoll.cli.watch;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.table.Age;
import dev.plimsoll.codec.table.PodSummary;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.console.cluster.PodStates;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
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
import java.util.Map;
import java.util.Optional;
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
        // Of what a command that shows thousands of pods does itself, this takes the longest.
        var shown = pods.parallelStream()
                .flatMap(object -> shown(object, used.get(object.name()), now).stream())
                .toList();
        var rows = new ArrayList<PodRow>(shown.size());
        var held = new HashMap<String, long[]>();
        for (var each : shown) {
            rows.add(each.row());
            if (!each.pod().status().isTerminal()) hold(held, each.pod());
        }
        rows.sort(PodRow.BY_NAME);
        var nodeRows = new ArrayList<NodeRow>();
        for (var node : nodes) nodeRows.add(node(node, held));
        nodeRows.sort(Comparator.comparing(NodeRow::name));
        return new ClusterSnapshot(nodeRows, rows);
    }

    private record Shown(Pod pod, PodRow row) {}

    private static Optional<Shown> shown(PodObject object, @Nullable PodMetricsObject metric, Instant now) {
        return object.view() instanceof Read.Ok<Pod>(var pod)
                ? Optional.of(new Shown(pod, row(object, pod, metric, now)))
                : Optional.empty();
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
        return new PodRow(
                pod.metadata().namespace(),
                pod.metadata().name(),
                pod.spec().placement().nodeName(),
                summary.status(),
                summary.restartCount(),
                age(object, now),
                pod.spec().hasPodLevelResources(),
                PodStates.of(pod, metric, Compute.CPU),
                PodStates.of(pod, metric, Compute.MEMORY),
                PodStates.resize(pod),
                PodStates.why(object, pod),
                AssignedResources.cpus(pod).toString());
    }

    private static String age(PodObject pod, Instant now) {
        var created = pod.metadata().created();
        return created.equals(Instant.EPOCH) ? Age.UNKNOWN : Age.of(Duration.between(created, now));
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
