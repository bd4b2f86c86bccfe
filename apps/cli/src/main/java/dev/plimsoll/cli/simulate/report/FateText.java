package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.ResizeFate;
import dev.plimsoll.core.prediction.comparison.PredictionDifference;
import dev.plimsoll.core.resize.admission.Holders;
import java.util.stream.Collectors;

/** Words for what becomes of pods. */
final class FateText {
    private FateText() {}

    static String kind(PredictionDifference.Kind kind) {
        return switch (kind) {
            case MOVED -> "moved";
            case REPLACED -> "made anew";
            case ADDED -> "new";
            case UNBLOCKED -> "placed now";
            case UNSCHEDULED -> "waiting";
            case STILL_UNSCHEDULED -> "still waiting";
            case REFUSED -> "refused";
            case PREEMPTED -> "preempted";
            case GONE -> "gone";
            case UNKNOWN -> "unknown";
        };
    }

    /** Why, in one line. */
    static String because(PodOutcome ending) {
        return switch (ending) {
            case PodOutcome.Stays _ -> "";
            case PodOutcome.Placed placed -> placed(placed);
            case PodOutcome.Waits(var message, var _) -> message;
            case PodOutcome.Unknown(var why) -> why;
            case PodOutcome.Refused(var node, var reason, var message) -> node + ": " + reason + ": " + message;
            case PodOutcome.Gone(var cause, var by) -> gone(cause, by);
        };
    }

    private static String placed(PodOutcome.Placed placed) {
        var text = placed.feasible() + (placed.feasible() == 1 ? " node fits" : " nodes fit");
        if (placed.tied() > 1) text += ", " + placed.tied() + " equally good";
        if (!placed.victims().isEmpty()) text += ", in place of " + String.join(", ", placed.victims());
        return text;
    }

    private static String gone(PodOutcome.Cause cause, String by) {
        return switch (cause) {
            case DELETED -> "was being deleted";
            case EVICTED -> "evicted from " + by + "; nobody makes it again";
            case PREEMPTED -> "sent away for " + by;
            case NODE_REMOVED -> "was on " + by;
            case SCALED_DOWN -> by + " is scaled down";
            case UPDATED -> by + " has a new template";
        };
    }

    /** {@code 3 Insufficient cpu; 1 node(s) were unschedulable}. */
    static String reasons(PodOutcome.ClassRefusal refusal) {
        return refusal.reasons().stream()
                .map(each -> each.nodes() + " " + each.reason())
                .collect(Collectors.joining("; "));
    }

    static String verdict(ResizeFate.Verdict verdict) {
        return switch (verdict) {
            case DONE -> "done";
            case DEFERRED -> "deferred";
            case INFEASIBLE -> "infeasible";
            case REFUSED -> "refused";
        };
    }

    static String resize(ResizeFate resize) {
        var text = new StringBuilder(resize.message());
        for (var holders : resize.holders()) {
            if (!holders.largest().isEmpty())
                text.append(" Held by ").append(held(holders)).append('.');
        }
        for (var shortage : resize.shortages()) text.append(' ').append(room(shortage));
        if (!resize.restarted().isEmpty())
            text.append(text.isEmpty() ? "" : " ").append("Restarts ").append(String.join(", ", resize.restarted()));
        return text.toString();
    }

    /** What would have to become free, or how much would do. */
    private static String room(InsufficientResource shortage) {
        var free = amount(shortage, shortage.free());
        return shortage.isBeyondNode()
                ? "Would fit: " + free + " now, " + amount(shortage, shortage.capacity()) + " at most."
                : "Done when " + amount(shortage, shortage.missing()) + " more is free; " + free + " would fit now.";
    }

    private static String amount(InsufficientResource shortage, long units) {
        return shortage.resource() + " " + InsufficientResource.amount(shortage.resource(), units);
    }

    private static String held(Holders holders) {
        return holders.largest().stream()
                .map(each -> each.qualifiedName() + " " + holders.amount(each))
                .collect(Collectors.joining(", "));
    }

    static String cpu(long milli) {
        return InsufficientResource.amount(ResourceName.CPU, milli);
    }

    /** In whole Mi, or Gi where that is whole too. */
    static String memory(long bytes) {
        var mebi = bytes >> 20;
        return mebi >= 1024 && mebi % 1024 == 0 ? (mebi >> 10) + "Gi" : mebi + "Mi";
    }
}
