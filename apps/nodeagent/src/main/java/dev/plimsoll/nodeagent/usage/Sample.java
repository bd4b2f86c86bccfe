package dev.plimsoll.nodeagent.usage;

import dev.plimsoll.nodeagent.runtime.NodeUsage;
import dev.plimsoll.nodeagent.runtime.PodRuntime.ContainerUsage;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One reading of a node and its pods. Two of them make a window. */
record Sample(Instant at, NodeUsage node, Map<String, PodUsage> pods) {
    /** Nanocores of the whole node since an earlier reading; what it used of late where that cannot be said. */
    long nodeCpu(@Nullable Sample before) {
        return before == null
                ? node.cpuNanoCores()
                : rate(before, before.node.cpuNanos(), node.cpuNanos(), node.cpuNanoCores());
    }

    long containerCpu(@Nullable Sample before, String uid, String name, ContainerUsage now) {
        var pod = before == null ? null : before.pods.get(uid);
        var then = pod == null ? null : pod.containers().get(name);
        if (before == null || then == null) return now.cpuNanoCores();
        return rate(before, then.cpuNanos(), now.cpuNanos(), now.cpuNanoCores());
    }

    /** A count that went down began anew in between. */
    private long rate(Sample before, long then, long now, long otherwise) {
        var nanos = Duration.between(before.at, at).toNanos();
        return nanos <= 0 || now < then ? otherwise : (long) ((now - then) * 1e9 / nanos);
    }
}
