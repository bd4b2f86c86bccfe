package dev.plimsoll.objects.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.tree.DraftList;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Map;

/** A list of pods that a kubelet answers with. */
public final class PodListDraft {
    private final DraftNode root = DraftNode.empty();
    private final DraftList items;

    public PodListDraft() {
        root.put("kind", "PodList").put("apiVersion", "v1").newObject("metadata");
        this.items = root.list("items");
    }

    public PodListDraft add(PodObject pod) {
        items.add(pod.document());
        return this;
    }

    /**
     * A pod of which only what runs is known.
     *
     * @param namespace empty where it is not known
     */
    public PodListDraft addRunning(
            String namespace, String name, String uid, Map<String, ContainerInstance> instances) {
        var pod = items.addObject();
        pod.object("metadata")
                .put("name", name)
                .putUnlessEmpty("namespace", namespace)
                .put("uid", uid);
        var containers = pod.object("spec").list("containers");
        instances.forEach((container, instance) -> {
            if (instance.isRunning())
                containers.addObject().put("name", container).put("image", instance.image());
        });
        pod.newObject("status");
        return this;
    }

    public ObjectNode document() {
        return root.node();
    }
}
