package dev.plimsoll.codec.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.resources.Allocated;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.PodTermination;
import dev.plimsoll.core.resize.state.ResizeCondition;
import dev.plimsoll.core.resize.state.ResizeConditions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The file {@code allocated_pods_state}; the kubelet reads it and we read the kubelet's. */
public final class AllocatedCheckpoint {
    public static final String FILE = "allocated_pods_state";
    private static final Extra EXTRA = new Extra();

    private AllocatedCheckpoint() {}

    public static String encode(Checkpoint.OfAllocated checkpoint) {
        return new String(encode(checkpoint, new EncodedPods<>()), StandardCharsets.UTF_8);
    }

    /** The file in which only what differs from the last time is written anew. */
    public static byte[] encode(Checkpoint.OfAllocated checkpoint, EncodedPods<Checkpoint.AllocatedEntry> known) {
        return PodsState.encode(checkpoint.pods(), EXTRA, known);
    }

    public static Decoded<Checkpoint.OfAllocated> decode(String text) {
        return switch (PodsState.decode(text, EXTRA)) {
            case Decoded.Loaded(var pods) -> new Decoded.Loaded<>(new Checkpoint.OfAllocated(pods));
            case Decoded.Corrupt(var reason) -> new Decoded.Corrupt<>(reason);
            case Decoded.Unreadable(var reason) -> new Decoded.Unreadable<>(reason);
        };
    }

    private static final class Extra implements PodsState.Extra<Checkpoint.AllocatedEntry> {
        @Override
        public ObjectNode write(Checkpoint.AllocatedEntry entry) {
            var node = PodsState.JSON.createObjectNode();
            node.put("version", 1);
            entry.conditions().pending().ifPresent(condition -> node.set("pending", condition(condition)));
            entry.conditions().inProgress().ifPresent(condition -> node.set("inProgress", condition(condition)));
            var ending = entry.endingOrNull();
            if (ending != null) {
                node.putObject("ending")
                        .put("phase", ending.phase())
                        .put("reason", ending.reason())
                        .put("message", ending.message())
                        .put("disruption", ending.disruption())
                        .put("graceMillis", ending.grace().toMillis());
            }
            if (!entry.held().isEmpty()) node.put("held", entry.held().toString());
            if (!entry.removedCounts().isEmpty()) {
                var counts = node.putObject("removedCounts");
                entry.removedCounts().forEach(counts::put);
            }
            return node;
        }

        private static ObjectNode condition(ResizeCondition condition) {
            return PodsState.JSON
                    .createObjectNode()
                    .put("reason", condition.reason())
                    .put("message", condition.message())
                    .put("observedGeneration", condition.observedGeneration())
                    .put("lastTransitionTime", condition.lastTransitionTime().toString());
        }

        @Override
        public Checkpoint.AllocatedEntry read(PodResources resources, JsonNode extra) {
            var removedCounts = new TreeMap<String, Integer>();
            for (var entry : extra.path("removedCounts").properties())
                removedCounts.put(entry.getKey(), entry.getValue().asInt());
            return new Checkpoint.AllocatedEntry(
                    new Allocated(resources),
                    new ResizeConditions(condition(extra.path("pending")), condition(extra.path("inProgress"))),
                    ending(extra.path("ending")),
                    ResourceAmounts.parse(extra.path("held").asText("")),
                    removedCounts);
        }

        private static @Nullable PodTermination ending(JsonNode node) {
            if (!node.isObject()) return null;
            return new PodTermination(
                    node.path("phase").asText(""),
                    node.path("reason").asText(""),
                    node.path("message").asText(""),
                    node.path("disruption").asText(""),
                    Duration.ofMillis(node.path("graceMillis").asLong(0)));
        }

        private static @Nullable ResizeCondition condition(JsonNode node) {
            if (!node.isObject()) return null;
            return new ResizeCondition(
                    node.path("reason").asText(""),
                    node.path("message").asText(""),
                    node.path("observedGeneration").asLong(0),
                    Instant.parse(node.path("lastTransitionTime").asText("1970-01-01T00:00:00Z")));
        }

        @Override
        public boolean isOfThisFile(JsonNode extra) {
            return !extra.has("instances");
        }

        @Override
        public PodResources resources(Checkpoint.AllocatedEntry entry) {
            return entry.allocated().resources();
        }
    }
}
