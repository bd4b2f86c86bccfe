package dev.plimsoll.core.admission.quota;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;

/** Which pods a quota counts: those that match every one of its scopes. */
final class QuotaScopes {
    private final PodQos qos;

    QuotaScopes(PodQos qos) {
        this.qos = qos;
    }

    boolean match(ResourceQuota quota, Pod pod) {
        return quota.scopes().stream().allMatch(scope -> matches(scope, pod));
    }

    /** A scope that is not about pods matches none. */
    private boolean matches(ScopeRequirement scope, Pod pod) {
        var placement = pod.spec().placement();
        return switch (scope.scopeName()) {
            case "Terminating" -> placement.isTerminating();
            case "NotTerminating" -> !placement.isTerminating();
            case "BestEffort" -> isBestEffort(pod);
            case "NotBestEffort" -> !isBestEffort(pod);
            case "CrossNamespacePodAffinity" -> placement.crossNamespaceAffinity();
            case "PriorityClass" -> scope.isMetByClass(placement.priorityClassName());
            default -> false;
        };
    }

    private boolean isBestEffort(Pod pod) {
        var known = pod.status().qosClass();
        var qosClass = known.isEmpty() ? qos.of(pod.spec()).kubernetesName() : known;
        return qosClass.equals(QosClass.BEST_EFFORT.kubernetesName());
    }
}
