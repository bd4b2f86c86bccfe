package dev.plimsoll.core.placement.preemption;

import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.Filters;
import dev.plimsoll.core.placement.filter.Reasons;
import dev.plimsoll.core.placement.filter.Trial;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which pods would have to go so that a pod that fits nowhere can run.
 *
 * <p>On each node where it could help, all pods of lower priority are taken away; then as many as possible are put back, first
 * those that a budget protects, each time the most important first. The rest are the victims. Of all nodes the cheapest is taken.
 */
public final class Preemption {
    private static final int LEAST_CANDIDATES = 100;
    /** Pods that started in the same second go by name: who asks again, or asks a simulation, gets the same victims. */
    private static final Comparator<PlacementPod> MOST_IMPORTANT = Comparator.comparingInt(PlacementPod::priority)
            .reversed()
            .thenComparingLong(pod -> pod.schedulingStatus().startSeconds())
            .thenComparing(pod -> pod.key().namespace())
            .thenComparing(pod -> pod.key().name());

    private final PlacementPod pod;
    private final NodeTable table;
    private final Filters filters;
    private final FilterResults findings;
    private final List<DisruptionBudget> budgets;

    /**
     * For one pod that was refused everywhere.
     *
     * @param findings why
     */
    public Preemption(
            PlacementPod pod,
            NodeTable table,
            Filters filters,
            FilterResults findings,
            List<DisruptionBudget> budgets) {
        this.pod = pod;
        this.table = table;
        this.filters = filters;
        this.findings = findings;
        this.budgets = List.copyOf(budgets);
    }

    /** What can be done. */
    public sealed interface Outcome {
        /** As it is told behind the reasons of the refusal. */
        String message();

        /** Nothing now. What was nominated before is not touched: the pod may not preempt, or its victims are on their way. */
        record NotEligible(String message) implements Outcome {}

        /** There is no way, and so no node to wait for. */
        record None(String message) implements Outcome {}

        /** These pods would have to go. */
        record Chosen(PreemptionCandidate candidate) implements Outcome {
            @Override
            public String message() {
                return "preemption: found a potential placement for pod on node " + candidate.nodeName()
                        + ", preempting " + candidate.victims().size() + " victims";
            }
        }
    }

    /**
     * Decides.
     *
     * @param offset where among the nodes to begin
     */
    public Outcome plan(int offset) {
        if (pod.neverPreempts()) {
            return new Outcome.NotEligible("preemption: not eligible due to preemptionPolicy=Never.");
        }
        if (waitsForVictims()) {
            return new Outcome.NotEligible("preemption: not eligible due to a terminating pod on the nominated node.");
        }
        var order = table.order();
        var against = new FilterResults(table.capacity());
        var candidates = new ArrayList<PreemptionCandidate>();
        var enough = Math.max(order.length / 10, LEAST_CANDIDATES);
        var harmless = false;
        for (var i = 0; i < order.length && (candidates.size() < enough || !harmless); i++) {
            var row = order[(offset + i) % order.length];
            if (!findings.isRefused(row) || findings.isUnresolvable(row)) {
                against.refuse(row, Plugin.DEFAULT_PREEMPTION, Reasons.NOT_HELPFUL);
                continue;
            }
            var candidate = tryRow(row, against);
            if (candidate == null) continue;
            candidates.add(candidate);
            harmless |= candidate.violations() == 0;
        }
        if (candidates.isEmpty()) return new Outcome.None("preemption: " + against.histogram(order.length));
        // min keeps the first of equals
        return new Outcome.Chosen(
                candidates.stream().min(PreemptionCandidate.CHEAPEST).orElseThrow());
    }

    /** Whether room is being made for it already: a pod of lower priority on its node has been told to go. */
    private boolean waitsForVictims() {
        var name = pod.isAssigned()
                ? pod.nodeName()
                : table.nominations().nodeOf(pod.key().uid());
        if (name.isEmpty()) name = pod.schedulingStatus().nominatedNode();
        if (name.isEmpty()) return false;
        var row = table.row(name);
        if (row < 0 || !table.isNode(row) || findings.isUnresolvable(row)) return false;
        for (var other : table.pods(row)) {
            if (other.priority() < pod.priority()
                    && other.schedulingStatus().isDeleting()
                    && other.schedulingStatus().isVictim()) return true;
        }
        return false;
    }

    private @Nullable PreemptionCandidate tryRow(int row, FilterResults against) {
        var pool = new ArrayList<PlacementPod>();
        for (var other : table.pods(row)) if (other.priority() < pod.priority()) pool.add(other);
        if (pool.isEmpty()) {
            against.refuse(row, Plugin.DEFAULT_PREEMPTION, Reasons.NO_VICTIMS);
            return null;
        }
        var trial = new Trial(table, row, filters, pod);
        for (var other : pool) trial.take(other);
        var left = trial.reasonsAgainst();
        if (left.isRefused(0)) {
            against.copy(row, left, 0);
            return null;
        }
        pool.sort(MOST_IMPORTANT);
        return reprieved(row, pool, trial);
    }

    private PreemptionCandidate reprieved(int row, List<PlacementPod> pool, Trial trial) {
        var violating = violating(pool);
        var victims = new ArrayList<PlacementPod>();
        var violations = 0;
        for (var other : violating) {
            if (canStay(other, trial)) continue;
            victims.add(other);
            violations++;
        }
        for (var other : pool) {
            if (!violating.contains(other) && !canStay(other, trial)) victims.add(other);
        }
        victims.sort(MOST_IMPORTANT);
        return new PreemptionCandidate(table.node(row).name(), victims, violations);
    }

    private static boolean canStay(PlacementPod other, Trial trial) {
        trial.put(other);
        if (trial.admits()) return true;
        trial.take(other);
        return false;
    }

    /** Those whose going would take a budget below zero, if all went in this order. */
    private List<PlacementPod> violating(List<PlacementPod> pool) {
        var left = new long[budgets.size()];
        for (var i = 0; i < left.length; i++) left[i] = budgets.get(i).allowed();
        var violating = new ArrayList<PlacementPod>();
        for (var other : pool) {
            var violates = false;
            for (var i = 0; i < left.length; i++) {
                if (!budgets.get(i).covers(other)) continue;
                left[i]--;
                violates |= left[i] < 0;
            }
            if (violates) violating.add(other);
        }
        return violating;
    }
}
