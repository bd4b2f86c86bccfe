package dev.plimsoll.apiserver.capacity;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.demand.PreviousDemand;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * What pods of a node asked for before their last resize. Kept with the node's witness and written in the same step as the resize, so
 * that every server on the store counts the same.
 *
 * @param byUid of pods
 */
record WithdrawnResizes(Map<String, PreviousDemand> byUid) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    WithdrawnResizes {
        byUid = Map.copyOf(byUid);
    }

    static WithdrawnResizes parse(byte[] text) {
        var all = new TreeMap<String, PreviousDemand>();
        try {
            if (text.length > 0)
                for (var entry : MAPPER.readTree(text).properties()) {
                    var amounts = new TreeMap<ResourceName, Quantity>();
                    for (var amount : entry.getValue().path("demand").properties()) {
                        if (Quantity.parse(amount.getValue().asText()) instanceof ParsedQuantity.Parsed(var quantity))
                            amounts.put(ResourceName.of(amount.getKey()), quantity);
                    }
                    all.put(
                            entry.getKey(),
                            new PreviousDemand(
                                    entry.getValue().path("generation").asLong(), ResourceAmounts.of(amounts)));
                }
        } catch (IOException e) {
            throw new IllegalStateException("resizes beside a node cannot be read", e);
        }
        return new WithdrawnResizes(all);
    }

    byte[] encoded() {
        if (byUid.isEmpty()) return new byte[0];
        var all = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(byUid).forEach((uid, withdrawn) -> {
            var node = all.putObject(uid).put("generation", withdrawn.generation());
            node.set("demand", PodWriter.amounts(node, withdrawn.requests()));
        });
        return all.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** With a resize of a pod that makes this generation. */
    WithdrawnResizes with(Pod before, ResourceAmounts demand, long generation) {
        var uid = before.metadata().uid();
        var changed = new TreeMap<>(byUid);
        changed.put(uid, PreviousDemand.of(byUid.get(uid), before, demand, generation));
        return new WithdrawnResizes(changed);
    }
}
