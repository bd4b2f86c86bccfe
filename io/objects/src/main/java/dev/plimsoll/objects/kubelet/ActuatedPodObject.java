package dev.plimsoll.objects.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a node tells of a pod: see {@link ActuatedPodDraft}. */
public record ActuatedPodObject(JsonNode document) {
    /** Below the address of a node: the page of a pod. */
    public static String path(String namespace, String pod) {
        return "actuatedPods/" + namespace + "/" + pod;
    }

    /** A level of a pod, with what was granted to it and what was written for it. */
    public record Level(String container, ResourceRequirements allocated, ResourceRequirements actuated, String cpus) {}

    public String uid() {
        return document.path("metadata").path("uid").asText("");
    }

    /** The pod level first, without a name; then containers. */
    public List<Level> levels() {
        var levels = new ArrayList<Level>();
        levels.add(level("", document.path("pod")));
        for (var container : document.path(ActuatedPodDraft.CONTAINERS))
            levels.add(level(container.path("name").asText(""), container));
        return levels;
    }

    private static Level level(String name, JsonNode node) {
        return new Level(
                name,
                AmountsReader.requirements(node.path(ActuatedPodDraft.ALLOCATED)),
                AmountsReader.requirements(node.path(ActuatedPodDraft.ACTUATED)),
                node.path(ActuatedPodDraft.CPUS).asText(""));
    }

    /** The values of the pod's cgroup as they were written last, by the names of their files. */
    public Map<String, String> cgroup() {
        var values = new TreeMap<String, String>();
        for (var each : document.path("pod").path(ActuatedPodDraft.CGROUP).properties())
            values.put(each.getKey(), each.getValue().asText(""));
        return values;
    }
}
