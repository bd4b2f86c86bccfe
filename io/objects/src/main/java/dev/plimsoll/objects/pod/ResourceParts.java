package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests and limits of each part of a pod's spec. */
final class ResourceParts {
    static final String RESOURCES = "resources";
    static final List<String> LISTS = List.of("containers", "initContainers");

    private ResourceParts() {}

    /** By the names of {@link dev.plimsoll.core.workloads.PodResourceRequests}. */
    static Map<String, ResourceRequirements> of(JsonNode podSpec) {
        var parts = new HashMap<String, ResourceRequirements>();
        add(parts, "", podSpec);
        for (var list : LISTS) {
            for (var container : podSpec.path(list)) add(parts, list + "/" + text(container, "name"), container);
        }
        return parts;
    }

    private static void add(Map<String, ResourceRequirements> parts, String name, JsonNode part) {
        var requirements = AmountsReader.requirements(part.path(RESOURCES));
        if (!requirements.isEmpty()) parts.put(name, requirements);
    }
}
