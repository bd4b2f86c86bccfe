package dev.plimsoll.nodeagent.cri.observation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/** What a container was created with, as a text that is noted at it. */
public final class CreatedWith {
    private CreatedWith() {}

    public static String text(ResourceRequirements resources) {
        var node = JsonNodeFactory.instance.objectNode();
        node.set("limits", PodWriter.amounts(node, resources.limits()));
        node.set("requests", PodWriter.amounts(node, resources.requests()));
        return node.toString();
    }

    /** Absent where nothing was noted, or nothing that can be read. */
    static ResourceRequirements read(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8))
                .map(node -> ResourceRequirements.of(amounts(node.path("requests")), amounts(node.path("limits"))))
                .orElse(ResourceRequirements.ABSENT);
    }

    private static ResourceAmounts amounts(JsonNode node) {
        var amounts = new TreeMap<ResourceName, Quantity>();
        for (var entry : node.properties()) {
            if (Quantity.parse(entry.getValue().asText()) instanceof ParsedQuantity.Parsed(var quantity))
                amounts.put(ResourceName.of(entry.getKey()), quantity);
        }
        return ResourceAmounts.of(amounts);
    }
}
