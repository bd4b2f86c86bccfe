package dev.plimsoll.core.model.scheduling;

import java.util.List;
import java.util.Map;

/**
 * One way in which a node can be right: all of its conditions hold. A term without conditions matches no node.
 *
 * @param fields conditions on {@code metadata.name}, the only field that can be asked for
 */
public record NodeTerm(List<Requirement> labels, List<Requirement> fields) {
    public static final String NAME_FIELD = "metadata.name";

    public NodeTerm {
        labels = List.copyOf(labels);
        fields = List.copyOf(fields);
    }

    public boolean matches(String nodeName, Map<String, String> nodeLabels) {
        if (labels.isEmpty() && fields.isEmpty()) return false;
        for (var requirement : labels) if (!requirement.matches(nodeLabels)) return false;
        for (var requirement : fields) {
            if (!requirement.matches(requirement.key().equals(NAME_FIELD) ? nodeName : null)) return false;
        }
        return true;
    }
}
