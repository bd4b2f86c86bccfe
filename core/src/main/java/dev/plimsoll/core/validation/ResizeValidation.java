package dev.plimsoll.core.validation;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of {@code /resize}, in the order in which they are reported; the numbers are those of the specification.
 *
 * <p>A pod that cannot be resized at all gets that one answer (2, 3, 6). A changed list of containers ends the comparison,
 * since nothing after it would make sense (8).
 */
public final class ResizeValidation {
    public static final ResizeValidation DEFAULT = under(FeatureGates.DEFAULT);

    private final PodValidation whole;
    private final PodQos qos;
    private final boolean podLevelResizes;
    private final boolean volumesResize;

    private ResizeValidation(PodValidation whole, PodQos qos, boolean podLevelResizes, boolean volumesResize) {
        this.volumesResize = volumesResize;
        this.whole = whole;
        this.qos = qos;
        this.podLevelResizes = podLevelResizes;
    }

    public static ResizeValidation under(FeatureGates gates) {
        return new ResizeValidation(
                PodValidation.under(gates),
                PodQos.under(gates),
                gates.isOn(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING),
                gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES));
    }

    /** A stored pod, and the same pod as a resize would leave it. */
    public record Change(Pod stored, Pod resized) {}

    public List<FieldError> check(Change change) {
        var stored = change.stored();
        if (stored.metadata().annotations().containsKey(Pod.MIRROR_ANNOTATION)) { // 2
            return List.of(FieldError.forbidden(FieldError.NO_FIELD, "static pods cannot be resized"));
        }
        if (stored.spec().isWindows()) { // 3
            return List.of(FieldError.forbidden(FieldError.NO_FIELD, "windows pods cannot be resized"));
        }
        var errors = new ArrayList<>(whole.check(change.resized(), Tolerances.of(stored.spec()))); // 1
        checkQos(change, errors);
        checkNodeSupport(stored, errors);
        if (!podLevelResizes && (hasPodLevel(stored) || hasPodLevel(change.resized()))) { // 6
            errors.add(FieldError.forbidden(
                    FieldError.NO_FIELD,
                    "resize of pods with pod-level resources is forbidden when "
                            + "InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled"));
            return errors;
        }
        ResizedPodLevel.check(stored.spec().resources(), change.resized().spec().resources(), errors);
        if (!ResizedContainers.checkLists(change, errors)) return errors;
        ResizedContainers.checkResources(change, errors);
        if (volumesResize) {
            ResizedVolumes.check(
                    stored.spec().details().volumes(),
                    change.resized().spec().details().volumes(),
                    errors); // 13
        }
        if (errors.isEmpty()) checkNothingElse(stored.spec(), change.resized().spec(), errors);
        return errors;
    }

    /** 4: the class of a pod is fixed at its creation. */
    private void checkQos(Change change, List<FieldError> errors) {
        var storedClass = change.stored().status().qosClass();
        var before = storedClass.isEmpty() ? qos.of(change.stored().spec()).kubernetesName() : storedClass;
        var after = qos.of(change.resized().spec()).kubernetesName();
        if (!before.equals(after)) {
            errors.add(FieldError.invalid("spec", before, "Pod QOS Class may not change as a result of resizing"));
        }
    }

    /** 5: a node that can resize reports the resources of what runs. */
    private static void checkNodeSupport(Pod stored, List<FieldError> errors) {
        var running = stored.status().containerStatuses().stream()
                .filter(ContainerStatus::running)
                .findFirst();
        if (running.isPresent() && !running.get().resources().isDeclared()) {
            errors.add(FieldError.forbidden("spec", "Pod running on node without support for resize"));
        }
    }

    private static boolean hasPodLevel(Pod pod) {
        return !pod.spec().resources().isEmpty();
    }

    /** 14. */
    private void checkNothingElse(PodSpec stored, PodSpec resized, List<FieldError> errors) {
        var restored = resized.withContainers(stored.containers())
                .withInitContainers(stored.initContainers())
                .withResources(stored.resources());
        if (volumesResize) restored = restored.withVolumes(stored.details().volumes());
        if (!restored.equals(stored)) {
            errors.add(FieldError.forbidden("spec", ResizedContainers.ONLY_CPU_AND_MEMORY));
        }
    }
}
