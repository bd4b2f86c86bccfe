package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.core.estimation.podlevel.PodLevelSpec;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.workloads.ObjectMetadata;
import java.util.List;
import java.util.Optional;

/**
 * Which pods have their resources as a whole, rather than container by container.
 *
 * @param parts a namespace and a name each; an empty name for all of the namespace, an empty namespace for all pods
 */
public record PodLevelScope(List<Part> parts) {
    public static final PodLevelScope NONE = new PodLevelScope(List.of());
    public static final PodLevelScope ALL = new PodLevelScope(List.of(new Part("", "")));

    private static final String TEMPLATE_HASH = "pod-template-hash";

    /** Pods of a namespace, or of one workload in it. */
    public record Part(String namespace, String name) {}

    public PodLevelScope {
        parts = List.copyOf(parts);
    }

    /** {@code all}, {@code NAMESPACE}, {@code NAMESPACE/...} or {@code NAMESPACE/NAME}; empty where it is none of these. */
    public static Optional<Part> parse(String text) {
        if (text.equals("all")) return Optional.of(new Part("", ""));
        var parts = text.split("/", -1);
        if (parts.length > 2 || parts[0].isEmpty() || parts[parts.length - 1].isEmpty()) return Optional.empty();
        var name = parts.length == 1 || parts[1].equals("...") ? "" : parts[1];
        return Optional.of(new Part(parts[0], name));
    }

    public boolean isNone() {
        return parts.isEmpty();
    }

    /** A pod as it is under this scope. */
    Pod applied(Pod pod, ObjectMetadata meta) {
        if (!covers(meta) || !PodLevelSpec.canTranslate(pod.spec())) return pod;
        return pod.withSpec(PodLevelSpec.of(pod.spec()))
                .withStatus(PodStatus.NONE.withQosClass(pod.status().qosClass()));
    }

    boolean covers(ObjectMetadata meta) {
        for (var part : parts) {
            if (part.namespace().isEmpty()) return true;
            if (!part.namespace().equals(meta.namespace())) continue;
            if (part.name().isEmpty()
                    || part.name().equals(meta.name())
                    || part.name().equals(workload(meta))) return true;
        }
        return false;
    }

    /** The name of what made the pod: of the Deployment, where a ReplicaSet of one did. */
    private static String workload(ObjectMetadata meta) {
        var owner = meta.controller();
        if (owner.isEmpty()) return "";
        var name = owner.get().name();
        var suffix = "-" + meta.labels().getOrDefault(TEMPLATE_HASH, "");
        return owner.get().kind().equals("ReplicaSet") && suffix.length() > 1 && name.endsWith(suffix)
                ? name.substring(0, name.length() - suffix.length())
                : name;
    }
}
