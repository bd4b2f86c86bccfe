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
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * What pods of a node asked for before their last resize. Kept with the node's witness and written in the same step as the resize, so
 * that every server on the store counts the same.
 *
 * <p>A resize changes one of many entries: the text of each is kept, so that the others are not written again.
 */
final class WithdrawnResizes {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final WithdrawnResizes NONE = new WithdrawnResizes(new TreeMap<>());

    private final SortedMap<String, Withdrawal> byUid;

    /**
     * What one pod asked for.
     *
     * @param text a member of the JSON object
     */
    private record Withdrawal(PreviousDemand demand, String text) {
        static Withdrawal of(String uid, PreviousDemand demand) {
            return new Withdrawal(demand, WithdrawnResizes.text(uid, demand));
        }
    }

    private WithdrawnResizes(SortedMap<String, Withdrawal> byUid) {
        this.byUid = byUid;
    }

    static WithdrawnResizes of(Map<String, PreviousDemand> byUid) {
        var all = new TreeMap<String, Withdrawal>();
        byUid.forEach((uid, demand) -> all.put(uid, Withdrawal.of(uid, demand)));
        return new WithdrawnResizes(all);
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

    boolean isEmpty() {
        return byUid.isEmpty();
    }

    /** What the pod with a uid asked for. */
    Optional<PreviousDemand> find(String uid) {
        return Optional.ofNullable(byUid.get(uid)).map(Withdrawal::demand);
    }

    byte[] encoded() {
        if (byUid.isEmpty()) return new byte[0];
        var joined = new StringJoiner(",", "{", "}");
        for (var each : byUid.values()) joined.add(each.text());
        return joined.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** With a resize of a pod that makes this generation. */
    WithdrawnResizes with(Pod before, ResourceAmounts demand, long generation) {
        var uid = before.metadata().uid();
        var withdrawn = PreviousDemand.of(find(uid).orElse(null), before, demand, generation);
        var changed = new TreeMap<>(byUid);
        changed.put(uid, Withdrawal.of(uid, withdrawn));
        return new WithdrawnResizes(changed);
    }
}
