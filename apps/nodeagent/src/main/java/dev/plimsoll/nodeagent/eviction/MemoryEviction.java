package dev.plimsoll.nodeagent.eviction;

import dev.plimsoll.core.allocatable.EvictionThreshold;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.eviction.EvictionOrder;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node is short of memory, and who goes. One pod at a time: the next is chosen when the last one is gone, or has had
 * its time to go. The shortage is shown for a while after it was last seen, so that it does not flap.
 */
public final class MemoryEviction {
    static final String REASON = "Evicted";
    static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EvictionOrder ranking;
    private final EvictionThreshold threshold;
    private final Duration transition;

    private MemoryEviction(EvictionOrder ranking, EvictionThreshold threshold, Duration transition) {
        this.ranking = ranking;
        this.threshold = threshold;
        this.transition = transition;
    }

    /**
     * With a threshold.
     *
     * @param transition how long the shortage is shown after it was last seen
     */
    public static MemoryEviction under(FeatureGates gates, EvictionThreshold threshold, Duration transition) {
        return new MemoryEviction(EvictionOrder.under(gates), threshold, transition);
    }

    /**
     * What is remembered from one look to the next.
     *
     * @param lastMetOrNull when memory was last seen to be short
     * @param victim the uid of the pod that was told to go last; empty where none is awaited
     */
    public record Memory(
            @Nullable Instant lastMetOrNull,
            String victim,
            @Nullable Instant askedAtOrNull) {
        public static final Memory NOTHING = new Memory(null, "", null);
    }

    /**
     * What was read.
     *
     * @param workingSets of pods and their containers, by uid; those that could not be read are not there
     * @param capacity bytes that the node has
     * @param workingSet bytes that the whole node cannot do without
     */
    public record Reading(Instant at, Map<String, MemoryUsage> workingSets, long capacity, long workingSet) {
        public Reading {
            workingSets = Map.copyOf(workingSets);
        }

        long available() {
            return Math.max(0, capacity - workingSet);
        }
    }

    /**
     * What to do.
     *
     * @param hasPressure what the node's condition is to say
     * @param isReclaiming whether memory is short and nobody is on the way out already
     * @param eviction the pod that goes; none where all that is left is critical
     */
    public record Decision(
            Memory memory, boolean hasPressure, boolean isReclaiming, Optional<NodeEvent.EvictionAsked> eviction) {
        /** Whether somebody is on the way out, so that one should look again soon. */
        public boolean isAwaiting() {
            return !memory.victim().isEmpty();
        }
    }

    public Decision decide(Memory before, NodeState node, Reading reading) {
        var limit = threshold.bytes(reading.capacity());
        var isMet = reading.available() < limit;
        var lastMet = isMet ? reading.at() : before.lastMetOrNull();
        var hasPressure = lastMet != null && (isMet || reading.at().isBefore(lastMet.plus(transition)));
        if (isLeaving(before, node, reading.at()))
            return new Decision(
                    new Memory(lastMet, before.victim(), before.askedAtOrNull()), hasPressure, false, Optional.empty());
        var eviction = isMet ? victim(node, reading, limit) : Optional.<NodeEvent.EvictionAsked>empty();
        var memory = eviction.map(asked -> new Memory(lastMet, asked.uid(), asked.at()))
                .orElseGet(() -> new Memory(lastMet, "", null));
        return new Decision(memory, hasPressure, isMet, eviction);
    }

    private static boolean isLeaving(Memory before, NodeState node, Instant now) {
        var asked = before.askedAtOrNull();
        if (asked == null) return false;
        var record = node.pod(before.victim());
        return record != null && record.stage().holdsResources() && now.isBefore(asked.plus(PATIENCE));
    }

    private Optional<NodeEvent.EvictionAsked> victim(NodeState node, Reading reading, long limit) {
        var running = node.pods().values().stream()
                .filter(pod -> pod.stage() == Stage.ADMITTED)
                .toList();
        return ranking.rank(running, reading.workingSets()).stream().findFirst().map(pod -> {
            var usage = reading.workingSets().getOrDefault(pod.uid(), new MemoryUsage(null, Map.of()));
            var message = ranking.message(pod, limit, reading.available(), usage);
            return new NodeEvent.EvictionAsked(reading.at(), pod.uid(), REASON, message, GRACE);
        });
    }
}
