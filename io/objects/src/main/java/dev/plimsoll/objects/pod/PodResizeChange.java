package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;

/** The change that brings the resources of a template into a pod. */
public final class PodResizeChange extends ObjectChange {
    private static final List<String> AMOUNTS = List.of("limits", "requests");

    /** A change of the pod with this uid. */
    public PodResizeChange(String uid, PodTemplateObject template) {
        super(uid);
        var source = template.specNode();
        var spec = root().object("spec");
        var ofPod = source.path(ResourceParts.RESOURCES);
        if (!ofPod.isEmpty()) spec.set(ResourceParts.RESOURCES, amounts(ofPod).node());
        for (var list : ResourceParts.LISTS) {
            for (var container : source.path(list)) {
                var amounts = amounts(container.path(ResourceParts.RESOURCES));
                if (amounts.isEmpty()) continue;
                spec.list(list)
                        .addObject()
                        .put("name", text(container, "name"))
                        .set(ResourceParts.RESOURCES, amounts.node());
            }
        }
    }

    private static DraftNode amounts(JsonNode resources) {
        var amounts = DraftNode.empty();
        for (var kind : AMOUNTS) {
            if (!resources.path(kind).isEmpty()) amounts.set(kind, resources.path(kind));
        }
        return amounts;
    }
}
