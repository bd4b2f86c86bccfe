package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.kubelet.ActuatedPodObject;
import java.time.Duration;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What the node of a pod tells of it beyond the API, asked for as the user who looks: through the API server's proxy, which needs the right to get
 * {@code nodes/proxy}. A kubelet has no such page; then nothing is told.
 */
public final class NodeStatesDocument {
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private NodeStatesDocument() {}

    /** What is told, or why nothing is. */
    public static ObjectNode of(ApiClient client, String node, String namespace, String pod) {
        for (var name : new String[] {node, namespace, pod}) {
            if (!NAME.matcher(name).matches() || name.contains(".."))
                return ClientJson.object().put("notTold", "the pod has no node");
        }
        var path = "/api/v1/nodes/" + node + "/proxy/" + ActuatedPodObject.path(namespace, pod);
        return switch (client.within(PATIENCE).document(path)) {
            case RequestResult.Done<ObjectNode>(var document) -> document(new ActuatedPodObject(document));
            case RequestResult.NotFound<ObjectNode> _ ->
                ClientJson.object().put("notTold", "the node does not publish it");
            case RequestResult<ObjectNode> failed -> ClientJson.object().put("notTold", failed.problem());
        };
    }

    private static ObjectNode document(ActuatedPodObject told) {
        var document = ClientJson.object().put("uid", told.uid());
        var cgroup = document.putObject("cgroup");
        told.cgroup().forEach(cgroup::put);
        var levels = document.putArray("levels");
        for (var each : told.levels()) {
            var level = levels.addObject().put("name", each.container()).put("cpus", each.cpus());
            part(level.putObject("requests"), each, ResourceRequirements::requests);
            part(level.putObject("limits"), each, ResourceRequirements::limits);
        }
        return document;
    }

    private interface Part {
        ResourceAmounts of(ResourceRequirements requirements);
    }

    private static void part(ObjectNode target, ActuatedPodObject.Level level, Part part) {
        var allocated = part.of(level.allocated());
        var actuated = part.of(level.actuated());
        var names = new TreeSet<ResourceName>(allocated.names());
        names.addAll(actuated.names());
        for (var name : names) {
            var entry = target.putObject(name.text());
            ResourceNumbers.amount(entry, "allocated", allocated, name);
            ResourceNumbers.amount(entry, "actuated", actuated, name);
        }
    }
}
