package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.admission.matching.MatchCriteria;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a policy applies, and with which parameters.
 *
 * @param actions what is done about a write that fails; none of a binding of a mutating policy
 */
record PolicyBinding(String name, String policy, JsonNode paramRef, MatchCriteria criteria, List<String> actions) {
    PolicyBinding {
        actions = List.copyOf(actions);
    }

    static PolicyBinding read(JsonNode binding) {
        var spec = binding.path("spec");
        var actions = new ArrayList<String>();
        for (var action : spec.path("validationActions")) actions.add(action.asText());
        return new PolicyBinding(
                binding.path("metadata").path("name").asText(),
                spec.path("policyName").asText(),
                spec.path("paramRef"),
                MatchCriteria.ofResources(spec.path("matchResources")),
                actions);
    }
}
