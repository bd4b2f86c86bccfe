package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/**
 * A CustomResourceDefinition, as far as the server decides about it.
 *
 * @param wanted the names of the spec
 * @param accepted the names under which it is served
 * @param trueConditions the types of conditions that hold
 * @param conversion {@code spec.conversion}, never to be changed
 * @param versions {@code spec.versions}, never to be changed
 */
public record Definition(
        String name,
        String uid,
        long generation,
        String group,
        boolean namespaced,
        DefinitionNames wanted,
        DefinitionNames accepted,
        Set<String> trueConditions,
        boolean beingDeleted,
        boolean awaitsCleanup,
        JsonNode conversion,
        JsonNode versions) {
    public static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";
    public static final String ESTABLISHED = "Established";
    public static final String NAMES_ACCEPTED = "NamesAccepted";
    public static final String TERMINATING = "Terminating";

    public Definition {
        trueConditions = Set.copyOf(trueConditions);
    }

    public static Definition read(ObjectNode document) {
        var metadata = document.path("metadata");
        var spec = document.path("spec");
        var status = document.path("status");
        var holding = new HashSet<String>();
        for (var condition : status.path("conditions")) {
            if (condition.path("status").asText().equals("True"))
                holding.add(condition.path("type").asText());
        }
        var awaits = false;
        for (var finalizer : metadata.path("finalizers"))
            awaits |= finalizer.asText().equals(CLEANUP);
        return new Definition(
                metadata.path("name").asText(),
                metadata.path("uid").asText(),
                metadata.path("generation").asLong(),
                spec.path("group").asText(),
                spec.path("scope").asText().equals("Namespaced"),
                DefinitionNames.read(spec.path("names")),
                DefinitionNames.read(status.path("acceptedNames")),
                holding,
                metadata.hasNonNull("deletionTimestamp"),
                awaits,
                spec.path("conversion"),
                spec.path("versions"));
    }

    /** Whether a webhook translates between versions. */
    public boolean isConvertedByWebhook() {
        return conversion.path("strategy").asText().equals("Webhook");
    }

    public boolean isEstablished() {
        return trueConditions.contains(ESTABLISHED);
    }

    /** Under all the names that it wants. */
    public boolean isServed() {
        return isEstablished() && trueConditions.contains(NAMES_ACCEPTED);
    }

    public boolean isTerminating() {
        return beingDeleted || trueConditions.contains(TERMINATING);
    }

    public String storageVersion() {
        for (var version : versions) {
            if (version.path("storage").asBoolean()) return version.path("name").asText();
        }
        return "";
    }
}
