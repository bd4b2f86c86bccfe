package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.PredictionDifference;
import dev.plimsoll.core.prediction.PredictionDifference.Kind;
import dev.plimsoll.core.prediction.ResizeFate;
import dev.plimsoll.snapshot.SnapshotHeader;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is told.
 *
 * @param failing what makes the answer no, as {@code --fail-on} names it
 */
public record SimulationReport(SnapshotHeader header, Simulation.Result result, Set<Condition> failing) {
    /** What somebody may not want. */
    public enum Condition {
        unscheduled("a pod has no node that had one, or that is new"),
        waiting("a pod has no node, with the changes or without them"),
        refused("the API server or a node refuses something"),
        preempted("a pod is sent away for another"),
        deferred("a resize waits for room"),
        infeasible("a resize can never be done on its node"),
        blocked("a disruption budget keeps a pod on a node that is drained"),
        unknown("an answer is not known");

        private final String text;

        Condition(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public SimulationReport {
        failing = failing.isEmpty() ? Set.of() : Set.copyOf(failing);
    }

    /** Those of the conditions that are met. */
    public Set<Condition> met() {
        var met = EnumSet.noneOf(Condition.class);
        if (count(Kind.UNSCHEDULED) > 0) met.add(Condition.unscheduled);
        if (count(Kind.UNSCHEDULED) + count(Kind.STILL_UNSCHEDULED) > 0) met.add(Condition.waiting);
        if (count(Kind.REFUSED) > 0
                || !result.refused().isEmpty()
                || !result.after().refusals().isEmpty()) met.add(Condition.refused);
        if (count(Kind.PREEMPTED) > 0) met.add(Condition.preempted);
        if (has(ResizeFate.Verdict.DEFERRED)) met.add(Condition.deferred);
        if (has(ResizeFate.Verdict.INFEASIBLE)) met.add(Condition.infeasible);
        if (!result.after().blocked().isEmpty()) met.add(Condition.blocked);
        if (changes().stream().anyMatch(change -> certainty(change).level() == Certainty.Level.UNKNOWN))
            met.add(Condition.unknown);
        return met;
    }

    /** Whether nothing is met that fails. */
    public boolean isGood() {
        return met().stream().noneMatch(failing::contains);
    }

    public long count(Kind kind) {
        return result.difference().count(kind);
    }

    private boolean has(ResizeFate.Verdict verdict) {
        return result.after().resizes().stream().anyMatch(resize -> resize.verdict() == verdict);
    }

    List<PredictionDifference.PodChange> changes() {
        return result.difference().changes();
    }

    Certainty certainty(PredictionDifference.PodChange change) {
        return Certainty.of(change.fate(), result.doubts());
    }

    ClusterCapacity before() {
        return result.before().capacity();
    }

    ClusterCapacity after() {
        return result.after().capacity();
    }
}
