package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.nodeagent.shape.NodeShape;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/** A node as the API shows it. */
public final class NodeDocument {
    private NodeDocument() {}

    /** The whole of it, to register. */
    public static ObjectNode of(NodeShape shape, Versions versions, Health health, Transitions since, Instant now) {
        var node = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Node");
        var metadata = node.putObject("metadata").put("name", shape.name());
        var labels = metadata.putObject("labels");
        shape.allLabels().forEach(labels::put);
        var spec = node.putObject("spec");
        if (!shape.taints().isEmpty()) {
            var taints = spec.putArray("taints");
            for (var taint : shape.taints()) {
                var entry = taints.addObject().put("key", taint.key());
                if (!taint.value().isEmpty()) entry.put("value", taint.value());
                entry.put("effect", taint.effect());
            }
        }
        node.set("status", status(shape, versions, health, since, now));
        return node;
    }

    /** What changes while it lives. */
    public static ObjectNode status(NodeShape shape, Versions versions, Health health, Transitions since, Instant now) {
        var status = JsonNodeFactory.instance.objectNode();
        status.set("capacity", PodWriter.amounts(status, shape.capacity()));
        status.set("allocatable", PodWriter.amounts(status, shape.allocatable()));
        var conditions = status.putArray("conditions");
        for (var kind : NodeCondition.values())
            pressure(conditions, kind, health.pressures().contains(kind), since, now);
        var isReady = health.unready().isEmpty();
        condition(
                conditions,
                "Ready",
                isReady,
                isReady ? "KubeletReady" : "KubeletNotReady",
                isReady ? "kubelet is posting ready status" : health.unready(),
                since,
                now);
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", shape.address());
        addresses.addObject().put("type", "Hostname").put("address", shape.name());
        if (shape.kubeletPort() > 0) {
            status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", shape.kubeletPort());
        }
        var info = status.putObject("nodeInfo")
                .put("machineID", "")
                .put("systemUUID", "")
                .put("bootID", versions.bootId())
                .put("kernelVersion", versions.kernel())
                .put("osImage", versions.osImage())
                .put("containerRuntimeVersion", versions.runtime())
                .put("kubeletVersion", versions.agent())
                .put("kubeProxyVersion", "")
                .put("operatingSystem", "linux")
                .put("architecture", shape.allLabels().getOrDefault("kubernetes.io/arch", ""));
        var swap = shape.abilities().swapBytes();
        if (swap > 0) info.putObject("swap").put("capacity", swap);
        var features = status.putArray("declaredFeatures");
        new TreeSet<>(shape.declaredFeatures()).forEach(features::add);
        return status;
    }

    /** What the node says it runs. */
    public record Versions(String agent, String runtime, String kernel, String osImage, String bootId) {}

    /**
     * How the node is.
     *
     * @param unready why it cannot run pods; empty if it can
     */
    public record Health(Set<NodeCondition> pressures, String unready) {
        public Health {
            pressures = Set.copyOf(pressures);
        }
    }

    private static void pressure(ArrayNode list, NodeCondition kind, boolean holds, Transitions since, Instant now) {
        var words = switch (kind) {
            case MEMORY_PRESSURE ->
                new Words(
                        "MemoryPressure",
                        "InsufficientMemory",
                        "SufficientMemory",
                        "insufficient memory available",
                        "sufficient memory available");
            case DISK_PRESSURE ->
                new Words("DiskPressure", "DiskPressure", "NoDiskPressure", "disk pressure", "no disk pressure");
            case PID_PRESSURE ->
                new Words(
                        "PIDPressure",
                        "InsufficientPID",
                        "SufficientPID",
                        "insufficient PID available",
                        "sufficient PID available");
        };
        condition(
                list,
                words.type(),
                holds,
                "KubeletHas" + (holds ? words.bad() : words.good()),
                "kubelet has " + (holds ? words.badText() : words.goodText()),
                since,
                now);
    }

    private record Words(String type, String bad, String good, String badText, String goodText) {}

    private static void condition(
            ArrayNode list, String type, boolean holds, String reason, String message, Transitions since, Instant now) {
        list.addObject()
                .put("type", type)
                .put("status", holds ? "True" : "False")
                .put("lastHeartbeatTime", StatusPatch.time(now))
                .put("lastTransitionTime", StatusPatch.time(since.since(type, holds, now)))
                .put("reason", reason)
                .put("message", message);
    }
}
