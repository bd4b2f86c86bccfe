package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.TreeMap;

/** {@code /stats/summary}: what a node, its pods and their containers use. Only what is read is said: CPU and memory. */
final class StatsSummary {
    private static final long NO_LIMIT = PodLimits.UNLIMITED;

    private final NodeAgent agent;
    private final Instant now;

    StatsSummary(NodeAgent agent, Instant now) {
        this.agent = agent;
        this.now = now;
    }

    ObjectNode document() {
        var usage = agent.runtime().usage();
        var state = agent.state();
        var whole = agent.runtime().nodeUsage(usage);
        var document = ClientJson.object();
        var node = document.putObject("node").put("nodeName", agent.shape().name());
        cpu(node, whole.cpuNanos(), whole.cpuNanoCores());
        memory(node, whole.memoryBytes(), whole.workingSet(), state.facts().memory());
        var podsTogether = node.putArray("systemContainers").addObject().put("name", "pods");
        cpu(
                podsTogether,
                usage.values().stream().mapToLong(PodUsage::cpuNanos).sum(),
                usage.values().stream().mapToLong(PodUsage::cpuNanoCores).sum());
        memory(
                podsTogether,
                usage.values().stream().mapToLong(PodUsage::memoryBytes).sum(),
                usage.values().stream().mapToLong(PodUsage::workingSet).sum(),
                NO_LIMIT);
        var pods = document.putArray("pods");
        for (var record : state.pods().values()) {
            var reading = usage.get(record.uid());
            if (reading != null) pod(pods.addObject(), record, reading);
        }
        return document;
    }

    private void pod(ObjectNode entry, PodRecord record, PodUsage usage) {
        var pod = record.pod().metadata();
        entry.putObject("podRef")
                .put("name", pod.name())
                .put("namespace", pod.namespace())
                .put("uid", pod.uid());
        var started = record.published().startTimeOrNull();
        if (started != null) entry.put("startTime", time(started));
        var containers = entry.putArray("containers");
        new TreeMap<>(usage.containers()).forEach((name, container) -> {
            var part = containers.addObject().put("name", name);
            var instance = record.actual().container(name);
            if (instance != null) part.put("startTime", time(instance.startedAt()));
            cpu(part, container.cpuNanos(), container.cpuNanoCores());
            var limits = instance == null ? null : instance.limits();
            memory(
                    part,
                    container.memoryBytes(),
                    container.workingSet(),
                    limits == null ? NO_LIMIT : PodLimits.orUnlimited(limits.memoryLimit()));
        });
        cpu(entry, usage.cpuNanos(), usage.cpuNanoCores());
        var limits = record.actual().podOrNull();
        memory(entry, usage.memoryBytes(), usage.workingSet(), limits == null ? NO_LIMIT : limits.memoryLimit());
    }

    private void cpu(ObjectNode owner, long nanos, long nanoCores) {
        owner.putObject("cpu")
                .put("time", time(now))
                .put("usageNanoCores", nanoCores)
                .put("usageCoreNanoSeconds", nanos);
    }

    private void memory(ObjectNode owner, long bytes, long workingSet, long limit) {
        var memory = owner.putObject("memory").put("time", time(now));
        if (limit != NO_LIMIT) memory.put("availableBytes", Math.max(0, limit - workingSet));
        memory.put("usageBytes", bytes).put("workingSetBytes", workingSet);
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
