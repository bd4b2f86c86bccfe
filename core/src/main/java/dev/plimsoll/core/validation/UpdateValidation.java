package dev.plimsoll.core.validation;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of an ordinary update of a pod: almost everything in its spec is fixed.
 *
 * <p>Images may change, a deadline may be set or come closer, tolerations may be added or last another time, scheduling gates removed,
 * and a negative grace period may become 1. Resources change through {@code /resize} only.
 */
public final class UpdateValidation {
    public static final UpdateValidation DEFAULT = under(FeatureGates.DEFAULT);

    static final String IMMUTABLE = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
            + "`spec.tolerations` (only additions to existing tolerations),"
            + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

    private final PodValidation whole;
    private final boolean podLevelRestored;

    private UpdateValidation(PodValidation whole, boolean podLevelRestored) {
        this.whole = whole;
        this.podLevelRestored = podLevelRestored;
    }

    public static UpdateValidation under(FeatureGates gates) {
        return new UpdateValidation(PodValidation.under(gates), gates.isOn(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING));
    }

    /** A stored pod, and what a client wants it to be. */
    public record Change(Pod stored, Pod sent) {}

    /** The spec that would be stored: a client that does not know pod-level resources or resize policies must not clear them. */
    public PodSpec prepared(Change change) {
        var stored = change.stored().spec();
        var sent = OlderClients.withResizePolicies(stored, change.sent().spec());
        return podLevelRestored && !sent.resources().isDeclared() ? sent.withResources(stored.resources()) : sent;
    }

    public List<FieldError> check(Change change) {
        var errors = new ArrayList<>(checkPod(change));
        errors.addAll(checkFixed(change, List.of()));
        return errors;
    }

    /** What is wrong with the pod itself, whatever changed. */
    public List<FieldError> checkPod(Change change) {
        return whole.check(
                change.sent().withSpec(prepared(change)),
                Tolerances.of(change.stored().spec()));
    }

    /**
     * What changed though it may not.
     *
     * @param others what is wrong with changes that are allowed here because they have rules of their own
     */
    public List<FieldError> checkFixed(Change change, List<FieldError> others) {
        var stored = change.stored().spec();
        var sent = prepared(change);
        var errors = new ArrayList<FieldError>();
        if (stored.containers().size() != sent.containers().size()) {
            errors.add(FieldError.forbidden("spec.containers", "pod updates may not add or remove containers"));
            return errors;
        }
        if (stored.initContainers().size() != sent.initContainers().size()) {
            errors.add(FieldError.forbidden("spec.initContainers", "pod updates may not add or remove containers"));
            return errors;
        }
        checkDeadline(stored.placement(), sent.placement(), errors);
        checkTolerations(stored.details(), sent.details(), errors);
        checkGates(stored.placement(), sent.placement(), errors);
        errors.addAll(others);
        var fixed = withoutAllowedChanges(stored, sent);
        if (!fixed.equals(stored)) {
            errors.add(FieldError.forbidden("spec", IMMUTABLE + "\n" + String.join("\n", changes(stored, fixed))));
        }
        return errors;
    }

    private static void checkDeadline(PodPlacement stored, PodPlacement sent, List<FieldError> errors) {
        var path = "spec.activeDeadlineSeconds";
        var before = stored.activeDeadlineSeconds();
        var after = sent.activeDeadlineSeconds();
        if (after != PodPlacement.UNSET && (after < 0 || after > Integer.MAX_VALUE)) {
            errors.add(FieldError.invalid(path, after, "must be between 0 and " + Integer.MAX_VALUE + ", inclusive"));
            return;
        }
        if (before == PodPlacement.UNSET || after == before) return;
        if (after == PodPlacement.UNSET) {
            errors.add(FieldError.invalid(path, "", "must not update from a positive integer to nil value"));
        } else if (after > before) {
            errors.add(FieldError.invalid(path, after, "must be less than or equal to previous value"));
        }
    }

    private static void checkTolerations(PodDetails stored, PodDetails sent, List<FieldError> errors) {
        var kept =
                sent.tolerations().stream().map(UpdateValidation::withoutTime).toList();
        for (var toleration : stored.tolerations()) {
            if (kept.contains(withoutTime(toleration))) continue;
            errors.add(FieldError.forbidden(
                    "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds"));
            return;
        }
    }

    private static Toleration withoutTime(Toleration toleration) {
        return new Toleration(
                toleration.key(), toleration.operator(), toleration.value(), toleration.effect(), PodPlacement.UNSET);
    }

    private static void checkGates(PodPlacement stored, PodPlacement sent, List<FieldError> errors) {
        for (var i = 0; i < sent.schedulingGates().size(); i++) {
            var gate = sent.schedulingGates().get(i);
            if (stored.schedulingGates().contains(gate)) continue;
            errors.add(FieldError.forbidden(
                    "spec.schedulingGates[" + i + "].name",
                    "only deletion is allowed, but found new scheduling gate '" + gate + "'"));
        }
    }

    /** The sent spec with everything that may change put back; equal to the stored one if nothing else changed. */
    private static PodSpec withoutAllowedChanges(PodSpec stored, PodSpec sent) {
        return new PodSpec(
                withImagesOf(stored.containers(), sent.containers()),
                withImagesOf(stored.initContainers(), sent.initContainers()),
                sent.ephemeralContainers(),
                sent.resources(),
                sent.overhead(),
                sent.restartPolicy(),
                sent.osName(),
                placement(stored.placement(), sent.placement()),
                details(stored.details(), sent.details()));
    }

    private static List<Container> withImagesOf(List<Container> stored, List<Container> sent) {
        var restored = new ArrayList<Container>(sent.size());
        for (var i = 0; i < sent.size(); i++)
            restored.add(sent.get(i).withImage(stored.get(i).image()));
        return restored;
    }

    private static PodPlacement placement(PodPlacement stored, PodPlacement sent) {
        return new PodPlacement(
                sent.nodeName(),
                sent.priorityClassName(),
                sent.priority(),
                stored.activeDeadlineSeconds(),
                sent.crossNamespaceAffinity(),
                stored.schedulingGates());
    }

    private static PodDetails details(PodDetails stored, PodDetails sent) {
        var graceHealed = stored.terminationGracePeriodSeconds() != PodPlacement.UNSET
                && stored.terminationGracePeriodSeconds() < 0
                && sent.terminationGracePeriodSeconds() == 1;
        return new PodDetails(
                sent.volumes(),
                sent.resourceClaims(),
                stored.tolerations(),
                sent.nodeSelector(),
                graceHealed ? stored.terminationGracePeriodSeconds() : sent.terminationGracePeriodSeconds(),
                sent.dnsPolicy(),
                sent.hostNetwork(),
                sent.serviceAccountName(),
                sent.hostname(),
                sent.subdomain(),
                sent.needs(),
                sent.readinessGates(),
                sent.rest());
    }

    /** The parts that changed, one line each, for a reader to find them. */
    private static List<String> changes(PodSpec stored, PodSpec sent) {
        var lines = new ArrayList<String>();
        addContainerChanges("spec.containers", stored.containers(), sent.containers(), lines);
        addContainerChanges("spec.initContainers", stored.initContainers(), sent.initContainers(), lines);
        addIf(!stored.ephemeralContainers().equals(sent.ephemeralContainers()), "spec.ephemeralContainers", lines);
        addIf(!stored.resources().equals(sent.resources()), "spec.resources", lines);
        addIf(!stored.overhead().equals(sent.overhead()), "spec.overhead", lines);
        addIf(!stored.restartPolicy().equals(sent.restartPolicy()), "spec.restartPolicy", lines);
        addIf(!stored.osName().equals(sent.osName()), "spec.os", lines);
        addIf(!stored.placement().equals(sent.placement()), "what decides the pod's place", lines);
        addIf(!stored.details().equals(sent.details()), "other fields of spec", lines);
        return lines;
    }

    private static void addContainerChanges(
            String path, List<Container> stored, List<Container> sent, List<String> lines) {
        for (var i = 0; i < stored.size(); i++) {
            var at = path + "[" + i + "]";
            var before = stored.get(i);
            var after = sent.get(i);
            addIf(!before.name().equals(after.name()), at + ".name", lines);
            addIf(!before.resources().equals(after.resources()), at + ".resources", lines);
            addIf(!before.resizePolicy().equals(after.resizePolicy()), at + ".resizePolicy", lines);
            addIf(!before.restartPolicy().equals(after.restartPolicy()), at + ".restartPolicy", lines);
            addIf(!before.details().equals(after.details()), "other fields of " + at, lines);
        }
    }

    private static void addIf(boolean changed, String what, List<String> lines) {
        if (changed) lines.add("changed: " + what);
    }
}
