package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.admission.MatchCriteria;
import dev.plimsoll.objects.MetadataReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a policy applies, and with which parameters.
 *
 * @param paramRef null if it gives none
 * @param actions what is done about a write that fails; none of a binding of a mutating policy
 */
public record PolicyBinding(
        String name, String policy, @Nullable ParamReference paramRef, MatchCriteria criteria, List<String> actions) {
    public PolicyBinding {
        actions = List.copyOf(actions);
    }

    public static PolicyBinding read(JsonNode binding) {
        var spec = binding.path("spec");
        var actions = new ArrayList<String>();
        for (var action : spec.path("validationActions")) actions.add(action.asText());
        return new PolicyBinding(
                MetadataReader.name(binding),
                spec.path("policyName").asText(),
                spec.path("paramRef").isObject() ? ParamReference.read(spec.path("paramRef")) : null,
                MatchCriteria.ofResources(spec.path("matchResources")),
                actions);
    }
}
