package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.ResizeFate;
import dev.plimsoll.core.prediction.comparison.PredictionDifference;
import dev.plimsoll.core.prediction.comparison.PredictionDifference.Kind;
import dev.plimsoll.snapshot.SnapshotHeader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        killed("a container is killed for memory under recorded use"),
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
        for (var condition : Condition.values()) if (!evidence(condition).isEmpty()) met.add(condition);
        return met;
    }

    /** What meets a condition, a line for each; nothing where it is not met. */
    public List<String> evidence(Condition condition) {
        var lines = new ArrayList<String>();
        for (var change : changes()) {
            var counts = switch (condition) {
                case unscheduled -> change.kind() == Kind.UNSCHEDULED;
                case waiting -> change.kind() == Kind.UNSCHEDULED || change.kind() == Kind.STILL_UNSCHEDULED;
                case refused -> change.kind() == Kind.REFUSED;
                case preempted -> change.kind() == Kind.PREEMPTED;
                case unknown -> certainty(change).level() == Certainty.Level.UNKNOWN;
                case deferred, infeasible, blocked, killed -> false;
            };
            if (counts)
                lines.add(change.fate().qualifiedName() + ": "
                        + FateText.because(change.fate().ending()));
        }
        switch (condition) {
            case refused -> {
                result.refused().forEach((object, why) -> lines.add(object + ": " + why));
                result.after().refusals().forEach((workload, why) -> lines.add(workload + ": " + why));
            }
            case deferred -> resizes(ResizeFate.Verdict.DEFERRED, lines);
            case infeasible -> resizes(ResizeFate.Verdict.INFEASIBLE, lines);
            case blocked -> result.after().blocked().forEach((pod, why) -> lines.add(pod + ": " + why));
            case unscheduled, waiting, preempted, killed, unknown -> {}
        }
        usage().ifPresent(usage -> lines.addAll(usage.evidence(condition)));
        return lines;
    }

    private void resizes(ResizeFate.Verdict verdict, List<String> lines) {
        for (var resize : result.after().resizes()) {
            if (resize.verdict() == verdict) lines.add(resize.qualifiedName() + ": " + FateText.resize(resize));
        }
    }

    /** How workloads fare under recorded use; empty where nothing was recorded. */
    Optional<UsageReport> usage() {
        return UsageReport.of(result);
    }

    /** Those that make the answer no. */
    List<Condition> failed() {
        return met().stream().filter(failing::contains).toList();
    }

    /** In one line, without colours. */
    String summary() {
        var parts = new ArrayList<String>();
        for (var kind : Kind.values()) if (count(kind) > 0) parts.add(count(kind) + " " + FateText.kind(kind));
        var recorded = result.after().autoscalingOrNull();
        var kills = recorded == null ? 0 : recorded.kills();
        var killed = kills == 0 ? "" : " Containers killed for memory: " + kills + ".";
        return "Pods: " + (parts.isEmpty() ? "no pod changes" : String.join(", ", parts)) + "." + killed;
    }

    /** What nodes say to pods that wait, once for pods to which they say the same. */
    Map<List<PodOutcome.ClassRefusal>, List<String>> reasons() {
        var groups = new LinkedHashMap<List<PodOutcome.ClassRefusal>, List<String>>();
        for (var change : changes()) {
            if (change.fate().ending() instanceof PodOutcome.Waits(var _, var refusals) && !refusals.isEmpty())
                groups.computeIfAbsent(refusals, _ -> new ArrayList<>())
                        .add(change.fate().qualifiedName());
        }
        return groups;
    }

    /** Whether nothing is met that fails. */
    public boolean isGood() {
        return failed().isEmpty();
    }

    public long count(Kind kind) {
        return result.difference().count(kind);
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
