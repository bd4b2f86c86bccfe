package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResizePolicy;
import java.util.HashSet;
import java.util.List;

/** {@code resizePolicy} of a container: one entry per resource, and no restart where the pod forbids it. */
final class ResizePolicyRules {
    private static final List<String> RESOURCES = List.of("cpu", "memory");
    private static final List<String> POLICIES = List.of(ResizePolicy.NOT_REQUIRED, ResizePolicy.RESTART_CONTAINER);

    private ResizePolicyRules() {}

    static void check(Container container, PodSpec spec, String containerPath, List<FieldError> errors) {
        var path = containerPath + ".resizePolicy";
        var seen = new HashSet<String>();
        for (var i = 0; i < container.resizePolicy().size(); i++) {
            var policy = container.resizePolicy().get(i);
            if (!seen.add(policy.resourceName())) {
                errors.add(FieldError.duplicate(path + "[" + i + "]", policy.resourceName()));
            }
            checkOneOf(policy.resourceName(), RESOURCES, path, errors);
            checkOneOf(policy.restartPolicy(), POLICIES, path, errors);
            if (spec.restartPolicy().equals(PodSpec.RESTART_NEVER)
                    && !policy.restartPolicy().equals(ResizePolicy.NOT_REQUIRED)) {
                errors.add(FieldError.invalid(
                        path, policy.restartPolicy(), "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
            }
        }
    }

    private static void checkOneOf(String value, List<String> supported, String path, List<FieldError> errors) {
        if (value.isEmpty()) errors.add(FieldError.required(path, ""));
        else if (!supported.contains(value)) errors.add(FieldError.notSupported(path, value, supported));
    }

    /** A plain init container runs once; restarting it for a resize makes no sense. */
    static void checkPlainInit(Container container, String containerPath, List<FieldError> errors) {
        if (container.restartsAlways()) return;
        for (var i = 0; i < container.resizePolicy().size(); i++) {
            var policy = container.resizePolicy().get(i);
            if (!policy.restartPolicy().equals(ResizePolicy.RESTART_CONTAINER)) continue;
            errors.add(FieldError.invalid(
                    containerPath + ".resizePolicy[" + i + "].restartPolicy",
                    policy.restartPolicy(),
                    "must not be set to 'RestartContainer' for non-sidecar initContainers"));
        }
    }
}
