package dev.plimsoll.core.prediction;

import dev.plimsoll.core.placement.preemption.DisruptionBudget;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.disruption.AllowedDisruptions;
import dev.plimsoll.core.workloads.disruption.EvictionDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** What disruption budgets allow, counted from the pods of this moment. */
final class BudgetCounts {
    private final List<PredictedBudget> budgets;
    private final Map<String, List<PredictedBudget>> byNamespace;
    private final Function<String, List<PredictedPod>> podsOf;
    private final ToIntFunction<List<ControlledPod>> expected;

    /**
     * Over the pods of a run.
     *
     * @param podsOf the pods of a namespace
     * @param expected how many pods the controllers of some pods want together; -1 where that is not known
     */
    BudgetCounts(
            List<PredictedBudget> budgets,
            Function<String, List<PredictedPod>> podsOf,
            ToIntFunction<List<ControlledPod>> expected) {
        this.budgets = budgets;
        this.byNamespace = budgets.stream().collect(Collectors.groupingBy(PredictedBudget::namespace));
        this.podsOf = podsOf;
        this.expected = expected;
    }

    /** All, as preemption asks for them. */
    List<DisruptionBudget> all(Instant now) {
        var namespaces = new TreeMap<String, List<PredictedPod>>();
        var all = new ArrayList<DisruptionBudget>();
        for (var budget : budgets) {
            var pods = namespaces.computeIfAbsent(budget.namespace(), podsOf);
            all.add(new DisruptionBudget(
                    budget.namespace(),
                    budget.name(),
                    budget.pods(),
                    counted(budget, pods, now).disruptionsAllowed(),
                    Set.of()));
        }
        return all;
    }

    /** Whether a pod may be evicted now; empty where it may, otherwise why not. */
    String refusal(PredictedPod pod, Instant now) {
        if (pod.controlled().phase().equals("Pending") || pod.controlled().isTerminal()) return "";
        var covering = byNamespace.getOrDefault(pod.placement().key().namespace(), List.of()).stream()
                .filter(budget -> budget.covers(pod))
                .toList();
        if (covering.isEmpty()) return "";
        if (covering.size() > 1) return EvictionDecision.MORE_THAN_ONE;
        var budget = covering.getFirst();
        var counted = counted(budget, podsOf.apply(budget.namespace()), now);
        return switch (EvictionDecision.decide(pod.controlled().isReady(), counted)) {
            case EvictionDecision.Free(), EvictionDecision.Spends() -> "";
            case EvictionDecision.Refused(var why) -> why;
        };
    }

    private EvictionDecision.Budget counted(PredictedBudget budget, List<PredictedPod> pods, Instant now) {
        var selected = pods.stream()
                .filter(pod -> budget.covers(pod) && !pod.controlled().isTerminal())
                .map(PredictedPod::controlled)
                .collect(Collectors.toList());
        var wanted = budget.spec().needsScales() ? expected.applyAsInt(selected) : selected.size();
        if (wanted < 0) return failed(budget, "the controllers of its pods are not known");
        return switch (AllowedDisruptions.decide(budget.spec(), selected, wanted, now)) {
            case AllowedDisruptions.Counted counted ->
                new EvictionDecision.Budget(
                        budget.name(),
                        counted.currentHealthy(),
                        counted.desiredHealthy(),
                        counted.disruptionsAllowed(),
                        budget.alwaysAllowsUnhealthy(),
                        "");
            case AllowedDisruptions.Failed(var why) -> failed(budget, why);
        };
    }

    private static EvictionDecision.Budget failed(PredictedBudget budget, String why) {
        return new EvictionDecision.Budget(
                budget.name(), 1, 0, 0, budget.alwaysAllowsUnhealthy(), " because it failed sync: " + why);
    }
}
