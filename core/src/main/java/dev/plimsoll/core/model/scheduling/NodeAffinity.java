package dev.plimsoll.core.model.scheduling;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes a pod demands and which it would like.
 *
 * @param isRequired whether one of {@code required} must match; with no term in it none can
 */
public record NodeAffinity(boolean isRequired, List<NodeTerm> required, List<Preferred> preferred) {
    public static final NodeAffinity NONE = new NodeAffinity(false, List.of(), List.of());

    /** A term that counts for so much. */
    public record Preferred(int weight, NodeTerm term) {}

    public NodeAffinity {
        required = List.copyOf(required);
        preferred = List.copyOf(preferred);
    }

    /** Whether a node is one of those that a pod's node selector and its required affinity allow. */
    public boolean admits(Map<String, String> nodeSelector, String nodeName, Map<String, String> nodeLabels) {
        for (var entry : nodeSelector.entrySet()) {
            if (!entry.getValue().equals(nodeLabels.get(entry.getKey()))) return false;
        }
        return admits(nodeName, nodeLabels);
    }

    public boolean admits(String nodeName, Map<String, String> nodeLabels) {
        if (!isRequired) return true;
        for (var term : required) if (term.matches(nodeName, nodeLabels)) return true;
        return false;
    }

    /** The only nodes that can match, where every term names its nodes; they may contradict each other and be none. */
    public Optional<Set<String>> namedNodes() {
        if (!isRequired || required.isEmpty()) return Optional.empty();
        var names = new HashSet<String>();
        for (var term : required) {
            Set<String> ofTerm = null;
            for (var field : term.fields()) {
                if (!field.key().equals(NodeTerm.NAME_FIELD) || field.operator() != Requirement.Operator.IN) continue;
                if (ofTerm == null) ofTerm = new HashSet<>(field.values());
                else ofTerm.retainAll(field.values());
            }
            if (ofTerm == null) return Optional.empty();
            names.addAll(ofTerm);
        }
        return Optional.of(Set.copyOf(names));
    }
}
