package dev.plimsoll.objects.pod;

import dev.plimsoll.client.Patch;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.objects.tree.DraftNode;

/** A strategic patch for the resize subresource of a pod that sets single amounts, as somebody wrote them. */
public final class PodResizePatch {
    private final DraftNode root;
    private final DraftNode resources;

    private PodResizePatch(DraftNode root, DraftNode resources) {
        this.root = root;
        this.resources = resources;
    }

    /** Of the pod as a whole. */
    public static PodResizePatch ofPod() {
        var root = DraftNode.empty();
        return new PodResizePatch(root, root.object("spec").object(ResourceParts.RESOURCES));
    }

    public static PodResizePatch ofContainer(String name) {
        return inList("containers", name);
    }

    public static PodResizePatch ofInitContainer(String name) {
        return inList("initContainers", name);
    }

    private static PodResizePatch inList(String list, String name) {
        var root = DraftNode.empty();
        var container = root.object("spec").list(list).addObject().put("name", name);
        return new PodResizePatch(root, container.object(ResourceParts.RESOURCES));
    }

    public PodResizePatch request(ResourceName resource, String amount) {
        resources.object("requests").put(resource.text(), amount);
        return this;
    }

    public PodResizePatch limit(ResourceName resource, String amount) {
        resources.object("limits").put(resource.text(), amount);
        return this;
    }

    public Patch patch() {
        return new Patch.Strategic(root.node());
    }
}
