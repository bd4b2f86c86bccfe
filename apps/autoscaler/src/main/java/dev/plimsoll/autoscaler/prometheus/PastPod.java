package dev.plimsoll.autoscaler.prometheus;

import dev.plimsoll.autoscaler.prometheus.PastContainer.Use;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.usage.PodUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the containers of one pod used; the pod may be long gone. */
public record PastPod(List<PastContainer> containers) {
    public PastPod {
        containers = List.copyOf(containers);
    }

    /** All containers by their pods. */
    public static List<PastPod> of(List<PastContainer> all) {
        var pods = new LinkedHashMap<ObjectName, List<PastContainer>>();
        for (var one : all) {
            pods.computeIfAbsent(one.pod(), _ -> new ArrayList<>()).add(one);
        }
        return pods.values().stream().map(PastPod::new).toList();
    }

    /** Of the pod, as far as they are known. */
    public Map<String, String> labels() {
        return containers.isEmpty() ? Map.of() : containers.getFirst().labels();
    }

    /** By time in milliseconds, what the containers that run for as long as the pod used together. */
    public SortedMap<Long, PodUse> together() {
        var used = containers.stream()
                .filter(container -> !isBefore(container))
                .map(PastPod::byTime)
                .toList();
        var moments = new TreeMap<Long, PodUse>();
        for (var own : used) {
            for (var time : own.keySet()) moments.putIfAbsent(time, new PodUse());
        }
        moments.forEach((time, pod) -> {
            for (var own : used) {
                var amounts = own.getOrDefault(time, Amounts.UNKNOWN);
                pod.add(amounts.cpu(), amounts.memory());
            }
        });
        return moments;
    }

    /** Whether a container had ended when another one began, as init containers do: Prometheus does not tell them from others. */
    private boolean isBefore(PastContainer container) {
        if (container.uses().isEmpty()) return true;
        var end = container.uses().getLast().time();
        return containers.stream()
                .filter(other -> !other.equals(container) && !other.uses().isEmpty())
                .anyMatch(other -> other.uses().getFirst().time() >= end);
    }

    private static Map<Long, Amounts> byTime(PastContainer container) {
        var amounts = new HashMap<Long, Amounts>();
        for (var use : container.uses()) {
            var before = amounts.getOrDefault(use.time(), Amounts.UNKNOWN);
            amounts.put(use.time(), before.with(use));
        }
        return amounts;
    }

    /** What a container used at one time; an amount that was not measured is negative. */
    private record Amounts(long cpu, long memory) {
        private static final Amounts UNKNOWN = new Amounts(-1, -1);

        Amounts with(Use use) {
            return switch (use.compute()) {
                case CPU -> new Amounts(use.units(), memory);
                case MEMORY -> new Amounts(cpu, use.units());
            };
        }
    }
}
