package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;

/** Rules 8 to 12 of a resize: the same containers, with other cpu and memory at most. */
final class ResizedContainers {
    static final String ONLY_CPU_AND_MEMORY = "only cpu and memory resources are mutable";

    private ResizedContainers() {}

    /** 8: false if the lists cannot be compared further. */
    static boolean checkLists(ResizeValidation.Change change, List<FieldError> errors) {
        var before = errors.size();
        var stored = change.stored().spec();
        var resized = change.resized().spec();
        checkList("containers", stored.containers(), resized.containers(), errors);
        checkList("initContainers", stored.initContainers(), resized.initContainers(), errors);
        return errors.size() == before;
    }

    private static void checkList(
            String list, List<Container> stored, List<Container> resized, List<FieldError> errors) {
        if (stored.size() != resized.size()) {
            errors.add(FieldError.forbidden("spec." + list, list + " may not be added or removed on resize"));
            return;
        }
        for (var i = 0; i < stored.size(); i++) {
            if (stored.get(i).name().equals(resized.get(i).name())) continue;
            errors.add(FieldError.forbidden(
                    "spec." + list + "[" + i + "].name", list + " may not be renamed or reordered on resize"));
        }
    }

    static void checkResources(ResizeValidation.Change change, List<FieldError> errors) {
        var stored = change.stored().spec();
        var resized = change.resized().spec();
        for (var i = 0; i < stored.initContainers().size(); i++) {
            checkInit(
                    i, stored.initContainers().get(i), resized.initContainers().get(i), errors);
        }
        for (var i = 0; i < stored.containers().size(); i++) {
            var before = stored.containers().get(i);
            var after = resized.containers().get(i);
            checkNothingRemoved("spec.containers[" + i + "]", before.resources(), after.resources(), errors);
            if (!isSameButCpuAndMemory(before, after)) { // 10
                errors.add(FieldError.forbidden("spec", ONLY_CPU_AND_MEMORY));
            }
        }
    }

    private static void checkInit(int index, Container stored, Container resized, List<FieldError> errors) {
        var path = "spec.initContainers[" + index + "]";
        checkNothingRemoved(path, stored.resources(), resized.resources(), errors);
        if (!isSameButCpuAndMemory(stored, resized)) { // 11
            errors.add(FieldError.forbidden(
                    path, "only cpu and memory resources for init or sidecar containers are mutable"));
        }
        var changed = !isSame(stored.resources(), resized.resources());
        if (changed && !stored.restartsAlways() && wantsRestart(stored)) { // 12
            errors.add(FieldError.forbidden(
                    path, "non-sidecar init containers with a resize policy of RestartContainer cannot be resized"));
        }
    }

    private static boolean wantsRestart(Container container) {
        return container.resizePolicy().stream()
                .anyMatch(policy -> policy.restartPolicy().equals(ResizePolicy.RESTART_CONTAINER));
    }

    /** 9. */
    private static void checkNothingRemoved(
            String path, ResourceRequirements stored, ResourceRequirements resized, List<FieldError> errors) {
        if (ResizableAmounts.lost(stored.requests(), resized.requests())) {
            errors.add(FieldError.forbidden(path + ".resources.requests", "resource requests cannot be removed"));
        }
        if (ResizableAmounts.lost(stored.limits(), resized.limits())) {
            errors.add(FieldError.forbidden(path + ".resources.limits", "resource limits cannot be removed"));
        }
    }

    private static boolean isSameButCpuAndMemory(Container stored, Container resized) {
        var resources = ResizableAmounts.restored(stored.resources(), resized.resources());
        return isSame(stored.resources(), resources)
                && stored.withResources(ResourceRequirements.ABSENT)
                        .equals(resized.withResources(ResourceRequirements.ABSENT));
    }

    /** Absent and empty are the same inside a container. */
    private static boolean isSame(ResourceRequirements stored, ResourceRequirements resized) {
        return stored.requests().equals(resized.requests())
                && stored.limits().equals(resized.limits())
                && stored.claims().equals(resized.claims());
    }
}
