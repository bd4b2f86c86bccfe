package dev.plimsoll.core.validation;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import java.util.ArrayList;
import java.util.List;

/** Every rule on the resources of a pod: containers, pod level, overhead, claims and resize policies. */
public final class ResourceRules {
    public static final ResourceRules DEFAULT = under(FeatureGates.DEFAULT);

    private final boolean podLevelCounts;

    private ResourceRules(boolean podLevelCounts) {
        this.podLevelCounts = podLevelCounts;
    }

    public static ResourceRules under(FeatureGates gates) {
        return new ResourceRules(gates.isOn(Gate.POD_LEVEL_RESOURCES));
    }

    public List<FieldError> check(PodSpec spec, Tolerances tolerances) {
        var errors = new ArrayList<FieldError>();
        checkContainers(spec.containers(), "spec.containers", spec, tolerances, errors);
        checkContainers(spec.initContainers(), "spec.initContainers", spec, tolerances, errors);
        if (!tolerances.restartOfPlainInit()) {
            for (var i = 0; i < spec.initContainers().size(); i++) {
                ResizePolicyRules.checkPlainInit(
                        spec.initContainers().get(i), "spec.initContainers[" + i + "]", errors);
            }
        }
        checkEphemeral(spec, tolerances, errors);
        if (podLevelCounts) PodLevelRules.check(spec, tolerances, errors);
        if (!spec.overhead().isEmpty()) {
            new RequirementRules("spec.overhead", RequirementRules.Level.CONTAINER, tolerances, errors)
                    .checkLimits(spec.overhead());
        }
        return errors;
    }

    private static void checkContainers(
            List<Container> containers, String listPath, PodSpec spec, Tolerances tolerances, List<FieldError> errors) {
        for (var i = 0; i < containers.size(); i++) {
            var path = listPath + "[" + i + "]";
            ResizePolicyRules.check(containers.get(i), spec, path, errors);
            checkRequirements(containers.get(i), spec, path + ".resources", tolerances, errors);
        }
    }

    private static void checkRequirements(
            Container container, PodSpec spec, String path, Tolerances tolerances, List<FieldError> errors) {
        var resources = container.resources();
        ClaimRules.check(resources.claims(), spec.details().resourceClaims(), path + ".claims", errors);
        new RequirementRules(path, RequirementRules.Level.CONTAINER, tolerances, errors).check(resources);
    }

    private static void checkEphemeral(PodSpec spec, Tolerances tolerances, List<FieldError> errors) {
        var containers = spec.ephemeralContainers();
        for (var i = 0; i < containers.size(); i++) {
            var container = containers.get(i);
            var path = "spec.ephemeralContainers[" + i + "]";
            ResizePolicyRules.check(container, spec, path, errors);
            checkRequirements(container, spec, path + ".resources", tolerances, errors);
            forbidIf(
                    !container.resources().isEmpty()
                            || !container.resources().claims().isEmpty(),
                    path + ".resources",
                    errors);
            forbidIf(!container.resizePolicy().isEmpty(), path + ".resizePolicy", errors);
        }
    }

    private static void forbidIf(boolean given, String path, List<FieldError> errors) {
        if (given) errors.add(FieldError.forbidden(path, "cannot be set for an Ephemeral Container"));
    }
}
