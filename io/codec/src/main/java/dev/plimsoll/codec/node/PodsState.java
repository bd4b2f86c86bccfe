package dev.plimsoll.codec.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.Checksum;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.resources.PodResources;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeParseException;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The form that {@code allocated_pods_state} and {@code actuated_pods_state} share with the kubelet's: a text {@code data} with an
 * entry for each pod, and its checksum. Each entry may carry one more member, {@value #OURS}, which the kubelet ignores.
 */
final class PodsState {
    static final String OURS = "plimsoll";
    static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] DATA = "{\"data\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] EMPTY = quoted("{}");
    private static final byte[] ENTRIES = quoted("{\"entries\":{");
    private static final byte[] COMMA = quoted(",");
    private static final byte[] END = quoted("}}");
    private static final String CONTAINERS = "ContainerResources";
    private static final String POD_LEVEL = "PodLevelResources";
    private static final String VOLUMES = "EmptyDirVolumeLimits";

    private PodsState() {}

    /** Reads or writes what only we keep of a pod. */
    interface Extra<T> {
        ObjectNode write(T entry);

        T read(PodResources resources, JsonNode extra);

        /** Whether an entry with these members is of this file; the kubelet's entries have none and are of either. */
        boolean isOfThisFile(JsonNode extra);

        PodResources resources(T entry);
    }

    /** The whole file. Entries that are as they were the last time are taken from there. */
    static <T> byte[] encode(SortedMap<String, T> pods, Extra<T> extra, EncodedPods<T> known) {
        var document = new ByteArrayOutputStream(64 + 1024 * pods.size());
        document.writeBytes(DATA);
        if (pods.isEmpty()) {
            document.writeBytes(EMPTY);
        } else {
            var before = ENTRIES;
            for (var each : pods.entrySet()) {
                document.writeBytes(before);
                var entry = each.getValue();
                document.writeBytes(quoted(JSON.getNodeFactory().textNode(each.getKey()) + ":"));
                document.writeBytes(known.bytes(
                        each.getKey(),
                        entry,
                        extra.resources(entry),
                        changed -> quoted(entry(changed, extra).toString())));
                before = COMMA;
            }
            document.writeBytes(END);
        }
        known.retain(pods.keySet());
        var checksum = Checksum.ofQuoted(document.toByteArray(), DATA.length);
        document.writeBytes(("\",\"checksum\":" + checksum + "}").getBytes(StandardCharsets.UTF_8));
        return document.toByteArray();
    }

    /** As it stands in a text of a JSON document. */
    private static byte[] quoted(String text) {
        return JsonStringEncoder.getInstance().quoteAsUTF8(text);
    }

    private static <T> ObjectNode entry(T pod, Extra<T> extra) {
        var entry = resources(extra.resources(pod));
        entry.set(OURS, extra.write(pod));
        return entry;
    }

    private static ObjectNode resources(PodResources pod) {
        var entry = JSON.createObjectNode();
        var containers = entry.putObject(CONTAINERS);
        pod.containers().forEach((name, requirements) -> containers.set(name, requirements(requirements)));
        if (pod.podLevel().isDeclared()) entry.set(POD_LEVEL, requirements(pod.podLevel()));
        else entry.putNull(POD_LEVEL);
        if (pod.volumes().isEmpty()) {
            entry.putNull(VOLUMES);
        } else {
            var volumes = entry.putObject(VOLUMES);
            pod.volumes().forEach((name, size) -> volumes.put(name, size.toString()));
        }
        return entry;
    }

    private static ObjectNode requirements(ResourceRequirements requirements) {
        var node = JSON.createObjectNode();
        if (!requirements.limits().isEmpty()) node.set("limits", amounts(requirements.limits()));
        if (!requirements.requests().isEmpty()) node.set("requests", amounts(requirements.requests()));
        return node;
    }

    private static ObjectNode amounts(ResourceAmounts amounts) {
        var node = JSON.createObjectNode();
        for (var i = 0; i < amounts.size(); i++) {
            node.put(amounts.name(i).text(), amounts.quantity(i).toString());
        }
        return node;
    }

    static <T> Decoded<SortedMap<String, T>> decode(String text, Extra<T> extra) {
        try {
            var document = JSON.readTree(text);
            if (!document.isObject()) return new Decoded.Unreadable<>("unexpected end of JSON input");
            var data = document.path("data").asText("");
            if (Checksum.ofData(data) != document.path("checksum").asLong(0)) {
                return new Decoded.Corrupt<>("checkpoint is corrupted");
            }
            var pods = new TreeMap<String, T>();
            for (var entry : JSON.readTree(data).path("entries").properties()) {
                var ours = entry.getValue().path(OURS);
                if (!ours.isMissingNode() && !extra.isOfThisFile(ours))
                    return new Decoded.Unreadable<>("the content is that of another checkpoint");
                pods.put(entry.getKey(), extra.read(read(entry.getValue()), ours));
            }
            return new Decoded.Loaded<>(pods);
        } catch (JsonProcessingException e) {
            return new Decoded.Unreadable<>(e.getOriginalMessage());
        } catch (NotReadable e) {
            return new Decoded.Unreadable<>(e.reason);
        } catch (DateTimeParseException e) {
            return new Decoded.Unreadable<>("no time: \"" + e.getParsedString() + "\"");
        }
    }

    private static PodResources read(JsonNode entry) {
        var containers = new TreeMap<String, ResourceRequirements>();
        for (var container : entry.path(CONTAINERS).properties()) {
            containers.put(container.getKey(), requirementsOf(container.getValue()));
        }
        var podLevel = entry.path(POD_LEVEL);
        return new PodResources(
                containers,
                podLevel.isObject() ? requirementsOf(podLevel) : ResourceRequirements.ABSENT,
                volumesOf(entry.path(VOLUMES)));
    }

    private static SortedMap<String, Quantity> volumesOf(JsonNode node) {
        var volumes = new TreeMap<String, Quantity>();
        for (var entry : node.properties()) {
            switch (Quantity.parse(entry.getValue().asText(""))) {
                case ParsedQuantity.Parsed(var quantity) -> volumes.put(entry.getKey(), quantity);
                case ParsedQuantity.Malformed(var reason) -> throw new NotReadable(reason);
            }
        }
        return volumes;
    }

    private static ResourceRequirements requirementsOf(JsonNode node) {
        return ResourceRequirements.of(amountsOf(node.path("requests")), amountsOf(node.path("limits")));
    }

    private static ResourceAmounts amountsOf(JsonNode node) {
        if (!node.isObject() || node.isEmpty()) return ResourceAmounts.ABSENT;
        var amounts = new TreeMap<ResourceName, Quantity>();
        for (var entry : node.properties()) {
            switch (Quantity.parse(entry.getValue().asText(""))) {
                case ParsedQuantity.Parsed(var quantity) -> amounts.put(ResourceName.of(entry.getKey()), quantity);
                case ParsedQuantity.Malformed(var reason) -> throw new NotReadable(reason);
            }
        }
        return ResourceAmounts.of(amounts);
    }

    /** Ends reading from within; it never leaves this class. */
    private static final class NotReadable extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final String reason;

        NotReadable(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }
}
