package dev.plimsoll.apiserver.admission.noderestriction;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which of its labels a node may write: none that others trust to tell where it is allowed to run what. */
final class NodeLabelRules {
    private static final String RESTRICTED = "node-restriction.kubernetes.io";
    private static final Set<String> KUBERNETES = Set.of("kubernetes.io", "k8s.io");
    private static final Set<String> OF_NODES = Set.of("kubelet.kubernetes.io", "node.kubernetes.io");
    private static final Set<String> ALLOWED = Set.of(
            "kubernetes.io/hostname",
            "kubernetes.io/os",
            "kubernetes.io/arch",
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/arch",
            "beta.kubernetes.io/instance-type",
            "node.kubernetes.io/instance-type",
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region");

    private NodeLabelRules() {}

    /** The labels that differ between two objects, of which a node may not write any; sorted. */
    static SortedSet<String> refused(Map<String, String> before, Map<String, String> after) {
        var refused = new TreeSet<String>();
        for (var key : before.keySet()) if (isRefused(key, before, after)) refused.add(key);
        for (var key : after.keySet()) if (isRefused(key, before, after)) refused.add(key);
        return refused;
    }

    private static boolean isRefused(String key, Map<String, String> before, Map<String, String> after) {
        return !Objects.equals(before.get(key), after.get(key)) && !allows(key);
    }

    static boolean allows(String key) {
        var slash = key.indexOf('/');
        var domain = slash < 0 ? "" : key.substring(0, slash);
        if (isOrIsUnder(domain, RESTRICTED)) return false;
        if (KUBERNETES.stream().noneMatch(each -> isOrIsUnder(domain, each))) return true;
        return ALLOWED.contains(key) || OF_NODES.stream().anyMatch(each -> isOrIsUnder(domain, each));
    }

    private static boolean isOrIsUnder(String domain, String parent) {
        return domain.equals(parent) || domain.endsWith("." + parent);
    }
}
