package dev.plimsoll.nodeagent.probes;

import dev.plimsoll.core.resize.probes.ProbeKind;
import dev.plimsoll.core.resize.probes.ProbeRun;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often the probes of containers ran, by what came of them. What is counted of a pod goes with the pod. */
public final class ProbeCounts {
    private final Map<Probed, LongAdder> counts = new ConcurrentHashMap<>();

    /**
     * Runs with the same end.
     *
     * @param result {@code successful}, {@code failed} or {@code unknown}
     */
    public record Probed(String uid, String namespace, String pod, String container, ProbeKind kind, String result) {}

    void count(PodRecord record, String container, ProbeKind kind, ProbeRun run) {
        var result = switch (run) {
            case ProbeRun.Succeeded _, ProbeRun.Warned _ -> "successful";
            case ProbeRun.Failed _ -> "failed";
            case ProbeRun.Errored _ -> "unknown";
        };
        var pod = record.pod().metadata();
        counts.computeIfAbsent(
                        new Probed(record.uid(), pod.namespace(), pod.name(), container, kind, result),
                        _ -> new LongAdder())
                .increment();
    }

    void remove(String uid) {
        counts.keySet().removeIf(each -> each.uid().equals(uid));
    }

    public Map<Probed, Long> all() {
        var all = new HashMap<Probed, Long>();
        counts.forEach((probed, count) -> all.put(probed, count.sum()));
        return all;
    }
}
