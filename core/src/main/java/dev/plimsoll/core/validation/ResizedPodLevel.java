package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;

/** Rule 7 of a resize: pod-level cpu and memory may change or be added; nothing may be removed, nothing else may change. */
final class ResizedPodLevel {
    private static final String PATH = "spec.resources";

    private ResizedPodLevel() {}

    static void check(ResourceRequirements stored, ResourceRequirements resized, List<FieldError> errors) {
        if (stored.isDeclared() && !resized.isDeclared()) { // 7a
            errors.add(FieldError.forbidden(PATH, "pod-level resources cannot be removed"));
            return;
        }
        if (ResizableAmounts.lost(stored.requests(), resized.requests())) { // 7b
            errors.add(FieldError.forbidden(PATH + ".requests", "pod-level resource requests cannot be removed"));
        }
        if (ResizableAmounts.lost(stored.limits(), resized.limits())) {
            errors.add(FieldError.forbidden(PATH + ".limits", "pod-level resource limits cannot be removed"));
        }
        var others = ResizableAmounts.restored(stored, resized);
        var changed = !others.requests().equals(stored.requests())
                || !others.limits().equals(stored.limits())
                || !others.claims().equals(stored.claims());
        if (changed) { // 7c
            errors.add(FieldError.forbidden("spec", "only cpu and memory resources are mutable at pod-level"));
        }
    }
}
