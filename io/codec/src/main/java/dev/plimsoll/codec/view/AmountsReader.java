package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;

/** Reads amounts of resources where a document is known to be valid, or nobody could do anything about it. */
public final class AmountsReader {
    private AmountsReader() {}

    /** What is not a quantity is left out. */
    public static ResourceAmounts amounts(JsonNode node) {
        Map<ResourceName, Quantity> amounts = new TreeMap<>();
        for (var entry : node.properties()) {
            if (Repeated.quantity(entry.getValue().asText()) instanceof ParsedQuantity.Parsed(var quantity)) {
                amounts.put(Repeated.name(entry.getKey()), quantity);
            }
        }
        return ResourceAmounts.of(amounts);
    }

    /** Requests and limits. */
    public static ResourceRequirements requirements(JsonNode resources) {
        return ResourceRequirements.of(amounts(resources.path("requests")), amounts(resources.path("limits")));
    }
}
