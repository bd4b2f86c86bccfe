package dev.plimsoll.core.validation;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.general.GeneralRules;
import java.util.ArrayList;
import java.util.List;

/** Everything that must hold of a pod, whichever way it came to be as it is. */
public final class PodValidation {
    public static final PodValidation DEFAULT = under(FeatureGates.DEFAULT);

    private final ResourceRules resources;

    private PodValidation(ResourceRules resources) {
        this.resources = resources;
    }

    public static PodValidation under(FeatureGates gates) {
        return new PodValidation(ResourceRules.under(gates));
    }

    /** A new pod, after defaulting. */
    public List<FieldError> checkNew(Pod pod) {
        var errors = new ArrayList<>(check(pod, Tolerances.NONE));
        if (!pod.spec().ephemeralContainers().isEmpty()) {
            errors.add(FieldError.forbidden("spec.ephemeralContainers", "cannot be set on create"));
        }
        return errors;
    }

    /** A pod that stands in place of one that already broke some rules. */
    public List<FieldError> check(Pod pod, Tolerances tolerances) {
        var errors = new ArrayList<>(GeneralRules.check(pod));
        errors.addAll(resources.check(pod.spec(), tolerances));
        return errors;
    }
}
