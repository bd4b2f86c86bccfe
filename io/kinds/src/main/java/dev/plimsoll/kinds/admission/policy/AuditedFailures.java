package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** The failures that bindings want to have in the audit log, as the text of its annotation. */
public final class AuditedFailures {
    private final ArrayNode entries = JsonNodeFactory.instance.arrayNode();

    /**
     * Adds one.
     *
     * @param index the place of the validation in its policy
     */
    public void add(String policy, PolicyBinding binding, int index, String message) {
        var entry = entries.addObject()
                .put("message", message)
                .put("policy", policy)
                .put("binding", binding.name())
                .put("expressionIndex", index);
        var actions = entry.putArray("validationActions");
        binding.actions().forEach(actions::add);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
