package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.view.Amounts;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PlacementNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads nodes as placement sees them. */
public final class PlacementNodeReader {
    /** Where a node says, as JSON, what its resource managers have free; docs/guide/scheduler.md has the form. */
    public static final String ZONES_ANNOTATION = "plimsoll.dev/numa-zones";

    private static final ObjectMapper JSON = new ObjectMapper();

    private PlacementNodeReader() {}

    public static Read<PlacementNode> node(JsonNode document) {
        return Cursor.read(document, PlacementNodeReader::node);
    }

    private static PlacementNode node(Cursor root) {
        var metadata = root.object("metadata");
        var spec = root.object("spec");
        var status = root.object("status");
        var allocatable = status.amounts("allocatable");
        var refuses = !spec.object("podPreemptionPolicy")
                .texts("disableResizePreemption")
                .isEmpty();
        return new PlacementNode(
                metadata.text("name"),
                metadata.textMap("labels"),
                spec.flag("unschedulable"),
                spec.list("taints", taint -> new Taint(taint.text("key"), taint.text("value"), taint.text("effect"))),
                Amounts.of(allocatable),
                Math.clamp(allocatable.amount(ResourceName.PODS).value(), 0, Integer.MAX_VALUE),
                Set.copyOf(status.texts("declaredFeatures")),
                images(status),
                conditions(status),
                refuses,
                zones(metadata));
    }

    private static Map<String, Long> images(Cursor status) {
        var images = new HashMap<String, Long>();
        status.list("images", image -> {
            var size = Math.max(0, image.integer("sizeBytes", 0));
            for (var name : image.texts("names")) images.put(name, size);
            return size;
        });
        return images;
    }

    private static Map<String, String> conditions(Cursor status) {
        var conditions = new HashMap<String, String>();
        status.list("conditions", condition -> conditions.put(condition.text("type"), condition.text("status")));
        return conditions;
    }

    /** An annotation that cannot be read is a problem of the node, since whoever wrote it meant something by it. */
    private static NumaZones zones(Cursor metadata) {
        var text = metadata.textMap("annotations").get(ZONES_ANNOTATION);
        if (text == null || text.isBlank()) return NumaZones.NONE;
        try {
            return switch (Cursor.read(JSON.readTree(text), PlacementNodeReader::zonesOf)) {
                case Read.Ok<NumaZones>(var zones) -> zones;
                case Read.Malformed<NumaZones>(var problems) -> {
                    metadata.problem("annotations[" + ZONES_ANNOTATION + "]", problems.toString());
                    yield NumaZones.NONE;
                }
            };
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            metadata.problem("annotations[" + ZONES_ANNOTATION + "]", "not JSON: " + e.getOriginalMessage());
            return NumaZones.NONE;
        }
    }

    private static NumaZones zonesOf(Cursor root) {
        var alignment = switch (root.text("policy")) {
            case "single-numa-node" -> NumaZones.Alignment.SINGLE_NUMA_NODE;
            case "restricted" -> NumaZones.Alignment.RESTRICTED;
            case "none", "best-effort", "" -> NumaZones.Alignment.ANY;
            default -> {
                root.problem("policy", "\"" + root.text("policy") + "\" is not a topology manager policy");
                yield NumaZones.Alignment.ANY;
            }
        };
        return new NumaZones(alignment, root.text("scope").equals("pod"), root.list("zones", zone -> {
            var all = Amounts.of(zone.amounts("allocatable"));
            var free = Amounts.of(zone.amounts("free"));
            return new NumaZones.Zone(all.milliCpu() / 1000, free.milliCpu() / 1000, all.memory(), free.memory());
        }));
    }
}
