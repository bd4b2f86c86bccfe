package dev.plimsoll.core.validation;

import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.model.PodSpec;
import java.util.List;

/** {@code spec.resources}: what it may hold, and how it must stand to the containers (KEP-2837). */
final class PodLevelRules {
    private static final String PATH = "spec.resources";

    private PodLevelRules() {}

    static void check(PodSpec spec, Tolerances tolerances, List<FieldError> errors) {
        var resources = spec.resources();
        if (!resources.isDeclared()) return;
        if (spec.isWindows()) {
            errors.add(FieldError.forbidden(PATH, "may not be set for a windows pod"));
            return;
        }
        if (resources.claimsDeclared()) {
            errors.add(FieldError.forbidden(PATH + ".claims", "claims may not be set for Resources at pod-level"));
            ClaimRules.check(resources.claims(), spec.details().resourceClaims(), PATH + ".claims", errors);
        }
        new RequirementRules(PATH, RequirementRules.Level.POD, tolerances, errors).check(resources);
        checkRequestsCoverContainers(spec, errors);
        checkHugePageLimitsCoverContainers(spec, errors);
        checkNoContainerExceedsPod(spec, errors);
    }

    private static void checkRequestsCoverContainers(PodSpec spec, List<FieldError> errors) {
        var aggregate = ContainerAggregate.requests(spec);
        for (var name : aggregate.names()) {
            var podLevel = spec.resources().requests().at(name);
            if (podLevel == null || !aggregate.amount(name).isGreaterThan(podLevel)) continue;
            errors.add(FieldError.invalid(
                    PATH + ".requests[" + name + "]",
                    podLevel.toString(),
                    "must be greater than or equal to aggregate container requests of " + aggregate.amount(name)));
        }
    }

    private static void checkHugePageLimitsCoverContainers(PodSpec spec, List<FieldError> errors) {
        var aggregate = ContainerAggregate.limits(spec);
        for (var name : aggregate.names()) {
            var podLevel = spec.resources().limits().at(name);
            if (!name.isHugePages()
                    || podLevel == null
                    || !aggregate.amount(name).isGreaterThan(podLevel)) continue;
            errors.add(FieldError.invalid(
                    PATH + ".limits[" + name + "]",
                    podLevel.toString(),
                    "must be greater than or equal to aggregate container limits of " + aggregate.amount(name)));
        }
    }

    /** Regular containers only; the path that names the container inside the pod's resources is what clients know. */
    private static void checkNoContainerExceedsPod(PodSpec spec, List<FieldError> errors) {
        for (var i = 0; i < spec.containers().size(); i++) {
            var limits = spec.containers().get(i).resources().limits();
            for (var name : limits.names()) {
                var podLevel = spec.resources().limits().at(name);
                if (podLevel == null || !limits.amount(name).isGreaterThan(podLevel)) continue;
                errors.add(FieldError.invalid(
                        PATH + ".containers[" + i + "][" + name + "].limits",
                        limits.amount(name).toString(),
                        "must be less than or equal to pod limits of " + podLevel));
            }
        }
    }
}
