package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.util.HashSet;
import java.util.List;

/** The gates that keep a pod from being scheduled. Their errors are at the entry, not at its name. */
final class SchedulingGateRules {
    private SchedulingGateRules() {}

    static void check(List<String> gates, FieldPath path, FieldErrors found) {
        var seen = new HashSet<String>();
        for (var i = 0; i < gates.size(); i++) {
            var gate = gates.get(i);
            found.misspelled(path.index(i), gate, LabelSyntax.qualifiedName(gate));
            if (!seen.add(gate)) found.duplicate(path.index(i), gate);
        }
    }

    /** A pod that waits behind a gate cannot be on a node already. */
    static void checkUnbound(PodPlacement placement, FieldPath path, FieldErrors found) {
        if (placement.isBound() && !placement.schedulingGates().isEmpty()) {
            found.forbidden(path.child("nodeName"), "cannot be set until all schedulingGates have been cleared");
        }
    }
}
