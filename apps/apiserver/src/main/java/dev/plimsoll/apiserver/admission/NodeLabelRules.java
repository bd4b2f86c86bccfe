package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
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
    static SortedSet<String> refused(JsonNode before, JsonNode after) {
        var refused = new TreeSet<String>();
        for (var label : before.properties()) add(refused, label.getKey(), before, after);
        for (var label : after.properties()) add(refused, label.getKey(), before, after);
        return refused;
    }

    private static void add(Set<String> refused, String key, JsonNode before, JsonNode after) {
        if (!before.path(key).equals(after.path(key)) && !allows(key)) refused.add(key);
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
