package dev.plimsoll.apiserver.definitions;

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
 * @param versions {@code spec.versions}, never to be changed
 */
record Definition(
        String name,
        String uid,
        long generation,
        String group,
        boolean namespaced,
        Names wanted,
        Names accepted,
        Set<String> trueConditions,
        boolean beingDeleted,
        boolean awaitsCleanup,
        JsonNode versions) {
    static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";
    static final String ESTABLISHED = "Established";
    static final String NAMES_ACCEPTED = "NamesAccepted";
    static final String TERMINATING = "Terminating";

    Definition {
        trueConditions = Set.copyOf(trueConditions);
    }

    static Definition read(ObjectNode document) {
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
                Names.read(spec.path("names")),
                Names.read(status.path("acceptedNames")),
                holding,
                metadata.hasNonNull("deletionTimestamp"),
                awaits,
                spec.path("versions"));
    }

    boolean isEstablished() {
        return trueConditions.contains(ESTABLISHED);
    }

    boolean isTerminating() {
        return beingDeleted || trueConditions.contains(TERMINATING);
    }

    String storageVersion() {
        for (var version : versions) {
            if (version.path("storage").asBoolean()) return version.path("name").asText();
        }
        return "";
    }
}
