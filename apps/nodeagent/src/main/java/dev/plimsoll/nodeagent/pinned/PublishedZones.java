package dev.plimsoll.nodeagent.pinned;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.runtime.ErrorReporter;
import java.util.Map;

/**
 * Tells schedulers, by an annotation of the Node, what its resource managers have given and how they decide, so that they send nobody
 * whom this node would turn away. Used by one thread at a time.
 */
public final class PublishedZones {
    private final ApiClient client;
    private final NodeAgent agent;
    private final ResourceManagers resourceManagers;
    private final ErrorReporter errors;
    private String published = "";
    private volatile boolean isRestored;

    public PublishedZones(ApiClient client, NodeAgent agent, ResourceManagers resourceManagers, ErrorReporter errors) {
        this.client = client;
        this.agent = agent;
        this.resourceManagers = resourceManagers;
        this.errors = errors;
    }

    /** Until then what the node said before it was restarted is nearer to the truth. */
    public void restored() {
        isRestored = true;
    }

    /** What is to be said now, to register with. */
    public Map<String, String> annotations() {
        return Map.of(NumaZonesAnnotation.NAME, text());
    }

    private String text() {
        return NumaZonesAnnotation.text(resourceManagers, agent.state().pinned());
    }

    /** Writes the annotation, if it would say something new. */
    public void publish() {
        if (!isRestored) return;
        var text = text();
        if (text.equals(published)) return;
        var change = new ObjectChange();
        change.metadata().annotation(NumaZonesAnnotation.NAME, text);
        var name = ObjectName.ofCluster(agent.shape().name());
        switch (client.patch(ApiResource.NODES, name, change.merge())) {
            case RequestResult.Done<ObjectNode> _ -> published = text;
            // Not registered yet: it is written with a later beat.
            case RequestResult.NotFound<ObjectNode> _ -> {}
            case RequestResult<ObjectNode> failed ->
                errors.tell("node " + agent.shape().name() + ", NUMA nodes: " + failed.problem());
        }
    }
}
