package dev.plimsoll.fakes.resize;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.fakes.resize.AskedResources.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What cgroup files are to show of what a pod asks for, worked out from the formulas of KEP-2837 and KEP-1287.
 *
 * <p>It remembers the OOM scores of containers: a container keeps the one that it was started with.
 */
public final class ExpectedCgroups {
    /** The files that {@link #container} and {@link #pod} are about, in their order. */
    public static final List<String> FILES = List.of("cpu.max", "memory.max", "cpu.weight");

    private final long nodeMemory;
    private final Weights weights;
    /** By container id. */
    private final Map<String, Long> scores = new HashMap<>();

    /** How a runtime makes weights of shares. */
    public enum Weights {
        /** runc before 1.3. */
        LINEAR,
        /** runc from 1.3 on. */
        CURVED
    }

    public ExpectedCgroups(long nodeMemory, Weights weights) {
        this.nodeMemory = nodeMemory;
        this.weights = weights;
    }

    /** As read inside a container. */
    public List<String> container(AskedResources asked, Part part) {
        return List.of(
                cpuMax(asked.limit(part, "cpu")),
                memoryMax(asked.limit(part, "memory")),
                String.valueOf(weight(containerShares(asked, part))));
    }

    /** As read at the cgroup of the pod, whose weight the node itself writes. */
    public List<String> pod(AskedResources asked) {
        return List.of(
                cpuMax(asked.limit("cpu")),
                memoryMax(asked.limit("memory")),
                String.valueOf(linear(shares(asked.request("cpu")))));
    }

    private static String cpuMax(long milli) {
        return (milli == 0 ? "max" : String.valueOf(Math.max(1000, milli * 100))) + " 100000";
    }

    private static String memoryMax(long bytes) {
        return bytes == 0 ? "max" : String.valueOf(bytes);
    }

    private static long shares(long milli) {
        return Math.max(2, milli * 1024 / 1000);
    }

    /** By its request; one that says nothing by the limit that bounds it. */
    private static long containerShares(AskedResources asked, Part part) {
        return shares(part.asksForCpu() ? part.request("cpu") : asked.limit(part, "cpu"));
    }

    private long weight(long shares) {
        return weights == Weights.LINEAR ? linear(shares) : curved(shares);
    }

    private static long linear(long shares) {
        return 1 + (shares - 2) * 9999 / 262_142;
    }

    private static long curved(long shares) {
        if (shares <= 2) return 1;
        var exponent = Math.log((double) shares) / Math.log(2);
        return (long) Math.ceil(Math.pow(10, (exponent * exponent + 125 * exponent) / 612 - 7.0 / 34));
    }

    /** The {@code oom_score_adj} of a container of a pod with this status. */
    public String oomScore(JsonNode pod, AskedResources asked, Part part) {
        for (var list : List.of("containerStatuses", "initContainerStatuses")) {
            for (var status : pod.path("status").path(list)) {
                if (!status.path("name").asText().equals(part.name())) continue;
                var id = status.path("containerID").asText();
                return String.valueOf(scores.computeIfAbsent(id, _ -> score(asked, part)));
            }
        }
        throw new IllegalArgumentException("no status of " + part.name());
    }

    private long score(AskedResources asked, Part part) {
        if (asked.isGuaranteed()) return -997;
        var sum =
                asked.parts().stream().mapToLong(each -> each.request("memory")).sum();
        if (asked.request("memory") == 0 && asked.request("cpu") == 0) return 1000;
        var extra = asked.isPodLevel()
                ? Math.max(0, asked.request("memory") - sum) / asked.parts().size()
                : 0;
        var score = 1000 - 1000 * (part.request("memory") + extra) / nodeMemory;
        if (part.isSidecar()) {
            var smallest = asked.parts().stream()
                    .filter(each -> !each.isSidecar())
                    .mapToLong(each -> each.request("memory"))
                    .min()
                    .orElseThrow();
            score = Math.min(score, 1000 - 1000 * (smallest + extra) / nodeMemory);
        }
        return Math.clamp(score, 3, 999);
    }
}
