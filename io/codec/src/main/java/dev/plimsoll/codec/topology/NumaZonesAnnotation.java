package dev.plimsoll.codec.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.Map;
import java.util.Optional;

/**
 * The annotation by which a node tells schedulers, as JSON, what its resource managers have given and how they decide;
 * docs/guide/scheduler.md has the form.
 */
public final class NumaZonesAnnotation {
    public static final String NAME = "plimsoll.dev/numa-zones";

    /** The API takes 256 KiB for all annotations of an object. */
    private static final int MOST_CHARACTERS = 192 * 1024;

    private static final ObjectMapper JSON = new ObjectMapper();

    private NumaZonesAnnotation() {}

    /** The text; where it would be too long for the API, without what only an exact judgement needs. */
    public static String text(ResourceManagers resourceManagers, ManagersState state) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("policy", resourceManagers.alignment().kubernetesName());
        document.put("scope", resourceManagers.scope().kubernetesName());
        document.put("cpuManagerPolicy", resourceManagers.cpuPolicyName());
        var zones = document.putArray("zones");
        for (var share : resourceManagers.shares(state)) {
            var zone = zones.addObject();
            amounts(zone.putObject("allocatable"), share.cpus(), share.memory());
            amounts(zone.putObject("free"), share.freeCpus(), share.freeMemory());
        }
        var brief = document.toString();
        document.set("managers", ManagersDocument.encode(resourceManagers, state));
        var whole = document.toString();
        return whole.length() <= MOST_CHARACTERS ? whole : brief;
    }

    /** What a node tells of its resource managers; empty where it tells nothing, too little, or what is not understood. */
    public static Optional<PublishedManagers> managers(JsonNode node) {
        var text = node.path("metadata").path("annotations").path(NAME).asText();
        if (text.isEmpty()) return Optional.empty();
        JsonNode document;
        try {
            document = JSON.readTree(text).path("managers");
        } catch (JsonProcessingException _) {
            return Optional.empty(); // anybody who may write the node may write this
        }
        if (!(ManagersDocument.resourceManagers(document) instanceof Decoded.Loaded<ResourceManagers>(var managers)))
            return Optional.empty();
        return ManagersDocument.state(document, managers) instanceof Decoded.Loaded<ManagersState>(var state)
                ? Optional.of(new PublishedManagers(managers, state))
                : Optional.empty();
    }

    private static void amounts(ObjectNode amounts, int cpus, Map<ResourceName, Long> memory) {
        amounts.put("cpu", Integer.toString(cpus));
        memory.forEach((resource, bytes) -> amounts.put(resource.text(), Long.toString(bytes)));
    }
}
