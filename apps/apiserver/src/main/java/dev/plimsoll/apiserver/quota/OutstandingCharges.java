package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Charges to one quota for objects that may be on their way to the store. They are kept beside the quota and written in the same
 * step as its status, so that every server on the store knows what the others have charged and not stored yet.
 *
 * @param byUid the object's
 */
public record OutstandingCharges(Map<String, Charge> byUid) {
    private static final String KEYS = "/quota/outstanding/";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public OutstandingCharges {
        byUid = Map.copyOf(byUid);
    }

    /**
     * What an object is to take of the quota once it is stored.
     *
     * @param server that writes it
     * @param base the version of the object that it replaces; 0 for a new one
     */
    public record Charge(String server, Instant at, long base, ResourceAmounts amounts) {}

    /** Where those of a quota are. */
    public static String key(String namespace, String quota) {
        return KEYS + namespace + "/" + quota;
    }

    public static OutstandingCharges parse(byte[] text) {
        var charges = new TreeMap<String, Charge>();
        try {
            if (text.length > 0)
                for (var entry : MAPPER.readTree(text).properties())
                    charges.put(entry.getKey(), charge(entry.getValue()));
        } catch (IOException e) {
            throw new IllegalStateException("charges beside a quota cannot be read", e);
        }
        return new OutstandingCharges(charges);
    }

    private static Charge charge(JsonNode node) {
        var amounts = new TreeMap<ResourceName, Quantity>();
        for (var entry : node.path("amounts").properties()) {
            if (Quantity.parse(entry.getValue().asText()) instanceof ParsedQuantity.Parsed(var quantity))
                amounts.put(ResourceName.of(entry.getKey()), quantity);
        }
        return new Charge(
                node.path("server").asText(),
                Instant.ofEpochMilli(node.path("at").asLong()),
                node.path("base").asLong(),
                ResourceAmounts.of(amounts));
    }

    public byte[] encoded() {
        var all = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(byUid).forEach((uid, charge) -> {
            var node = all.putObject(uid)
                    .put("server", charge.server())
                    .put("at", charge.at().toEpochMilli())
                    .put("base", charge.base());
            node.set("amounts", PodWriter.amounts(node, charge.amounts()));
        });
        return all.toString().getBytes(StandardCharsets.UTF_8);
    }

    public OutstandingCharges with(Map<String, Charge> more) {
        var changed = new TreeMap<>(byUid);
        changed.putAll(more);
        return new OutstandingCharges(changed);
    }

    public OutstandingCharges without(Predicate<String> uids) {
        var changed = new TreeMap<>(byUid);
        changed.keySet().removeIf(uids);
        return new OutstandingCharges(changed);
    }
}
