package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import java.util.List;

/**
 * The objects that a binding gives its policy as parameters.
 *
 * @param namespace empty for that of the request
 * @param name empty where the selector says which
 * @param selector everything where it cannot be understood
 * @param allowsNone whether the policy is left out where there are no such objects; otherwise the write is refused
 */
public record ParamReference(String namespace, String name, LabelSelector selector, boolean allowsNone) {
    static ParamReference read(JsonNode reference) {
        return new ParamReference(
                reference.path("namespace").asText(),
                reference.path("name").asText(),
                ObjectSelector.read(reference.path("selector")).orElseGet(() -> new LabelSelector(List.of())),
                reference.path("parameterNotFoundAction").asText().equals("Allow"));
    }
}
