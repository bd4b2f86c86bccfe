package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.placement.preemption.DisruptionBudget;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.prediction.PredictedBudget;
import dev.plimsoll.core.prediction.PredictedNode;
import dev.plimsoll.core.prediction.PredictedPod;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.PodVolume;
import dev.plimsoll.objects.policy.DisruptionBudgetObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Reads objects as a prediction sees them. What many pods have in common is kept once, so one reader serves a whole simulation. */
public final class PredictionReader {
    private final PlacementReader pods;
    private final PlacementNodeReader nodes = new PlacementNodeReader(true);
    private final Consumer<String> problems;
    private final Map<String, PredictedPod> read = new HashMap<>();
    private final BiFunction<Pod, ObjectMetadata, Pod> shape;

    /** @param problems gets a line for each object that cannot be understood, which is then left out */
    public PredictionReader(FeatureGates gates, Consumer<String> problems) {
        this(gates, problems, (pod, _) -> pod);
    }

    /** @param shape what pods ask for in place of what they are written with */
    PredictionReader(FeatureGates gates, Consumer<String> problems, BiFunction<Pod, ObjectMetadata, Pod> shape) {
        this.pods = PlacementReader.under(gates, true);
        this.problems = problems;
        this.shape = shape;
    }

    /** A pod of the snapshot: it is read once, however many runs ask for it. */
    Optional<PredictedPod> podOfSnapshot(PodObject pod) {
        var known = read.get(pod.uid());
        if (known != null) return Optional.of(known);
        var found = pod(pod);
        found.ifPresent(each -> read.put(pod.uid(), each));
        return found;
    }

    Optional<PredictedPod> pod(PodObject pod) {
        var seen = pod.view();
        return read(
                pod,
                seen instanceof Read.Ok<Pod>(var written) ? new Read.Ok<>(shape.apply(written, pod.metadata())) : seen);
    }

    /** A pod with other resources than it is written with. */
    Optional<PredictedPod> pod(PodObject pod, Pod changed) {
        return read(pod, new Read.Ok<>(changed));
    }

    private Optional<PredictedPod> read(PodObject pod, Read<Pod> seen) {
        var reading = pods.pod(pod.document(), seen);
        if (!reading.problems().isEmpty() || !(seen instanceof Read.Ok<Pod>(var view))) {
            problems.accept(pod + " cannot be understood and is left out: " + reading.problems());
            return Optional.empty();
        }
        return Optional.of(new PredictedPod(view, reading.pod(), pod.controlled(), reading.limits(), doubts(pod)));
    }

    private static List<String> doubts(PodObject pod) {
        var doubts = new ArrayList<String>();
        for (var volume : pod.volumes()) {
            if (volume.source() instanceof PodVolume.Source.Claim) {
                doubts.add(Doubt.VOLUMES.id());
                break;
            }
        }
        if (pod.usesResourceClaims()) doubts.add(Doubt.DEVICES.id());
        return doubts;
    }

    Optional<PredictedNode> node(NodeObject node) {
        return switch (nodes.node(node.document())) {
            case Read.Ok<PlacementNode>(var placement) -> {
                var meta = new ObjectMeta(placement.name(), "", "", "", 0, placement.labels(), Map.of(), null);
                var core = new Node(
                        meta,
                        node.capacity(),
                        node.allocatable(),
                        node.declaredFeatures().orElse(Set.of()));
                yield Optional.of(new PredictedNode(placement, node.view(), core));
            }
            case Read.Malformed<PlacementNode>(var why) -> {
                problems.accept(node + " cannot be understood and is left out: " + why);
                yield Optional.empty();
            }
        };
    }

    Optional<PredictedBudget> budget(DisruptionBudgetObject budget) {
        return switch (PlacementReader.budget(budget.document())) {
            case Read.Ok<DisruptionBudget>(var read) ->
                Optional.of(new PredictedBudget(
                        read.namespace(), read.name(), read.pods(), budget.view(), budget.alwaysAllowsUnhealthy()));
            case Read.Malformed<DisruptionBudget>(var why) -> {
                problems.accept(budget + " cannot be understood and is left out: " + why);
                yield Optional.empty();
            }
        };
    }
}
