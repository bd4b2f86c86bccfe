package dev.plimsoll.objects.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of a kubelet as its configuration file has them. */
public final class KubeletConfigurationObject {
    private static final String API_VERSION = "kubelet.config.k8s.io/v1beta1";
    private static final String KIND = "KubeletConfiguration";

    /** What is always so here: a file may say it too. */
    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("apiVersion", API_VERSION),
            Map.entry("kind", KIND),
            Map.entry("authentication.anonymous.enabled", "false"),
            Map.entry("authentication.webhook.enabled", "true"),
            Map.entry("authorization.mode", "Webhook"),
            Map.entry("cgroupsPerQOS", "true"),
            Map.entry("cpuCFSQuota", "true"),
            Map.entry("cpuCFSQuotaPeriod", "100ms"),
            Map.entry("enableServer", "true"),
            Map.entry("registerNode", "true"));

    private static final String RESERVED_MEMORY = "reservedMemory";
    private static final List<String> RESERVED = List.of("kubeReserved", "systemReserved");

    /** Their members are no fields. */
    private static final Set<String> MAPS = Set.of(
            "cpuManagerPolicyOptions",
            "evictionHard",
            "evictionMinimumReclaim",
            "evictionSoft",
            "evictionSoftGracePeriod",
            "featureGates",
            "kubeReserved",
            "staticPodURLHeader",
            "systemReserved",
            "topologyManagerPolicyOptions");

    private final Map<KubeletField, String> settings = new EnumMap<>(KubeletField.class);
    private final List<String> unused = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> reserved = new ArrayList<>();
    private final Map<String, JsonNode> leaves = new LinkedHashMap<>();

    public KubeletConfigurationObject(ObjectNode document) {
        for (var each : List.of(Map.entry("apiVersion", API_VERSION), Map.entry("kind", KIND))) {
            if (!document.path(each.getKey()).asText().equals(each.getValue()))
                problems.add(each.getKey() + ": expected " + each.getValue());
        }
        gather(document, "");
        read();
    }

    /** Members that are objects are gone into, but for maps whose names are not the configuration's. */
    private void gather(ObjectNode node, String path) {
        for (var entry : node.properties()) {
            var name = path + entry.getKey();
            if (entry.getValue() instanceof ObjectNode inner && !MAPS.contains(name)) gather(inner, name + ".");
            else if (!entry.getValue().isNull()) leaves.put(name, entry.getValue());
        }
    }

    private void read() {
        var known = new HashSet<String>();
        for (var field : KubeletField.values()) {
            known.add(field.fieldName());
            var value = leaves.get(field.fieldName());
            if (value != null) text(field, value).ifPresent(text -> settings.put(field, text));
        }
        for (var name : RESERVED) {
            known.add(name);
            if (leaves.get(name) instanceof ObjectNode amounts) reserved.add(joined(amounts, "="));
        }
        leaves.forEach((name, value) -> {
            if (known.contains(name)) return;
            var fixed = FIXED.get(name);
            if (fixed == null) unused.add(name);
            else if (!fixed.equals(value.asText()) && !name.equals("apiVersion") && !name.equals("kind"))
                problems.add(name + ": is always " + fixed + " here, found " + value.asText());
        });
    }

    private Optional<String> text(KubeletField field, JsonNode value) {
        if (value instanceof ObjectNode map) return Optional.of(joined(map, field.separator()));
        if (value.isArray())
            return Optional.of(value.valueStream().map(JsonNode::asText).collect(Collectors.joining(",")));
        if (value.isValueNode()) return Optional.of(value.asText());
        problems.add(field.fieldName() + ": expected a text, a number, a list or a map");
        return Optional.empty();
    }

    private static String joined(ObjectNode map, String separator) {
        return map.properties().stream()
                .flatMap(entry -> values(entry.getValue()).map(value -> entry.getKey() + separator + value.asText()))
                .collect(Collectors.joining(","));
    }

    /** A name with several values stands for several pairs. */
    private static Stream<JsonNode> values(JsonNode value) {
        return value.isArray() ? value.valueStream() : Stream.of(value);
    }

    /** Those that are given, as text: members of lists and maps with commas between them. */
    public Map<KubeletField, String> settings() {
        return Map.copyOf(settings);
    }

    /** {@code kubeReserved} and {@code systemReserved}, those that are given: amounts such as {@code cpu=500m,memory=1Gi}. */
    public List<String> reserved() {
        return List.copyOf(reserved);
    }

    /** {@code reservedMemory}, an entry for each NUMA node: {@code 0:memory=1Gi}; empty where the file does not say. */
    public List<String> reservedMemory() {
        var entries = new ArrayList<String>();
        for (var entry : leaves.getOrDefault(RESERVED_MEMORY, MissingNode.getInstance())) {
            if (entry.path("limits") instanceof ObjectNode limits)
                entries.add(entry.path("numaNode").asText() + ":" + joined(limits, "="));
        }
        unused.remove(RESERVED_MEMORY);
        return entries;
    }

    /** Where the node serves: {@code ADDRESS:PORT}; empty where the file does not say. */
    public Optional<String> serving() {
        var port = leaves.get("port");
        if (port == null) return Optional.empty();
        unused.removeAll(List.of("port", "address"));
        var address = leaves.get("address");
        return Optional.of((address == null ? "0.0.0.0" : address.asText()) + ":" + port.asText());
    }

    /** Fields that mean nothing to a node here. Ask for it last. */
    public List<String> unused() {
        return List.copyOf(unused);
    }

    public List<String> problems() {
        return List.copyOf(problems);
    }
}
