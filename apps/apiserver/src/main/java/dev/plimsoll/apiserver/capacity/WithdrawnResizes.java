package dev.plimsoll.apiserver.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.demand.PreviousDemand;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What pods of a node asked for before their last resize. Kept with the node's witness and written in the same step as the resize, so
 * that every server on the store counts the same.
 *
 * <p>A resize changes one of many entries: the text of each is kept, so that the others are not written again.
 */
final class WithdrawnResizes {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final WithdrawnResizes NONE = new WithdrawnResizes(Map.of(), new TreeMap<>());

    private final Map<String, PreviousDemand> byUid;
    /** Members of the JSON object, by the uids of pods. */
    private final SortedMap<String, String> texts;

    private WithdrawnResizes(Map<String, PreviousDemand> byUid, SortedMap<String, String> texts) {
        this.byUid = byUid;
        this.texts = texts;
    }

    static WithdrawnResizes of(Map<String, PreviousDemand> byUid) {
        var texts = new TreeMap<String, String>();
        byUid.forEach((uid, withdrawn) -> texts.put(uid, text(uid, withdrawn)));
        return new WithdrawnResizes(Map.copyOf(byUid), texts);
    }

    static WithdrawnResizes parse(byte[] text) {
        if (text.length == 0) return NONE;
        var all = new HashMap<String, PreviousDemand>();
        try {
            for (var entry : MAPPER.readTree(text).properties())
                all.put(entry.getKey(), previousDemand(entry.getValue()));
        } catch (IOException e) {
            throw new IllegalStateException("resizes beside a node cannot be read", e);
        }
        return of(all);
    }

    private static PreviousDemand previousDemand(JsonNode node) {
        var amounts = new TreeMap<ResourceName, Quantity>();
        for (var amount : node.path("demand").properties()) {
            if (Quantity.parse(amount.getValue().asText()) instanceof ParsedQuantity.Parsed(var quantity))
                amounts.put(ResourceName.of(amount.getKey()), quantity);
        }
        return new PreviousDemand(node.path("generation").asLong(), ResourceAmounts.of(amounts));
    }

    private static String text(String uid, PreviousDemand withdrawn) {
        var node = JsonNodeFactory.instance.objectNode().put("generation", withdrawn.generation());
        node.set("demand", PodWriter.amounts(node, withdrawn.requests()));
        return TextNode.valueOf(uid) + ":" + node;
    }

    /** By the uids of pods. */
    Map<String, PreviousDemand> byUid() {
        return byUid;
    }

    byte[] encoded() {
        if (texts.isEmpty()) return new byte[0];
        return ("{" + String.join(",", texts.values()) + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** With a resize of a pod that makes this generation. */
    WithdrawnResizes with(Pod before, ResourceAmounts demand, long generation) {
        var uid = before.metadata().uid();
        var withdrawn = PreviousDemand.of(byUid.get(uid), before, demand, generation);
        var changed = new HashMap<>(byUid);
        changed.put(uid, withdrawn);
        var written = new TreeMap<>(texts);
        written.put(uid, text(uid, withdrawn));
        return new WithdrawnResizes(Map.copyOf(changed), written);
    }
}
