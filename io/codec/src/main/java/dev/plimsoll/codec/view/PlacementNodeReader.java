package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PlacementNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads nodes as placement sees them. Used by one thread at a time. */
public final class PlacementNodeReader {
    private final boolean readsZones;
    private final NumaZonesReader zones = new NumaZonesReader();

    /**
     * A reader.
     *
     * @param readsZones whether what nodes say of their resource managers is asked for
     */
    public PlacementNodeReader(boolean readsZones) {
        this.readsZones = readsZones;
    }

    public Read<PlacementNode> node(JsonNode document) {
        return Cursor.read(document, this::node);
    }

    private PlacementNode node(Cursor root) {
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
    private NumaZones zones(Cursor metadata) {
        if (!readsZones) return NumaZones.NONE;
        var text = metadata.textMap("annotations").get(NumaZonesAnnotation.NAME);
        if (text == null || text.isBlank()) return NumaZones.NONE;
        return switch (zones.read(text)) {
            case Read.Ok<NumaZones>(var read) -> read;
            case Read.Malformed<NumaZones>(var problems) -> {
                metadata.problem("annotations[" + NumaZonesAnnotation.NAME + "]", problems.toString());
                yield NumaZones.NONE;
            }
        };
    }
}
