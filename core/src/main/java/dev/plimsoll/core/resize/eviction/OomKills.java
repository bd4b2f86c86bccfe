package dev.plimsoll.core.resize.eviction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which limit the kernel killed for. A cgroup counts kills in itself and below ({@code oom_kill}), and apart from that the times
 * its own limit was the one that was hit ({@code oom} in {@code memory.events.local}).
 */
public final class OomKills {
    private OomKills() {}

    /**
     * Counters of one cgroup.
     *
     * @param ownLimitHits how often this cgroup's own limit could not be kept
     * @param kills how many processes in it or below were killed
     */
    public record Counters(long ownLimitHits, long kills) {}

    /** A kill as users are told of it. */
    public sealed interface Kill {
        /** The container's own limit, be it one that it inherits. */
        record OfContainer(String container) implements Kill {}

        /** The pod's limit: the container that died is not the one that asked for too little. */
        record OfPod(String container) implements Kill {}

        /** Neither: the node as a whole ran out. */
        record OfNode(String container) implements Kill {}

        String container();

        default String message() {
            return switch (this) {
                case OfContainer(var name) -> "Container " + name + " was killed: it reached its own memory limit";
                case OfPod(var name) -> "Container " + name + " was killed: the pod reached its memory limit";
                case OfNode(var name) -> "Container " + name + " was killed: the node ran out of memory";
            };
        }
    }

    /** What was killed between two readings; {@code pod} is the pod's own cgroup, the maps hold its containers'. */
    public static List<Kill> between(
            Counters podBefore, Counters podAfter, Map<String, Counters> before, Map<String, Counters> after) {
        var kills = new ArrayList<Kill>();
        var podWasHit = podAfter.ownLimitHits() > podBefore.ownLimitHits();
        for (var name : new TreeSet<>(after.keySet())) {
            var then = before.getOrDefault(name, new Counters(0, 0));
            var now = after.getOrDefault(name, then);
            if (now.kills() <= then.kills()) continue;
            if (now.ownLimitHits() > then.ownLimitHits()) kills.add(new Kill.OfContainer(name));
            else if (podWasHit) kills.add(new Kill.OfPod(name));
            else kills.add(new Kill.OfNode(name));
        }
        return kills;
    }
}
