package dev.plimsoll.codec.selector;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.selector.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** A label selector as objects carry it: {@code matchLabels} and {@code matchExpressions}, or a map in the oldest kinds. */
public final class ObjectSelector {
    private ObjectSelector() {}

    /** An empty selector selects everything; one with an unknown operator is none. */
    public static Optional<LabelSelector> read(JsonNode selector) {
        var requirements = new ArrayList<LabelRequirement>();
        addEqual(requirements, selector.path("matchLabels"));
        for (var expression : selector.path("matchExpressions")) {
            var operator = operator(expression.path("operator").asText());
            if (operator.isEmpty()) return Optional.empty();
            var values = new TreeSet<String>();
            for (var value : expression.path("values")) values.add(value.asText());
            requirements.add(new LabelRequirement(expression.path("key").asText(), operator.get(), values));
        }
        return Optional.of(new LabelSelector(requirements));
    }

    /** The selector of a ReplicationController or a Service: labels and the values that they must have. */
    public static LabelSelector ofMap(JsonNode labels) {
        var requirements = new ArrayList<LabelRequirement>();
        addEqual(requirements, labels);
        return new LabelSelector(requirements);
    }

    private static void addEqual(List<LabelRequirement> requirements, JsonNode labels) {
        for (var wanted : labels.properties()) {
            var values = new TreeSet<String>();
            values.add(wanted.getValue().asText());
            requirements.add(new LabelRequirement(wanted.getKey(), Operator.IN, values));
        }
    }

    private static Optional<Operator> operator(String word) {
        return switch (word) {
            case "In" -> Optional.of(Operator.IN);
            case "NotIn" -> Optional.of(Operator.NOT_IN);
            case "Exists" -> Optional.of(Operator.EXISTS);
            case "DoesNotExist" -> Optional.of(Operator.DOES_NOT_EXIST);
            default -> Optional.empty();
        };
    }
}
