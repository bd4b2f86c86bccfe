package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.model.HostPort;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Whether a pod and a node suit each other, resources aside. */
final class Suitability {
    private static final String OS_LABEL = "kubernetes.io/os";

    private Suitability() {}

    static Optional<AdmissionRefusal> system(NodeFacts facts, Pod pod) {
        var selected = pod.spec().details().nodeSelector().getOrDefault(OS_LABEL, facts.system());
        if (!selected.equals(facts.system())) {
            return Optional.of(AdmissionRefusal.of(
                    "PodOSSelectorNodeLabelDoesNotMatch",
                    "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"));
        }
        var os = pod.spec().osName();
        if (os.isEmpty() || os.equals(facts.system())) return Optional.empty();
        return Optional.of(AdmissionRefusal.of(
                "PodOSNotSupported",
                "Failed to admit pod as the OS field doesn't match node OS: " + os + " != " + facts.system()));
    }

    static Optional<AdmissionRefusal> groups(NodeFacts facts, Pod pod) {
        if (!pod.spec().details().needs().strictGroups() || facts.abilities().hasStrictGroups())
            return Optional.empty();
        return Optional.of(AdmissionRefusal.of(
                "SupplementalGroupsPolicyNotSupported",
                "SupplementalGroupsPolicy=Strict is not supported in this node"));
    }

    static Optional<AdmissionRefusal> predicates(NodeState state, PodRecord record, Pod pod) {
        var facts = state.facts();
        var name = facts.node().metadata().name();
        if (!isSelected(facts, name, pod)) {
            return predicate("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
        }
        var nodeName = pod.spec().placement().nodeName();
        if (!nodeName.isEmpty() && !nodeName.equals(name)) {
            return predicate("NodeName", "node(s) didn't match the requested node name");
        }
        if (!arePortsFree(state, record, pod)) {
            return predicate("NodePorts", "node(s) didn't have free ports for the requested pod ports");
        }
        if (record.source() == PodSource.STATIC) return Optional.empty();
        for (var taint : facts.taints()) {
            if (!taint.effect().equals(Taint.NO_EXECUTE)) continue;
            if (!taint.isToleratedBy(pod.spec().details().tolerations())) {
                return predicate("TaintToleration", "node(s) had taints that the pod didn't tolerate");
            }
        }
        return Optional.empty();
    }

    private static boolean isSelected(NodeFacts facts, String name, Pod pod) {
        var details = pod.spec().details();
        for (var wanted : details.nodeSelector().entrySet()) {
            if (!wanted.getValue().equals(facts.labels().get(wanted.getKey()))) return false;
        }
        return details.needs().affinity().admits(name, facts.labels());
    }

    private static boolean arePortsFree(NodeState state, PodRecord record, Pod pod) {
        var wanted = HostPort.of(pod.spec());
        if (wanted.isEmpty()) return true;
        for (var other : state.pods().values()) {
            if (other.uid().equals(record.uid())
                    || !other.isAllocated()
                    || !other.stage().holdsResources()) continue;
            for (var taken : HostPort.of(other.pod().spec())) {
                if (wanted.stream().anyMatch(taken::clashesWith)) return false;
            }
        }
        return true;
    }

    private static Optional<AdmissionRefusal> predicate(String name, String description) {
        return Optional.of(AdmissionRefusal.of(name, "Predicate " + name + " failed: " + description));
    }

    static Optional<AdmissionRefusal> appArmor(NodeFacts facts, Pod pod) {
        if (!pod.spec().details().needs().usesAppArmor() || facts.abilities().hasAppArmor()) return Optional.empty();
        // Where a pod runs already, its profile was in force when it began.
        if (!List.of("", "Pending").contains(pod.status().phase())) return Optional.empty();
        return Optional.of(
                AdmissionRefusal.of("AppArmor", "Cannot enforce AppArmor: AppArmor is not enabled on the host"));
    }

    static Optional<AdmissionRefusal> declaredFeatures(NodeFacts facts, Pod pod) {
        var missing = new TreeSet<>(pod.spec().details().needs().features());
        missing.removeAll(facts.node().declaredFeatures());
        if (missing.isEmpty()) return Optional.empty();
        return Optional.of(AdmissionRefusal.of(
                "PodFeatureUnsupported",
                "Pod requires node features that are not available: " + String.join(", ", missing)));
    }
}
