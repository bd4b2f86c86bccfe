package dev.plimsoll.core.prediction;

import dev.plimsoll.core.prediction.workload.RequestedPod;
import dev.plimsoll.core.topology.state.ManagersState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Drains the least held nodes of a cluster, one after the other, while all of their pods find a place elsewhere.
 *
 * <p>Goals: nodes that can be done without, in an order in which they can be drained, and for every other node why it stays.
 *
 * <p>Steps: (1) of the nodes that were not tried, take the one of which least is requested; (2) ask the scheduler for a place for each of
 * its pods, as large as its controller makes it again, and the node there whether it lets the pod in; (3) where all have one, the node is drained, otherwise everything is put back.
 * Nobody is sent away for a pod that moves.
 */
final class Consolidation {
    private static final Set<String> CONTROL_PLANE =
            Set.of("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master");

    private final Map<String, PredictedNode> nodes;
    private final PredictedCluster cluster;
    private final PredictedScheduler scheduling;
    private final NodeManagers managers;
    private final BudgetCounts budgets;
    private final PodFactory factory;
    private final Instant now;
    private final List<String> drained = new ArrayList<>();
    private final TreeMap<String, String> kept = new TreeMap<>();
    private final Set<String> moved = new TreeSet<>();
    private final Set<String> doubtful = new TreeSet<>();
    /** Of each node, the larger share of CPU and memory that is requested. */
    private final Map<String, Double> shares = new HashMap<>();

    private final PriorityQueue<Candidate> least =
            new PriorityQueue<>(Comparator.comparingDouble(Candidate::share).thenComparing(Candidate::node));

    private record Candidate(String node, double share) {}

    /** By controller and template: what a new pod of it is like; empty where admission refuses it. */
    private final Map<String, Optional<PredictedPod>> templates = new HashMap<>();

    private int moves;

    Consolidation(
            Map<String, PredictedNode> nodes,
            PredictedCluster cluster,
            PredictedScheduler scheduling,
            NodeManagers managers,
            BudgetCounts budgets,
            PodFactory factory,
            Instant now) {
        this.nodes = nodes;
        this.cluster = cluster;
        this.scheduling = scheduling;
        this.managers = managers;
        this.budgets = budgets;
        this.factory = factory;
        this.now = now;
    }

    ConsolidationOutcome run() {
        var bound = LowerBound.of(nodes.values(), cluster, this::madeAgain, scheduling.table());
        for (var node : nodes.values()) setShare(node);
        var tried = new HashSet<String>();
        while (!least.isEmpty()) {
            var next = least.remove();
            // One whose share has changed since is there again with the new one.
            if (next.share() != share(next.node()) || !tried.add(next.node())) continue;
            var node = node(next.node());
            var why = drain(node);
            if (why.isEmpty()) drained.add(node.name());
            else kept.put(node.name(), why);
        }
        for (var name : drained) scheduling.table().removeNode(name);
        return new ConsolidationOutcome(
                nodes.size(),
                bound,
                drained,
                kept,
                moved.size(),
                moves,
                List.copyOf(doubtful),
                ClusterCapacity.of(scheduling.table(), cluster.pods()));
    }

    private PredictedNode node(String name) {
        var node = nodes.get(name);
        if (node == null) throw new IllegalStateException("there is no node " + name);
        return node;
    }

    private void setShare(PredictedNode node) {
        var share = share(node);
        shares.put(node.name(), share);
        least.add(new Candidate(node.name(), share));
    }

    private double share(String node) {
        return shares.getOrDefault(node, 0.0);
    }

    private double share(PredictedNode node) {
        var table = scheduling.table();
        var row = table.row(node.name());
        var allocatable = node.placement().allocatable();
        var cpu = (double) table.usedCpu(row) / Math.max(1, allocatable.milliCpu());
        var memory = (double) table.usedMemory(row) / Math.max(1, allocatable.memory());
        return Math.max(cpu, memory);
    }

    /** Empty where the node is drained, otherwise why it stays. */
    private String drain(PredictedNode node) {
        if (node.placement().labels().keySet().stream().anyMatch(CONTROL_PLANE::contains))
            return "part of the control plane";
        var pods = cluster.on(node.name()).stream()
                .filter(pod -> !pod.controlled().isTerminal() && !pod.isBoundToItsNode())
                .sorted(PredictedPod.QUEUE)
                .toList();
        for (var pod : pods) {
            var why = held(pod);
            if (!why.isEmpty()) return pod.qualifiedName() + ": " + why;
        }
        var attempt = new Attempt(node);
        for (var pod : pods) {
            var why = attempt.move(pod);
            if (why.isEmpty()) continue;
            attempt.undo();
            return pod.qualifiedName() + ": " + why;
        }
        for (var target : attempt.targets) setShare(node(target));
        for (var pod : pods) {
            moved.add(pod.uid());
            if (!pod.doubts().isEmpty()) doubtful.add(pod.qualifiedName());
        }
        moves += pods.size();
        return "";
    }

    /** Why a pod may not be moved, wherever there is room. */
    private String held(PredictedPod pod) {
        if (pod.controller().isEmpty()) return "nobody makes it again";
        var annotations = pod.pod().metadata().annotations();
        if ("false".equals(annotations.get("cluster-autoscaler.kubernetes.io/safe-to-evict")))
            return "cluster-autoscaler.kubernetes.io/safe-to-evict is false";
        if ("true".equals(annotations.get("karpenter.sh/do-not-disrupt"))) return "karpenter.sh/do-not-disrupt is true";
        return budgets.refusal(pod, now);
    }

    /** A pod that was resized in place is made again by its template: evicted, it comes back with other resources. */
    private PredictedPod madeAgain(PredictedPod pod) {
        var workload = cluster.workloadOf(pod);
        if (workload == null) return pod;
        return workload.replacement(pod.controlled())
                .flatMap(this::template)
                .map(pod::sizedLike)
                .orElse(pod);
    }

    private Optional<PredictedPod> template(RequestedPod request) {
        return templates.computeIfAbsent(
                request.controller() + " " + request.template(), _ -> factory.preview(request));
    }

    /** A node that is emptied, as long as it is not certain whether it can be. */
    private final class Attempt {
        private final PredictedNode node;
        private final List<PredictedPod> before = new ArrayList<>();
        private final Map<String, ManagersState> states = new HashMap<>();
        private final Set<String> targets = new TreeSet<>();

        Attempt(PredictedNode node) {
            this.node = node;
            scheduling.table().set(node.cordoned().placement());
            remember(node.name());
        }

        private void remember(String name) {
            var published = managers.of(name);
            if (published != null) states.putIfAbsent(name, published.state());
        }

        String move(PredictedPod pod) {
            before.add(pod);
            scheduling.table().remove(pod.placement());
            managers.remove(pod.placement());
            cluster.remove(pod.uid());
            var again = madeAgain(pod);
            var waiting = again.withPlacement(again.placement().on(""));
            return switch (scheduling.place(waiting.placement())) {
                case PredictedScheduler.Answer.Place(var target, var _, var _) -> {
                    remember(target);
                    var refusal = managers.admit(waiting.placement(), target);
                    if (refusal.isPresent())
                        yield target + " refuses it: " + refusal.get().message();
                    targets.add(target);
                    var running = again.runningOn(target, now);
                    cluster.put(running);
                    scheduling.table().add(running.placement());
                    yield "";
                }
                case PredictedScheduler.Answer.Refuse(var message) -> message;
                case PredictedScheduler.Answer.NotOurs(var why) -> why;
                case PredictedScheduler.Answer.Preempt _ -> throw new IllegalStateException("nobody is sent away here");
            };
        }

        void undo() {
            for (var pod : before) {
                if (cluster.contains(pod.uid())) {
                    scheduling.table().remove(cluster.pod(pod.uid()).placement());
                    cluster.remove(pod.uid());
                }
            }
            for (var pod : before) {
                cluster.put(pod);
                scheduling.table().add(pod.placement());
            }
            scheduling.table().set(node.placement());
            states.forEach(managers::changed);
        }
    }
}
