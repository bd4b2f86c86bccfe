package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;

/** The rules for what a RuntimeClass says that its pods take beside their containers. */
public final class OverheadRules {
    private OverheadRules() {}

    /** All that is wrong with the amounts; messages place them among limits. */
    public static List<FieldError> check(ResourceAmounts overhead) {
        var errors = new ArrayList<FieldError>();
        new RequirementRules("overhead", RequirementRules.Level.CONTAINER, Tolerances.NONE, errors)
                .checkLimits(overhead);
        return errors;
    }
}
