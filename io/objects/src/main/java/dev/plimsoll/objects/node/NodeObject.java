package dev.plimsoll.objects.node;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;
import static dev.plimsoll.objects.tree.DocumentFields.timeOrEpoch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.NodeTaint;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A node. */
public final class NodeObject extends ApiObject {
    public static final ObjectKind<NodeObject> KIND =
            new ObjectKind<>(ApiResource.NODES, NodeObject.class, NodeObject::new);

    private @Nullable ControlledNode view;

    public NodeObject(ObjectNode document) {
        super(document);
    }

    /** As controllers see it. */
    public ControlledNode view() {
        var known = view;
        if (known == null) view = known = read();
        return known;
    }

    private ControlledNode read() {
        var conditions = new HashMap<String, String>();
        var heartbeat = "";
        for (var condition : statusNode().path("conditions")) {
            var type = text(condition, "type");
            conditions.putIfAbsent(type, text(condition, "status"));
            if (type.equals("Ready")) heartbeat = text(condition, "lastHeartbeatTime");
        }
        return new ControlledNode(
                metadata(),
                flag(specNode(), "unschedulable"),
                list(specNode(), "taints", NodeObject::taint),
                conditions,
                heartbeat);
    }

    private static NodeTaint taint(JsonNode node) {
        return new NodeTaint(
                new Taint(text(node, "key"), text(node, "value"), text(node, "effect")),
                timeOrEpoch(node, "timeAdded"));
    }

    public List<NodeTaint> taints() {
        return view().nodeTaints();
    }

    public boolean isReady() {
        return view().isReady();
    }

    /** What pods may ask for on it. */
    public ResourceAmounts allocatable() {
        return AmountsReader.amounts(statusNode().path("allocatable"));
    }

    /** What it says that it can do; empty where it says nothing at all. */
    public Optional<Set<String>> declaredFeatures() {
        return statusNode().path("declaredFeatures").isArray()
                ? Optional.of(Set.copyOf(texts(statusNode(), "declaredFeatures")))
                : Optional.empty();
    }

    /** What it has. */
    public ResourceAmounts capacity() {
        return AmountsReader.amounts(statusNode().path("capacity"));
    }

    /** Its NUMA nodes, where it tells of them. */
    public List<NumaZone> numaZones() {
        return NumaZone.read(metadata().annotation(NumaZonesAnnotation.NAME));
    }

    /** The resource managers of the node and what they have given, where it tells of them. */
    public Optional<PublishedManagers> resourceManagers() {
        return NumaZonesAnnotation.managers(document());
    }

    /** The port on which its kubelet serves; 0 where it does not say. */
    public int kubeletPort() {
        return integer(statusNode().path("daemonEndpoints").path("kubeletEndpoint"), "Port", 0);
    }

    /** Its first address of a type, such as {@code InternalIP}. */
    public Optional<String> address(String type) {
        for (var address : statusNode().path("addresses")) {
            if (text(address, "type").equals(type)) return Optional.of(text(address, "address"));
        }
        return Optional.empty();
    }

    @Override
    public NodeStatusDraft statusDraft() {
        return new NodeStatusDraft(this);
    }

    /** Whether its containers are simulated: then nobody but the node itself reaches its pods. */
    public boolean isSimulated() {
        return text(statusNode().path("nodeInfo"), "containerRuntimeVersion").startsWith("simulated://");
    }
}
