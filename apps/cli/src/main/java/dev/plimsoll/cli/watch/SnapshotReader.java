package dev.plimsoll.cli.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.table.Age;
import dev.plimsoll.codec.table.PodSummary;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From documents to the rows of the view. What cannot be read is left out. */
final class SnapshotReader {
    private static final String ZONES = "plimsoll.dev/numa-zones";
    private static final EffectiveDemand HELD = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);
    private static final ObjectMapper JSON = new ObjectMapper();

    private SnapshotReader() {}

    static ClusterSnapshot read(
            Collection<ObjectNode> nodes, Collection<ObjectNode> pods, Collection<ObjectNode> metrics, Instant now) {
        var used = new HashMap<String, JsonNode>();
        for (var metric : metrics) used.put(key(metric), metric);
        var rows = new ArrayList<PodRow>();
        var held = new HashMap<String, long[]>();
        for (var document : pods) {
            if (!(PodReader.read(document) instanceof Read.Ok<Pod>(var pod))) continue;
            rows.add(row(document, pod, used.get(key(document)), now));
            if (!pod.status().isTerminal()) hold(held, pod);
        }
        rows.sort(PodRow.BY_NAME);
        var nodeRows = new ArrayList<NodeRow>();
        for (var node : nodes) nodeRows.add(node(node, held));
        nodeRows.sort(Comparator.comparing(NodeRow::name));
        return new ClusterSnapshot(nodeRows, rows);
    }

    private static String key(JsonNode document) {
        return document.at("/metadata/namespace").asText() + "/"
                + document.at("/metadata/name").asText();
    }

    private static void hold(Map<String, long[]> held, Pod pod) {
        var sums = held.computeIfAbsent(pod.spec().placement().nodeName(), _ -> new long[3]);
        var requests = HELD.requests(pod);
        sums[0] += Compute.CPU.unitsOf(requests);
        sums[1] += Compute.MEMORY.unitsOf(requests);
        sums[2]++;
    }

    private static PodRow row(ObjectNode document, Pod pod, @Nullable JsonNode metric, Instant now) {
        var summary = PodSummary.of(document, now);
        var resize = ResizeState.of(pod.status().conditions());
        return new PodRow(
                pod.metadata().namespace(),
                pod.metadata().name(),
                pod.spec().placement().nodeName(),
                summary.status(),
                summary.restartCount(),
                Age.since(document.at("/metadata/creationTimestamp").asText(), now),
                pod.spec().hasPodLevelResources(),
                states(document, pod, metric, Compute.CPU),
                states(document, pod, metric, Compute.MEMORY),
                resize.map(state -> word(state.state())).orElse(""),
                resize.map(_ -> message(pod)).orElseGet(() -> obstacle(document, pod)),
                AssignedResources.cpus(pod).toString());
    }

    private static String word(ResizeState state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String message(Pod pod) {
        for (var condition : pod.status().conditions()) {
            var isResize = condition.type().equals(Condition.POD_RESIZE_PENDING)
                    || condition.type().equals(Condition.POD_RESIZE_IN_PROGRESS);
            if (isResize && !condition.message().isEmpty()) return condition.message();
        }
        return "";
    }

    /** What keeps a pod from running, by whoever said it: scheduler, node or runtime. */
    private static String obstacle(ObjectNode document, Pod pod) {
        var status = document.path("status");
        if (!status.path("message").asText().isEmpty())
            return status.path("message").asText();
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals("PodScheduled") && !condition.status().equals("True"))
                return condition.message();
        }
        for (var list : List.of("initContainerStatuses", "containerStatuses")) {
            for (var container : status.path(list)) {
                for (var state : List.of("waiting", "terminated")) {
                    var said = container.path("state").path(state);
                    if (!said.path("message").asText().isEmpty())
                        return container.path("name").asText() + ": "
                                + said.path("message").asText();
                }
            }
        }
        return "";
    }

    private static States states(ObjectNode document, Pod pod, @Nullable JsonNode metric, Compute compute) {
        var status = document.path("status");
        return new States(
                compute.unitsOf(PodDemand.AS_WRITTEN.requests(pod.spec())),
                told(status, compute, "allocatedResources"),
                told(status, compute, "resources/requests"),
                metric == null ? States.UNKNOWN : sum(metric.path("containers"), compute, "usage"));
    }

    /** What a status says of the pod as a whole, or else of its containers together. */
    private static long told(JsonNode status, Compute compute, String field) {
        var whole = status.at("/" + field + "/" + compute.resource());
        if (whole.isValueNode()) return units(compute, whole.asText());
        var regular = sum(status.path("containerStatuses"), compute, field);
        if (regular == States.UNKNOWN) return States.UNKNOWN;
        var sidecars = sum(status.path("initContainerStatuses"), compute, field);
        return regular + Math.max(sidecars, 0);
    }

    private static long sum(JsonNode containers, Compute compute, String field) {
        var sum = States.UNKNOWN;
        for (var container : containers) {
            var value = container.at("/" + field + "/" + compute.resource());
            if (!value.isValueNode() || value.isNull()) continue;
            sum = Math.max(sum, 0) + units(compute, value.asText());
        }
        return sum;
    }

    private static long units(Compute compute, String text) {
        return Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity) ? compute.units(quantity) : 0;
    }

    private static NodeRow node(ObjectNode node, Map<String, long[]> held) {
        var name = node.at("/metadata/name").asText();
        var sums = held.getOrDefault(name, new long[3]);
        var allocatable = node.path("status").path("allocatable");
        var ready = false;
        for (var condition : node.path("status").path("conditions")) {
            ready |= condition.path("type").asText().equals("Ready")
                    && condition.path("status").asText().equals("True");
        }
        return new NodeRow(
                name,
                ready,
                new NodeRow.Share(
                        sums[0], units(Compute.CPU, allocatable.path("cpu").asText("0"))),
                new NodeRow.Share(
                        sums[1],
                        units(Compute.MEMORY, allocatable.path("memory").asText("0"))),
                (int) sums[2],
                zones(node.path("metadata").path("annotations").path(ZONES).asText()));
    }

    private static List<NodeRow.Zone> zones(String annotation) {
        var zones = new ArrayList<NodeRow.Zone>();
        if (annotation.isEmpty()) return zones;
        JsonNode tree;
        try {
            tree = JSON.readTree(annotation);
        } catch (JsonProcessingException _) {
            return zones; // anybody may write it; without it the node is shown all the same
        }
        for (var zone : tree.path("zones")) {
            zones.add(new NodeRow.Zone(share(zone, Compute.CPU), share(zone, Compute.MEMORY)));
        }
        return zones;
    }

    private static NodeRow.Share share(JsonNode zone, Compute compute) {
        var name = compute.resource().text();
        var whole = units(compute, zone.path("allocatable").path(name).asText("0"));
        return new NodeRow.Share(
                whole - units(compute, zone.path("free").path(name).asText("0")), whole);
    }
}
