package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import dev.plimsoll.objects.kubelet.StatsSummaryDraft;
import java.time.Instant;
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
        var summary = new StatsSummaryDraft(agent.shape().name(), now);
        memory(
                summary.node().cpu(whole.cpuNanos(), whole.cpuNanoCores()),
                whole.memoryBytes(),
                whole.workingSet(),
                state.facts().memory());
        summary.systemContainer("pods")
                .cpu(
                        usage.values().stream().mapToLong(PodUsage::cpuNanos).sum(),
                        usage.values().stream()
                                .mapToLong(PodUsage::cpuNanoCores)
                                .sum())
                .memory(
                        usage.values().stream().mapToLong(PodUsage::memoryBytes).sum(),
                        usage.values().stream().mapToLong(PodUsage::workingSet).sum());
        for (var record : state.pods().values()) {
            var reading = usage.get(record.uid());
            if (reading != null) pod(summary.pod(record.pod().metadata()), record, reading);
        }
        return summary.document();
    }

    private static void pod(StatsSummaryDraft.PodStats pod, PodRecord record, PodUsage usage) {
        var started = record.published().startTimeOrNull();
        if (started != null) pod.whole().startTime(started);
        new TreeMap<>(usage.containers()).forEach((name, container) -> {
            var part = pod.container(name);
            var instance = record.actual().container(name);
            if (instance != null) part.startTime(instance.startedAt());
            part.cpu(container.cpuNanos(), container.cpuNanoCores());
            var limits = instance == null ? null : instance.limits();
            memory(
                    part,
                    container.memoryBytes(),
                    container.workingSet(),
                    limits == null ? NO_LIMIT : PodLimits.orUnlimited(limits.memoryLimit()));
        });
        var limits = record.actual().podOrNull();
        memory(
                pod.whole().cpu(usage.cpuNanos(), usage.cpuNanoCores()),
                usage.memoryBytes(),
                usage.workingSet(),
                limits == null ? NO_LIMIT : limits.memoryLimit());
    }

    private static void memory(StatsSummaryDraft.Stats part, long bytes, long workingSet, long limit) {
        part.memory(bytes, workingSet);
        if (limit != NO_LIMIT) part.availableMemory(Math.max(0, limit - workingSet));
    }
}
