package dev.plimsoll.codec.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.CrashLoopBackoff;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The file {@code actuated_pods_state}; the kubelet reads it and we read the kubelet's. */
public final class ActuatedCheckpoint {
    public static final String FILE = "actuated_pods_state";
    private static final Extra EXTRA = new Extra();

    private ActuatedCheckpoint() {}

    public static String encode(Checkpoint.OfActuated checkpoint) {
        return new String(encode(checkpoint, new EncodedPods<>()), StandardCharsets.UTF_8);
    }

    /** The file in which only what differs from the last time is written anew. */
    public static byte[] encode(Checkpoint.OfActuated checkpoint, EncodedPods<Checkpoint.ActuatedEntry> known) {
        return PodsState.encode(checkpoint.pods(), EXTRA, known);
    }

    public static Decoded<Checkpoint.OfActuated> decode(String text) {
        return switch (PodsState.decode(text, EXTRA)) {
            case Decoded.Loaded(var pods) -> new Decoded.Loaded<>(new Checkpoint.OfActuated(pods));
            case Decoded.Corrupt(var reason) -> new Decoded.Corrupt<>(reason);
            case Decoded.Unreadable(var reason) -> new Decoded.Unreadable<>(reason);
        };
    }

    private static final class Extra implements PodsState.Extra<Checkpoint.ActuatedEntry> {
        @Override
        public ObjectNode write(Checkpoint.ActuatedEntry entry) {
            var node = PodsState.JSON.createObjectNode();
            node.put("version", 1);
            var pod = entry.actuated().podOrNull();
            if (pod != null) {
                node.putObject("pod")
                        .put("cpuShares", pod.cpuShares())
                        .put("cpuWeight", pod.cpuWeight())
                        .put("cpuQuota", pod.cpuQuota())
                        .put("memoryLimit", pod.memoryLimit());
            }
            var instances = node.putObject("instances");
            entry.instances().forEach(instances::put);
            if (!entry.backoffs().isEmpty()) {
                var backoffs = node.putObject("backoffs");
                entry.backoffs()
                        .forEach((name, backoff) -> backoffs.putObject(name)
                                .put("seconds", backoff.delay().toSeconds())
                                .put("until", backoff.until().toString()));
            }
            return node;
        }

        @Override
        public Checkpoint.ActuatedEntry read(PodResources resources, JsonNode extra) {
            var instances = new TreeMap<String, String>();
            for (var entry : extra.path("instances").properties()) {
                instances.put(entry.getKey(), entry.getValue().asText(""));
            }
            var backoffs = new TreeMap<String, CrashLoopBackoff>();
            for (var entry : extra.path("backoffs").properties())
                time(entry.getValue().path("until").asText())
                        .ifPresent(until -> backoffs.put(
                                entry.getKey(),
                                new CrashLoopBackoff(
                                        Duration.ofSeconds(
                                                entry.getValue().path("seconds").asLong()),
                                        until)));
            return new Checkpoint.ActuatedEntry(
                    new Actuated(resources, limits(extra.path("pod"))), instances, backoffs);
        }

        /** A time that cannot be read is none: the container is started at once. */
        private static Optional<Instant> time(String text) {
            try {
                return Optional.of(Instant.parse(text));
            } catch (DateTimeParseException _) {
                return Optional.empty();
            }
        }

        private static @Nullable PodLimits limits(JsonNode node) {
            if (!node.isObject()) return null;
            return new PodLimits(
                    node.path("cpuShares").asLong(),
                    node.path("cpuWeight").asLong(),
                    node.path("cpuQuota").asLong(),
                    node.path("memoryLimit").asLong());
        }

        @Override
        public boolean isOfThisFile(JsonNode extra) {
            return extra.has("instances");
        }

        @Override
        public PodResources resources(Checkpoint.ActuatedEntry entry) {
            return entry.actuated().resources();
        }
    }
}
