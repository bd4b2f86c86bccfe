package dev.plimsoll.objects.node;

import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The status of a node as the node itself writes it. */
public final class NodeReport {
    private final DraftNode status;

    NodeReport(DraftNode status) {
        this.status = status;
    }

    /**
     * What the machine and what runs on it are called.
     *
     * @param swapBytes 0 where there is none
     */
    public record SystemInfo(
            String bootId,
            String kernel,
            String osImage,
            String runtime,
            String kubelet,
            String architecture,
            long swapBytes) {}

    public NodeReport amounts(ResourceAmounts capacity, ResourceAmounts allocatable) {
        status.set("capacity", PodWriter.amounts(status.node(), capacity));
        status.set("allocatable", PodWriter.amounts(status.node(), allocatable));
        return this;
    }

    /** One condition, and since when it has been so. */
    public NodeReport condition(String type, boolean holds, String reason, String message, Instant since, Instant now) {
        status.list("conditions")
                .addObject()
                .put("type", type)
                .put("status", holds ? "True" : "False")
                .put("lastHeartbeatTime", Timestamps.text(now))
                .put("lastTransitionTime", Timestamps.text(since))
                .put("reason", reason)
                .put("message", message);
        return this;
    }

    /** One address; its type is such as {@code InternalIP}. */
    public NodeReport address(String type, String address) {
        status.list("addresses").addObject().put("type", type).put("address", address);
        return this;
    }

    public NodeReport kubeletPort(int port) {
        status.object("daemonEndpoints").object("kubeletEndpoint").put("Port", port);
        return this;
    }

    public NodeReport systemInfo(SystemInfo info) {
        var target = status.newObject("nodeInfo")
                .put("machineID", "")
                .put("systemUUID", "")
                .put("bootID", info.bootId())
                .put("kernelVersion", info.kernel())
                .put("osImage", info.osImage())
                .put("containerRuntimeVersion", info.runtime())
                .put("kubeletVersion", info.kubelet())
                .put("kubeProxyVersion", "")
                .put("operatingSystem", "linux")
                .put("architecture", info.architecture());
        if (info.swapBytes() > 0) target.object("swap").put("capacity", info.swapBytes());
        return this;
    }

    /** Whether the runtime knows policies about the groups of processes. */
    public NodeReport supplementalGroupsPolicy(boolean isKnown) {
        status.object("features").put("supplementalGroupsPolicy", isKnown);
        return this;
    }

    /**
     * A way in which the runtime can run pods.
     *
     * @param name as runtime classes call it; empty for the default
     */
    public record RuntimeHandler(String name, boolean recursiveReadOnlyMounts, boolean userNamespaces) {}

    /** Nothing is written where the runtime names none. */
    public NodeReport runtimeHandlers(List<RuntimeHandler> handlers) {
        if (handlers.isEmpty()) return this;
        var list = status.newList("runtimeHandlers");
        for (var handler : handlers) {
            var written = list.addObject().put("name", handler.name());
            written.object("features")
                    .put("recursiveReadOnlyMounts", handler.recursiveReadOnlyMounts())
                    .put("userNamespaces", handler.userNamespaces());
        }
        return this;
    }

    /** In order; an empty list is written too. */
    public NodeReport declaredFeatures(Set<String> features) {
        var list = status.newList("declaredFeatures");
        new TreeSet<>(features).forEach(list::add);
        return this;
    }
}
