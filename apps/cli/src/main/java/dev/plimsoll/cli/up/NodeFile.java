package dev.plimsoll.cli.up;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.nodeagent.shape.NodeResources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of several kinds, as a file describes them:
 *
 * <pre>
 * apiVersion: plimsoll.dev/v1
 * kind: Nodes
 * nodes:
 * - name: small
 *   count: 3
 *   topology: 1s1n4c1t,memory=16Gi
 * - name: numa
 *   topology: 2s2n16c2t,memory=64Gi
 *   cpuPolicy: static
 *   memoryPolicy: Static
 *   topologyPolicy: restricted
 *   topologyScope: pod
 *   reservedCpus: "1"
 *   reserved: cpu=500m,memory=1Gi
 *   storage: 200Gi
 *   labels: {disk: ssd}
 * </pre>
 */
final class NodeFile {
    private static final Set<String> FIELDS = new TreeSet<>(Set.of(
            "name",
            "count",
            "topology",
            "cpuPolicy",
            "cpuOptions",
            "memoryPolicy",
            "topologyPolicy",
            "topologyScope",
            "reservedCpus",
            "reserved",
            "storage",
            "pods",
            "labels"));
    private static final int DEFAULT_PODS = 110;

    private final FeatureGates gates;
    private final EvictionHard evictionHard;
    private final NodeResources.Swap swap;
    private final List<String> problems;

    /** Reads for nodes with these settings; what is wrong goes to {@code problems}. */
    NodeFile(FeatureGates gates, EvictionHard evictionHard, NodeResources.Swap swap, List<String> problems) {
        this.swap = swap;
        this.gates = gates;
        this.evictionHard = evictionHard;
        this.problems = problems;
    }

    List<NodeGroup> read(Path file) {
        return switch (new ManifestLoader().load(file)) {
            case Loaded.Unreadable unreadable -> {
                problems.add(unreadable.line());
                yield List.of();
            }
            case Loaded.Documents(var manifests) -> groups(manifests.getFirst());
        };
    }

    private List<NodeGroup> groups(Manifest manifest) {
        var groups = new ArrayList<NodeGroup>();
        if (!manifest.apiVersion().equals("plimsoll.dev/v1") || !manifest.kind().equals("Nodes")) {
            wrong(
                    manifest,
                    "kind",
                    "must be kind Nodes of plimsoll.dev/v1, not " + manifest.kind() + " of " + manifest.apiVersion());
            return groups;
        }
        var list = manifest.document().path("nodes");
        if (!list.isArray() || list.isEmpty()) {
            problems.add(manifest.problem("nodes", "expected a list of nodes, such as - {name: small, count: 3}")
                    .line());
            return groups;
        }
        for (var i = 0; i < list.size(); i++) {
            var group = group(manifest, "nodes[" + i + "]", list.get(i));
            if (group != null) groups.add(group);
        }
        for (var problem : NodeGroup.problems(groups)) wrong(manifest, "nodes", problem);
        return groups;
    }

    private @Nullable NodeGroup group(Manifest manifest, String path, JsonNode entry) {
        var before = problems.size();
        for (var field : entry.properties()) {
            if (!FIELDS.contains(field.getKey())) {
                wrong(
                        manifest,
                        path + "." + field.getKey(),
                        "there is no such field; use " + String.join(", ", FIELDS));
            }
        }
        var name = entry.path("name").asText();
        if (!name.matches("[a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?"))
            wrong(
                    manifest,
                    path + ".name",
                    "must be of lower case letters, digits and '-', such as small, not \"" + name + "\"");
        var count = entry.path("count").asInt(1);
        if (count < 1) wrong(manifest, path + ".count", "must be at least 1, not " + entry.path("count"));
        var machine =
                machine(manifest, path + ".topology", entry.path("topology").asText());
        if (machine == null || problems.size() > before) return null;
        var resourceManagers = resourceManagers(manifest, path, entry, machine);
        var storage = storage(manifest, path + ".storage", entry.path("storage").asText());
        var labels = new TreeMap<String, String>();
        entry.path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        try {
            var reserved = entry.path("reserved").asText();
            return problems.size() > before
                    ? null
                    : new NodeGroup(
                            name,
                            count,
                            machine,
                            resourceManagers,
                            storage,
                            swap,
                            reserved.isEmpty() ? ResourceAmounts.EMPTY : ResourceAmounts.parse(reserved),
                            entry.path("pods").asInt(DEFAULT_PODS),
                            labels,
                            evictionHard);
        } catch (IllegalArgumentException _) {
            wrong(manifest, path + ".reserved", "expected amounts such as cpu=500m,memory=1Gi");
            return null;
        }
    }

    private @Nullable Machine machine(Manifest manifest, String path, String notation) {
        return switch (MachineNotation.parse(notation.isEmpty() ? NodeOptions.DEFAULT_MACHINE : notation)) {
            case Machine.Described.Known(var machine) -> machine;
            case Machine.Described.Refused(var reason) -> {
                wrong(manifest, path, reason);
                yield null;
            }
        };
    }

    private long storage(Manifest manifest, String path, String text) {
        if (text.isEmpty()) return NodeResources.DEFAULT_STORAGE;
        if (Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity) && quantity.sign() > 0)
            return quantity.value();
        wrong(manifest, path, "expected a quantity such as 100Gi, not \"" + text + "\"");
        return 0;
    }

    private @Nullable ResourceManagers resourceManagers(
            Manifest manifest, String path, JsonNode entry, Machine machine) {
        var cpuPolicy = entry.path("cpuPolicy").asText("none");
        var memoryPolicy = entry.path("memoryPolicy").asText("None");
        var topologyPolicy = entry.path("topologyPolicy").asText("none");
        if (cpuPolicy.equals("none") && memoryPolicy.equals("None") && topologyPolicy.equals("none")) return null;
        var options = new TreeMap<String, String>();
        entry.path("cpuOptions")
                .properties()
                .forEach(
                        option -> options.put(option.getKey(), option.getValue().asText()));
        var reserved = entry.path("reservedCpus").asText("1");
        var isNumber = Quantity.parse(reserved) instanceof ParsedQuantity.Parsed;
        var settings = new KubeletSettings(
                cpuPolicy,
                options,
                isNumber ? Quantity.of(reserved) : Quantity.ZERO,
                isNumber ? "" : reserved,
                memoryPolicy,
                memoryPolicy.equals("Static") ? Map.of(0, ResourceAmounts.parse("memory=100Mi")) : Map.of(),
                topologyPolicy,
                entry.path("topologyScope").asText("container"),
                Map.of());
        return switch (ResourceManagers.configure(machine, settings, gates)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> {
                wrong(manifest, path, String.join("; ", reasons));
                yield null;
            }
        };
    }

    private void wrong(Manifest manifest, String path, String text) {
        problems.add(manifest.problem(path, text).line());
    }
}
