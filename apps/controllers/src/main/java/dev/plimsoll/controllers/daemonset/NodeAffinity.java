package dev.plimsoll.controllers.daemonset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.selector.LabelRequirement;
import dev.plimsoll.codec.selector.LabelRequirement.Operator;
import dev.plimsoll.controllers.objects.Meta;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Whether a pod's node selector and required node affinity let it run on a node. */
final class NodeAffinity {
    private NodeAffinity() {}

    static boolean matches(JsonNode podSpec, Meta node) {
        for (var label : podSpec.path("nodeSelector").properties()) {
            if (!label.getValue().asText().equals(node.labels().get(label.getKey()))) return false;
        }
        var required = podSpec.at("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution");
        if (!required.isObject()) return true;
        for (var term : required.path("nodeSelectorTerms")) if (matchesTerm(term, node)) return true;
        return false;
    }

    /** A term without any condition matches nothing. */
    private static boolean matchesTerm(JsonNode term, Meta node) {
        var labels = term.path("matchExpressions");
        var fields = term.path("matchFields");
        if (labels.isEmpty() && fields.isEmpty()) return false;
        for (var expression : labels) if (!matches(expression, node.labels())) return false;
        var name = Map.of("metadata.name", node.name().name());
        for (var expression : fields) if (!matches(expression, name)) return false;
        return true;
    }

    private static boolean matches(JsonNode expression, Map<String, String> values) {
        var wanted = new TreeSet<String>();
        for (var value : expression.path("values")) wanted.add(value.asText());
        var operator = operator(expression.path("operator").asText());
        if (operator.isEmpty()) return false;
        var compares = operator.get() == Operator.GREATER_THAN || operator.get() == Operator.LESS_THAN;
        if (compares && (wanted.size() != 1 || !wanted.first().matches("-?\\d{1,18}"))) return false;
        return new LabelRequirement(expression.path("key").asText(), operator.get(), wanted).matches(values);
    }

    private static Optional<Operator> operator(String word) {
        return switch (word) {
            case "In" -> Optional.of(Operator.IN);
            case "NotIn" -> Optional.of(Operator.NOT_IN);
            case "Exists" -> Optional.of(Operator.EXISTS);
            case "DoesNotExist" -> Optional.of(Operator.DOES_NOT_EXIST);
            case "Gt" -> Optional.of(Operator.GREATER_THAN);
            case "Lt" -> Optional.of(Operator.LESS_THAN);
            default -> Optional.empty();
        };
    }
}
