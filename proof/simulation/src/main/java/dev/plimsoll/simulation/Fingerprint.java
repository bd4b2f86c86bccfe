package dev.plimsoll.simulation;

import dev.plimsoll.codec.node.ActuatedCheckpoint;
import dev.plimsoll.codec.node.AllocatedCheckpoint;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.StatusReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a node has come to, as text: all that must not depend on whether the process died on the way. Times and ids are not in it. */
public final class Fingerprint {
    private Fingerprint() {}

    public static String of(SteppedNode node) {
        var text = new StringBuilder();
        runtime(text, node.runtime());
        if (AllocatedCheckpoint.decode(node.disk().read(AllocatedCheckpoint.FILE))
                instanceof Decoded.Loaded(var allocated)) {
            allocated.pods().forEach((uid, entry) -> {
                // Pods that have ended are kept until the API has heard of it, which it may have earlier or later.
                if (entry.endingOrNull() == null) {
                    line(text, "allocated", uid, entry.allocated().resources());
                }
            });
        }
        if (ActuatedCheckpoint.decode(node.disk().read(ActuatedCheckpoint.FILE))
                instanceof Decoded.Loaded(var actuated)) {
            actuated.pods().forEach((uid, entry) -> {
                line(text, "actuated", uid, entry.actuated().resources());
                text.append("  cgroup ")
                        .append(limits(entry.actuated().podOrNull()))
                        .append('\n');
            });
        }
        var pinned = node.state().pinned();
        if (!pinned.cpus().shared().isEmpty()) {
            text.append("pinned ").append(node.disk().pinned()).append('\n');
        }
        for (var name : node.names()) {
            text.append("pod ").append(name).append('\n');
            status(text, node.status(name));
        }
        return text.toString();
    }

    private static void runtime(StringBuilder text, SteppedRuntime runtime) {
        runtime.pods().forEach((uid, pod) -> {
            text.append("runs ")
                    .append(uid)
                    .append(' ')
                    .append(limits(pod.cgroup))
                    .append('\n');
            pod.containers.forEach((name, instance) -> {
                var values = pod.values.get(name);
                text.append("  ").append(name).append(' ').append(instance.state());
                text.append(" restarts ").append(instance.restartCount());
                if (values != null) {
                    text.append(" shares ").append(values.cpuShares());
                    text.append(" quota ").append(values.cpuQuota());
                    text.append(" memory ").append(values.memoryLimit());
                }
                var cpus = pod.cpus.get(name);
                if (cpus != null && instance.isRunning()) text.append(" on ").append(cpus);
                text.append('\n');
            });
        });
    }

    private static String limits(@Nullable PodLimits limits) {
        if (limits == null) return "none";
        return "weight " + limits.cpuWeight() + " quota " + limits.cpuQuota() + " memory " + limits.memoryLimit();
    }

    private static void line(StringBuilder text, String what, String uid, PodResources resources) {
        text.append(what)
                .append(' ')
                .append(uid)
                .append(" pod ")
                .append(resources.podLevel().requests());
        text.append('/').append(resources.podLevel().limits()).append('\n');
        resources
                .containers()
                .forEach((name, own) -> text.append("  ")
                        .append(name)
                        .append(' ')
                        .append(own.requests())
                        .append('/')
                        .append(own.limits())
                        .append('\n'));
    }

    private static void status(StringBuilder text, StatusReport status) {
        text.append("  phase ").append(status.phase()).append(' ').append(status.reason());
        text.append(" qos ").append(status.qosClass()).append(" generation ").append(status.observedGeneration());
        text.append(" resources ").append(status.resources().requests()).append('/');
        text.append(status.resources().limits())
                .append(" allocated ")
                .append(status.allocatedResources())
                .append('\n');
        for (var condition : status.conditions()) {
            text.append("  ").append(condition.type()).append(' ').append(condition.status());
            text.append(' ')
                    .append(condition.reason())
                    .append(' ')
                    .append(condition.message())
                    .append('\n');
        }
        for (var list : List.of(status.initContainers(), status.containers())) {
            for (var container : list) {
                text.append("  ").append(container.name()).append(' ');
                text.append(container.state().getClass().getSimpleName());
                text.append(' ').append(container.resources().requests());
                text.append('/').append(container.resources().limits());
                text.append(" allocated ")
                        .append(container.allocatedResources())
                        .append('\n');
            }
        }
    }
}
