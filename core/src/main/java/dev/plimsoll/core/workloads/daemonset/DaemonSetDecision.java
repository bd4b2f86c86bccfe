package dev.plimsoll.core.workloads.daemonset;

import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RequeueAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What to do next about a daemon set: first every node gets its one pod and no other node has one; when that is so, pods of an
 * older template are replaced, those that are not available at once and the others within the bounds.
 */
public final class DaemonSetDecision {
    /** The label of pods with the hash of their template. */
    public static final String REVISION_HASH = "controller-revision-hash";

    /**
     * What is known of a set.
     *
     * @param hash of the current template
     * @param resting nodes where a pod failed not long ago
     */
    public record Observed(
            DaemonSetSpec spec,
            List<ControlledPod> pods,
            List<ControlledNode> nodes,
            String hash,
            Set<String> resting,
            Instant now) {
        public Observed {
            pods = List.copyOf(pods);
            nodes = List.copyOf(nodes);
            resting = Set.copyOf(resting);
        }

        boolean isCurrent(ControlledPod pod) {
            return hash.equals(pod.meta().labels().getOrDefault(REVISION_HASH, ""));
        }
    }

    /**
     * What is to be done.
     *
     * @param createOn names of nodes
     * @param failed of those that are deleted, the ones that failed
     */
    public record Plan(List<String> createOn, List<ControlledPod> delete, List<ControlledPod> failed) {}

    private static final Comparator<ControlledPod> KEPT_FIRST = Comparator.comparing(
                    (ControlledPod pod) -> pod.node().isEmpty())
            .thenComparing(pod -> pod.meta().created())
            .thenComparing(ControlledPod.BY_NAME);

    private final Observed observed;
    private final DaemonSetSpec spec;
    private final int minReady;
    /** On how many nodes a pod is to run. */
    private final int desired;

    private final Map<String, List<ControlledPod>> byNode = new TreeMap<>();
    private final Map<String, DaemonPlacement> placements = new TreeMap<>();
    private final List<String> createOn = new ArrayList<>();
    private final List<ControlledPod> delete = new ArrayList<>();
    private final List<ControlledPod> failed = new ArrayList<>();

    private DaemonSetDecision(Observed observed) {
        this.observed = observed;
        this.spec = observed.spec();
        this.minReady = spec.minReadySeconds();
        for (var node : observed.nodes()) placements.put(node.name(), DaemonPlacement.of(spec.nodeRules(), node));
        this.desired = (int)
                placements.values().stream().filter(DaemonPlacement::starts).count();
        for (var pod : observed.pods()) {
            byNode.computeIfAbsent(pod.anyNode(), _ -> new ArrayList<>()).add(pod);
        }
    }

    public static Plan decide(Observed observed) {
        var decision = new DaemonSetDecision(observed);
        decision.populate();
        if (decision.createOn.isEmpty() && decision.delete.isEmpty()) decision.update();
        return new Plan(List.copyOf(decision.createOn), List.copyOf(decision.delete), List.copyOf(decision.failed));
    }

    /** When a pod that is ready becomes available; zero if none does. */
    public static Duration lookAgain(Observed observed) {
        return RequeueAfter.nextAvailable(observed.pods(), observed.spec().minReadySeconds(), observed.now());
    }

    private void populate() {
        placements.forEach((node, placement) -> {
            var here = byNode.getOrDefault(node, List.of());
            if (placement.stays()) settle(node, placement, here);
            else here.stream().filter(pod -> !pod.meta().isBeingDeleted()).forEach(delete::add);
        });
        // Made for a node that is gone, and nobody would ever run them.
        byNode.forEach((node, here) -> {
            if (placements.containsKey(node)) return;
            here.stream()
                    .filter(pod -> pod.node().isEmpty() && !pod.meta().isBeingDeleted())
                    .forEach(delete::add);
        });
    }

    private void settle(String node, DaemonPlacement placement, List<ControlledPod> here) {
        if (here.isEmpty()) {
            if (placement.starts()) createOn.add(node);
            return;
        }
        var live = new ArrayList<ControlledPod>();
        for (var pod : here) {
            if (pod.meta().isBeingDeleted()) continue;
            if (!pod.isTerminal()) live.add(pod);
            else if (!observed.resting().contains(node)) {
                delete.add(pod);
                if (pod.hasFailed()) failed.add(pod);
            }
        }
        live.sort(KEPT_FIRST);
        if (spec.surge(desired) == 0) {
            delete.addAll(live.subList(Math.min(1, live.size()), live.size()));
            return;
        }
        // While one replaces another there may be one of each.
        for (var current : new boolean[] {true, false}) {
            var same = live.stream()
                    .filter(pod -> observed.isCurrent(pod) == current)
                    .toList();
            delete.addAll(same.subList(Math.min(1, same.size()), same.size()));
        }
    }

    private boolean isAvailable(ControlledPod pod) {
        return pod.isAvailable(minReady, observed.now());
    }

    private void update() {
        if (spec.updatesOnDelete()) return;
        var surge = spec.surge(desired);
        if (surge == 0) replace(spec.unavailable(desired));
        else replaceBeside(surge);
    }

    /** Old pods go, and new ones are made where none is left. */
    private void replace(int budget) {
        var candidates = new ArrayList<ControlledPod>();
        for (var entry : placements.entrySet()) {
            if (!entry.getValue().stays()) continue;
            var live = live(entry.getKey());
            if (live.isEmpty()) {
                if (entry.getValue().starts()) budget--;
                continue;
            }
            var pod = live.getFirst();
            var available = isAvailable(pod);
            if (!available) budget--;
            if (observed.isCurrent(pod)) continue;
            if (available) candidates.add(pod);
            else delete.add(pod);
        }
        delete.addAll(candidates.subList(0, Math.clamp(budget, 0, candidates.size())));
    }

    /** New pods are made beside old ones, which go when the new ones are available. */
    private void replaceBeside(int budget) {
        var candidates = new ArrayList<String>();
        for (var entry : placements.entrySet()) {
            if (!entry.getValue().stays()) continue;
            var live = live(entry.getKey());
            var current = live.stream().filter(observed::isCurrent).findFirst();
            var old = live.stream().filter(pod -> !observed.isCurrent(pod)).findFirst();
            if (old.isEmpty()) continue;
            if (current.isPresent()) {
                if (isAvailable(current.get())) delete.add(old.get());
                else budget--;
            } else if (isAvailable(old.get())) {
                candidates.add(entry.getKey());
            } else {
                createOn.add(entry.getKey());
            }
        }
        createOn.addAll(candidates.subList(0, Math.clamp(budget, 0, candidates.size())));
    }

    private List<ControlledPod> live(String node) {
        return byNode.getOrDefault(node, List.of()).stream()
                .filter(ControlledPod::isActive)
                .sorted(KEPT_FIRST)
                .toList();
    }
}
