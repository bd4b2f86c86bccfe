package dev.plimsoll.nodeagent.api;

import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.objects.node.NodeDraft;
import dev.plimsoll.objects.node.NodeReport;
import dev.plimsoll.objects.node.NodeReportChange;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** A node as the API shows it. */
public final class NodeDocument {
    private NodeDocument() {}

    /** The whole of it, to register. */
    public static NodeDraft of(NodeShape shape, Versions versions, Health health, Transitions since, Instant now) {
        var node = new NodeDraft(shape.name());
        node.metadata().onlyLabels(shape.allLabels());
        node.taints(shape.taints());
        report(node.status(), shape, versions, health, since, now);
        return node;
    }

    /** What changes while it lives. */
    public static NodeReportChange change(
            NodeShape shape, Versions versions, Health health, Transitions since, Instant now) {
        var change = new NodeReportChange();
        change.metadata().onlyLabels(shape.allLabels());
        report(change.status(), shape, versions, health, since, now);
        return change;
    }

    private static void report(
            NodeReport status, NodeShape shape, Versions versions, Health health, Transitions since, Instant now) {
        status.amounts(shape.capacity(), shape.allocatable());
        for (var kind : NodeCondition.values())
            pressure(status, kind, health.pressures().contains(kind), since, now);
        var isReady = health.unready().isEmpty();
        condition(
                status,
                "Ready",
                isReady,
                isReady ? "KubeletReady" : "KubeletNotReady",
                isReady ? "kubelet is posting ready status" : health.unready(),
                since,
                now);
        status.address("InternalIP", shape.address()).address("Hostname", shape.name());
        if (shape.kubeletPort() > 0) status.kubeletPort(shape.kubeletPort());
        status.systemInfo(new NodeReport.SystemInfo(
                        versions.bootId(),
                        versions.kernel(),
                        versions.osImage(),
                        versions.runtime(),
                        versions.agent(),
                        shape.allLabels().getOrDefault("kubernetes.io/arch", ""),
                        shape.abilities().swapBytes()))
                .supplementalGroupsPolicy(shape.abilities().hasStrictGroups())
                .runtimeHandlers(versions.handlers())
                .declaredFeatures(shape.declaredFeatures());
    }

    /**
     * What the node says it runs.
     *
     * @param handlers what the runtime can do; empty where it does not say
     */
    public record Versions(
            String agent,
            String runtime,
            String kernel,
            String osImage,
            String bootId,
            List<NodeReport.RuntimeHandler> handlers) {
        public Versions {
            handlers = List.copyOf(handlers);
        }

        public Versions(String agent, String runtime, String kernel, String osImage, String bootId) {
            this(agent, runtime, kernel, osImage, bootId, List.of());
        }
    }

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

    private static void pressure(NodeReport status, NodeCondition kind, boolean holds, Transitions since, Instant now) {
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
                status,
                words.type(),
                holds,
                "KubeletHas" + (holds ? words.bad() : words.good()),
                "kubelet has " + (holds ? words.badText() : words.goodText()),
                since,
                now);
    }

    private record Words(String type, String bad, String good, String badText, String goodText) {}

    private static void condition(
            NodeReport status,
            String type,
            boolean holds,
            String reason,
            String message,
            Transitions since,
            Instant now) {
        status.condition(type, holds, reason, message, since.since(type, holds, now), now);
    }
}
