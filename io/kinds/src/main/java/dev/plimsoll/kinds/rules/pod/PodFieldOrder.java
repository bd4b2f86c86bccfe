package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.FieldError;
import java.util.List;

/**
 * Where the errors of a field stand among those of its pod: by the part of the pod, by the place in a list, and inside a container by the field.
 *
 * @param part the place of the part among those of a pod
 * @param item the place in the list that the part is; what is said of the list itself comes last
 * @param field the place of a container's field among the others
 */
record PodFieldOrder(int part, int item, int field) implements Comparable<PodFieldOrder> {
    /** The parts of a pod in the order in which the server looks at them. */
    private static final List<String> PARTS = List.of(
            "metadata",
            "spec.volumes",
            "spec.resourceClaims",
            "spec.containers",
            "spec.initContainers",
            "spec.ephemeralContainers",
            "spec.resources",
            "spec.restartPolicy",
            "spec.dnsPolicy",
            "spec.nodeSelector",
            "spec.securityContext",
            "spec.imagePullSecrets",
            "spec.affinity",
            "spec.dnsConfig",
            "spec.readinessGates",
            "spec.schedulingGates",
            "spec.topologySpreadConstraints",
            "spec.serviceAccountName",
            "spec.nodeName",
            "spec.activeDeadlineSeconds",
            "spec.hostname",
            "spec.subdomain",
            "spec.tolerations",
            "spec.hostAliases",
            "spec.priorityClassName",
            "spec.runtimeClassName",
            "spec.preemptionPolicy",
            "spec.overhead",
            "spec.os");

    /** The fields of a container in the order in which the server looks at them. */
    private static final List<String> CONTAINER_FIELDS = List.of(
            "name",
            "image",
            "terminationMessagePolicy",
            "ports",
            "env",
            "envFrom",
            "volumeMounts",
            "volumeDevices",
            "imagePullPolicy",
            "resources",
            "resizePolicy",
            "securityContext",
            "lifecycle",
            "livenessProbe",
            "readinessProbe",
            "startupProbe");

    /** Of an error. That a name was there before is told after all else that every container has. */
    static PodFieldOrder of(FieldError error) {
        var order = of(error.field());
        var isNameAgain =
                error.type() == FieldError.Type.DUPLICATE && order.item != Integer.MAX_VALUE && order.field == 0;
        return isNameAgain ? new PodFieldOrder(order.part, order.item, CONTAINER_FIELDS.indexOf("lifecycle")) : order;
    }

    private static PodFieldOrder of(String path) {
        var part = PARTS.size() - 1;
        while (part >= 0 && !isOf(PARTS.get(part), path)) part--;
        if (part < 0) return new PodFieldOrder(PARTS.size(), 0, 0);
        var rest = path.substring(PARTS.get(part).length());
        var end = rest.indexOf(']');
        if (!rest.startsWith("[") || !rest.substring(1, end).chars().allMatch(Character::isDigit)) {
            return new PodFieldOrder(part, Integer.MAX_VALUE, 0);
        }
        var field = PARTS.get(part).endsWith("ontainers") ? fieldOf(rest.substring(end + 1)) : 0;
        // What init containers may not have at all is told last.
        if (isOf("spec.initContainers", path) && isOf(".resizePolicy", rest.substring(end + 1))) {
            field = CONTAINER_FIELDS.size();
        }
        return new PodFieldOrder(part, Integer.parseInt(rest.substring(1, end)), field);
    }

    private static boolean isOf(String part, String path) {
        return path.startsWith(part)
                && (path.length() == part.length() || ".[".indexOf(path.charAt(part.length())) >= 0);
    }

    private static int fieldOf(String rest) {
        for (var i = 0; i < CONTAINER_FIELDS.size(); i++) if (isOf("." + CONTAINER_FIELDS.get(i), rest)) return i;
        return CONTAINER_FIELDS.size();
    }

    @Override
    public int compareTo(PodFieldOrder other) {
        var byPart = Integer.compare(part, other.part);
        if (byPart != 0) return byPart;
        var byItem = Integer.compare(item, other.item);
        return byItem != 0 ? byItem : Integer.compare(field, other.field);
    }
}
