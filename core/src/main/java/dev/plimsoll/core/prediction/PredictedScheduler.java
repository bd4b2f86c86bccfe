package dev.plimsoll.core.prediction;

import dev.plimsoll.core.placement.Decision;
import dev.plimsoll.core.placement.Placement;
import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.Filters;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.preemption.DisruptionBudget;
import dev.plimsoll.core.placement.preemption.Preemption;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The scheduler's part of a run: its table of nodes, its profiles, and preemption. */
final class PredictedScheduler {
    /** The golden ratio in 64 bits. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final NodeTable table = new NodeTable();
    private final Map<String, Placement> profiles = new HashMap<>();
    private final @Nullable Long seed;
    private long asked;
    private int start;

    PredictedScheduler(PredictionSettings settings, Map<String, Map<String, String>> namespaces) {
        for (var profile : settings.profiles()) {
            var context = new PlacementContext(profile, namespaces, settings.alignsNuma());
            profiles.put(profile.schedulerName(), new Placement(context));
        }
        this.seed = settings.seedOrNull();
    }

    /** A number in which every bit depends on every bit of another: the same for the same seed, and even over all of them. */
    private static long mixed(long number) {
        var half = (number ^ number >>> 31) * STEP;
        return half ^ half >>> 29;
    }

    NodeTable table() {
        return table;
    }

    /** What is said to a pod. */
    sealed interface Answer {
        record Place(String node, int feasible, int tied) implements Answer {}

        /** These pods have to go; asked again without them, there is a place. */
        record Preempt(String node, List<PlacementPod> victims) implements Answer {}

        record Refuse(String message) implements Answer {}

        record NotOurs(String why) implements Answer {}
    }

    Answer ask(PlacementPod pod, Supplier<List<DisruptionBudget>> budgets) {
        return ask(pod, refused -> refuse(pod, refused, budgets));
    }

    /** Where nobody is sent away. */
    Answer place(PlacementPod pod) {
        return ask(pod, refused -> new Answer.Refuse(refused.message()));
    }

    private Answer ask(PlacementPod pod, Function<Decision.Refused, Answer> otherwise) {
        var placement = profiles.get(pod.schedulerName());
        if (placement == null) return new Answer.NotOurs("scheduler " + pod.schedulerName() + " places it");
        if (!pod.gates().isEmpty()) {
            return new Answer.Refuse("Scheduling is blocked due to non-empty scheduling gates");
        }
        var nodes = table.nodeCount();
        if (seed != null && nodes > 0) start = Math.floorMod(mixed(seed + ++asked * STEP), nodes);
        var decision = placement.decide(pod, table, start);
        start = decision.next();
        return switch (decision) {
            case Decision.Placed placed -> new Answer.Place(placed.nodeName(), placed.feasible(), placed.tied());
            case Decision.Refused refused -> otherwise.apply(refused);
        };
    }

    private Answer refuse(PlacementPod pod, Decision.Refused refused, Supplier<List<DisruptionBudget>> budgets) {
        if (!refused.mayPreempt()) return new Answer.Refuse(refused.message());
        var outcome = new Preemption(pod, table, refused.filters(), refused.findings(), budgets.get()).plan(start);
        if (outcome instanceof Preemption.Outcome.Chosen(var candidate)) {
            for (var other : List.copyOf(table.nominations().on(candidate.nodeName()))) {
                if (other.priority() < pod.priority())
                    table.nominations().forget(other.key().uid());
            }
            table.nominations().note(pod, candidate.nodeName());
            return new Answer.Preempt(candidate.nodeName(), candidate.victims());
        }
        return new Answer.Refuse(refused.message() + " " + outcome.message());
    }

    /** Everything that speaks against a pod: unlike a decision, which is content with the first rule that refuses a node. */
    List<PodOutcome.ClassRefusal> reasons(PlacementPod pod) {
        var placement = profiles.get(pod.schedulerName());
        if (placement == null || table.nodeCount() == 0) return List.of();
        var filters = Filters.of(pod, table, placement.around());
        var findings = new FilterResults(table.capacity());
        filters.refuseOthers(table, findings);
        for (var row : table.order()) {
            for (var filter : filters.active()) filter.admits(table, row, findings);
        }
        var sizes = new TreeMap<String, Integer>();
        var counts = new TreeMap<String, TreeMap<String, Integer>>();
        for (var row : table.order()) {
            var nodeClass = PredictedNode.classOf(table.node(row));
            sizes.merge(nodeClass, 1, Integer::sum);
            var ofClass = counts.computeIfAbsent(nodeClass, _ -> new TreeMap<>());
            for (var reason : findings.reasons(row)) ofClass.merge(reason, 1, Integer::sum);
        }
        var refusals = new ArrayList<PodOutcome.ClassRefusal>();
        counts.forEach((nodeClass, reasons) -> refusals.add(new PodOutcome.ClassRefusal(
                nodeClass,
                sizes.getOrDefault(nodeClass, 0),
                reasons.entrySet().stream()
                        .map(each -> new PodOutcome.Count(each.getKey(), each.getValue()))
                        .toList())));
        return refusals;
    }
}
