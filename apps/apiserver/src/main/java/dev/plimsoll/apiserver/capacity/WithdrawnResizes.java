package dev.plimsoll.apiserver.capacity;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.view.PodWriter;
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
 * What pods of a node asked for before their last resize. A node that has not seen the resize yet may be granting what was asked for
 * before, so that counts until the node says that it has seen the generation. Kept with the node's witness and written in the same
 * step as the resize, so that every server on the store counts the same.
 *
 * @param byUid of pods
 */
record WithdrawnResizes(Map<String, Withdrawn> byUid) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    WithdrawnResizes {
        byUid = Map.copyOf(byUid);
    }

    /**
     * What a pod counts for at least.
     *
     * @param generation with which that ends, once the node has seen it
     */
    record Withdrawn(long generation, ResourceAmounts demand) {
        /**
         * A node that has not said a word of the pod may be about to let it in as it was; one that speaks of it but never says what it
         * has seen is not waited for.
         */
        boolean isSeen(Pod pod) {
            var seen = pod.status().observedGeneration();
            return seen == 0 ? !pod.status().containerStatuses().isEmpty() : seen >= generation;
        }
    }

    static WithdrawnResizes parse(byte[] text) {
        var all = new TreeMap<String, Withdrawn>();
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
                            new Withdrawn(entry.getValue().path("generation").asLong(), ResourceAmounts.of(amounts)));
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
            node.set("demand", PodWriter.amounts(node, withdrawn.demand()));
        });
        return all.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** With a resize of a pod that makes this generation. */
    WithdrawnResizes with(Pod before, ResourceAmounts demand, long generation) {
        var uid = before.metadata().uid();
        var earlier = byUid.get(uid);
        var most = earlier == null || earlier.isSeen(before)
                ? demand
                : earlier.demand().max(demand);
        var changed = new TreeMap<>(byUid);
        changed.put(uid, new Withdrawn(generation, most));
        return new WithdrawnResizes(changed);
    }
}
