package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Pod;

/** Annotations that mean something for a pod. */
final class PodAnnotationRules {
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

    private PodAnnotationRules() {}

    static void check(Pod pod, FieldPath path, FieldErrors found) {
        var annotations = pod.metadata().annotations();
        var mirrored = annotations.get(Pod.MIRROR_ANNOTATION);
        if (mirrored != null && !pod.spec().placement().isBound()) {
            found.invalid(
                    path.key(Pod.MIRROR_ANNOTATION),
                    mirrored,
                    "must set spec.nodeName if mirror pod annotation is set");
        }
        var cost = annotations.get(DELETION_COST);
        if (cost != null && !isInteger(cost)) {
            found.invalid(path.key(DELETION_COST), cost, "must be a 32bit integer");
        }
    }

    /** Of 32 bits, without plus sign and leading zeros; zeros after a minus sign pass. */
    private static boolean isInteger(String text) {
        var negative = text.startsWith("-");
        var digits = negative ? text.substring(1) : text;
        if (digits.isEmpty() || (!negative && digits.length() > 1 && digits.startsWith("0"))) return false;
        var beyond = Integer.MAX_VALUE + (negative ? 2L : 1L);
        var magnitude = 0L;
        for (var i = 0; i < digits.length(); i++) {
            var digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) return false;
            magnitude = Math.min(magnitude * 10 + digit, beyond);
        }
        return magnitude < beyond;
    }
}
