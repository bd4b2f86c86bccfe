package dev.plimsoll.objects.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.core.model.ResourceAmounts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A NUMA node of a node, as an annotation of it tells.
 *
 * @param allocatable what pods may have of it
 * @param free what of that no pod has for itself
 */
public record NumaZone(ResourceAmounts allocatable, ResourceAmounts free) {
    /** None where the annotation cannot be understood: anybody who may write the node may write it. */
    static List<NumaZone> read(String annotation) {
        var zones = new ArrayList<NumaZone>();
        if (annotation.isEmpty()) return zones;
        ClientJson.read(annotation.getBytes(StandardCharsets.UTF_8))
                .ifPresent(document -> document.path("zones").forEach(zone -> zones.add(of(zone))));
        return List.copyOf(zones);
    }

    private static NumaZone of(JsonNode zone) {
        return new NumaZone(AmountsReader.amounts(zone.path("allocatable")), AmountsReader.amounts(zone.path("free")));
    }
}
