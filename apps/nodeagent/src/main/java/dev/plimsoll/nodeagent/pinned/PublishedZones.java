package dev.plimsoll.nodeagent.pinned;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.core.topology.NumaShare;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.Troubles;
import java.util.List;

/**
 * Tells schedulers, by an annotation of the Node, what each NUMA node can still give to pods for themselves, so that they send nobody
 * whom this node would turn away. Used by one thread at a time.
 */
public final class PublishedZones {
    private final ApiClient client;
    private final NodeAgent agent;
    private final Pinning pinning;
    private final Troubles troubles;
    private String published = "";

    public PublishedZones(ApiClient client, NodeAgent agent, Pinning pinning, Troubles troubles) {
        this.client = client;
        this.agent = agent;
        this.pinning = pinning;
        this.troubles = troubles;
    }

    /** Writes the annotation, if it would say something new. */
    public void publish() {
        var text = text(pinning, pinning.shares(agent.state().pinned()));
        if (text.equals(published)) return;
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("annotations").put(PlacementNodeReader.ZONES_ANNOTATION, text);
        var name = ObjectName.ofCluster(agent.shape().name());
        switch (client.patch(ApiResource.NODES, name, new Patch.Merge(patch))) {
            case Outcome.Done<ObjectNode> _ -> published = text;
            // Not registered yet: it is written with a later beat.
            case Outcome.NotFound<ObjectNode> _ -> {}
            case Outcome<ObjectNode> failed ->
                troubles.tell("node " + agent.shape().name() + ", NUMA nodes: " + failed.problem());
        }
    }

    static String text(Pinning pinning, List<NumaShare> shares) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("policy", pinning.alignment().kubernetesName());
        document.put("scope", pinning.scope().kubernetesName());
        var zones = document.putArray("zones");
        for (var share : shares) {
            var zone = zones.addObject();
            amounts(zone.putObject("allocatable"), share.cpus(), share.memory());
            amounts(zone.putObject("free"), share.freeCpus(), share.freeMemory());
        }
        return document.toString();
    }

    private static void amounts(ObjectNode amounts, int cpus, long memory) {
        amounts.put("cpu", Integer.toString(cpus)).put("memory", Long.toString(memory));
    }
}
