package dev.plimsoll.core.placement.terms;

import dev.plimsoll.core.model.scheduling.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A label selector of a pod's term. All requirements hold together.
 *
 * @param isGiven false for a selector that is not there, which matches nothing; one without requirements matches everything
 */
public record LabelQuery(boolean isGiven, List<Requirement> requirements) {
    public static final LabelQuery NOTHING = new LabelQuery(false, List.of());
    public static final LabelQuery EVERYTHING = new LabelQuery(true, List.of());

    public LabelQuery {
        requirements = List.copyOf(requirements);
    }

    public boolean matches(Map<String, String> labels) {
        if (!isGiven) return false;
        for (var requirement : requirements) if (!requirement.matches(labels)) return false;
        return true;
    }

    /** Matches everything that there is, or nothing: no condition on labels. */
    public boolean isEmpty() {
        return requirements.isEmpty();
    }

    public LabelQuery and(Requirement more) {
        var all = new ArrayList<>(requirements);
        all.add(more);
        return new LabelQuery(isGiven, all);
    }
}
