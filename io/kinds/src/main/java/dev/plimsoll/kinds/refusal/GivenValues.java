package dev.plimsoll.kinds.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.network.IngressRules;
import java.util.List;

/**
 * Errors show a value as the client gave it: documents are checked without empty lists and maps, but one that was given is shown as it
 * is, not as null.
 */
public final class GivenValues {
    private static final String NONE = "null";

    private GivenValues() {}

    /** The refusal with values as they stand in what was sent. */
    public static Refusal shownIn(Refusal refusal, JsonNode sent) {
        if (!(refusal instanceof Refusal.Invalid(var group, var kind, var name, var errors))) return refusal;
        return new Refusal.Invalid(group, kind, name, shown(errors, sent));
    }

    private static List<FieldError> shown(List<FieldError> errors, JsonNode sent) {
        return errors.stream().map(error -> shown(error, sent)).toList();
    }

    private static FieldError shown(FieldError error, JsonNode sent) {
        if (!error.value().equals(NONE)) return error;
        // A member of the object itself is a struct, of which the error shows something inside.
        var inside = error.detail().equals(IngressRules.NOTHING_ROUTED) ? "spec.rules" : error.field();
        if (inside.indexOf('.') < 0) return error;
        var given = at(sent, inside);
        if (!given.isContainerNode() || !given.isEmpty()) return error;
        return new FieldError(error.type(), error.field(), given.toString(), error.detail());
    }

    /** What stands at a place as errors write it; missing where the place cannot be followed. */
    private static JsonNode at(JsonNode sent, String field) {
        var node = sent;
        for (var step : field.split("[.\\[]", -1)) {
            if (!step.endsWith("]")) {
                node = node.path(step);
                continue;
            }
            var index = step.substring(0, step.length() - 1);
            node = index.matches("[0-9]{1,9}") ? node.path(Integer.parseInt(index)) : MissingNode.getInstance();
        }
        return node;
    }
}
