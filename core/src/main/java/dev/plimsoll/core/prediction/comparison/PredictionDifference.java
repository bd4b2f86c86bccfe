package dev.plimsoll.core.prediction.comparison;

import dev.plimsoll.core.prediction.PodFate;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.PredictedOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a change does: two runs, without it and with it.
 *
 * @param changes of pods, by namespace and name
 */
public record PredictionDifference(List<PodChange> changes) {
    public PredictionDifference {
        changes = List.copyOf(changes);
    }

    /** What the change does to a pod. */
    public enum Kind {
        /** It, or one in its place, is on another node. */
        MOVED,
        /** One in its place is on the same node: it was made anew. */
        REPLACED,
        /** There is one more, and it runs. */
        ADDED,
        /** It has a node where it had none without the change. */
        UNBLOCKED,
        /** It has no node. */
        UNSCHEDULED,
        /** It had no node without the change either. */
        STILL_UNSCHEDULED,
        /** A node did not let it in. */
        REFUSED,
        PREEMPTED,
        /** It goes, and none takes its place. */
        GONE,
        /** Who places it is not known. */
        UNKNOWN
    }

    /**
     * A pod that is not as it would be without the change.
     *
     * @param from the node of the pod, or of the one whose place it takes; empty for none
     */
    public record PodChange(Kind kind, PodFate fate, String from) {}

    public static PredictionDifference of(PredictedOutcome before, PredictedOutcome after) {
        var without = new HashMap<String, PodFate>();
        for (var fate : before.pods()) without.put(key(fate), fate);
        var replaced = new HashMap<String, PodFate>();
        for (var fate : after.pods()) {
            if (!fate.replaces().isEmpty()) replaced.put(fate.namespace() + "/" + fate.replaces(), fate);
        }
        var gone = new HashMap<String, PodFate>();
        for (var fate : after.pods())
            if (fate.ending() instanceof PodOutcome.Gone) gone.put(fate.qualifiedName(), fate);
        var changes = new ArrayList<PodChange>();
        for (var fate : after.pods()) {
            var from =
                    fate.replaces().isEmpty() ? fate.from() : from(gone.get(fate.namespace() + "/" + fate.replaces()));
            var same = without.get(key(fate));
            var kind = kind(fate, same, from, replaced.containsKey(fate.qualifiedName()));
            if (kind != null) changes.add(new PodChange(kind, fate, from));
        }
        return new PredictionDifference(changes);
    }

    private static String from(@Nullable PodFate fate) {
        return fate == null ? "" : fate.from();
    }

    private static String key(PodFate fate) {
        return fate.qualifiedName() + (fate.isMade() ? " made" : "");
    }

    private static @Nullable Kind kind(PodFate fate, @Nullable PodFate same, String from, boolean isReplaced) {
        return switch (fate.ending()) {
            case PodOutcome.Stays _ -> null;
            case PodOutcome.Placed placed -> {
                if (same != null && same.ending().node().equals(placed.node())) yield null;
                if (same != null && same.waits()) yield Kind.UNBLOCKED;
                if (!from.isEmpty()) yield from.equals(placed.node()) ? Kind.REPLACED : Kind.MOVED;
                if (same != null && !same.ending().node().isEmpty()) yield Kind.MOVED;
                yield Kind.ADDED;
            }
            case PodOutcome.Waits _ -> same != null && same.waits() ? Kind.STILL_UNSCHEDULED : Kind.UNSCHEDULED;
            case PodOutcome.Refused _ ->
                same != null && same.ending() instanceof PodOutcome.Refused ? null : Kind.REFUSED;
            case PodOutcome.Gone(var cause, var _) -> {
                if (same != null && Objects.equals(same.ending(), fate.ending())) yield null;
                if (cause == PodOutcome.Cause.PREEMPTED) yield Kind.PREEMPTED;
                yield isReplaced || cause == PodOutcome.Cause.UPDATED ? null : Kind.GONE;
            }
            case PodOutcome.Unknown _ ->
                same != null && same.ending() instanceof PodOutcome.Unknown ? null : Kind.UNKNOWN;
        };
    }

    public long count(Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }
}
