package dev.plimsoll.core.resize.eviction;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node is short of something, and who goes. One pod at a time: the next is chosen when the last one is gone, or has had
 * its time to go. A shortage is shown for a while after it was last seen, so that it does not flap.
 */
public final class NodePressure {
    public static final String REASON = "Evicted";
    public static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EvictionOrder ranking;
    private final EvictionHard thresholds;
    private final Duration transition;

    private NodePressure(EvictionOrder ranking, EvictionHard thresholds, Duration transition) {
        this.ranking = ranking;
        this.thresholds = thresholds;
        this.transition = transition;
    }

    /**
     * With thresholds.
     *
     * @param transition how long a shortage is shown after it was last seen
     */
    public static NodePressure under(FeatureGates gates, EvictionHard thresholds, Duration transition) {
        return new NodePressure(EvictionOrder.under(gates), thresholds, transition);
    }

    /** How much a node has of something, and how much of that nobody uses. */
    public record Availability(long capacity, long available) {}

    /**
     * What is remembered from one look to the next.
     *
     * @param lastMet when each signal was last seen to be short
     * @param victim the uid of the pod that was told to go last; empty where none is awaited
     */
    public record Memory(
            Map<EvictionSignal, Instant> lastMet,
            String victim,
            @Nullable Instant askedAtOrNull) {
        public static final Memory NOTHING = new Memory(Map.of(), "", null);

        public Memory {
            lastMet = Map.copyOf(lastMet);
        }
    }

    /**
     * What was read.
     *
     * @param node what could not be read is not there, and never short
     */
    public record Reading(Instant at, Map<EvictionSignal, Availability> node, PodConsumption pods) {
        public Reading {
            node = Map.copyOf(node);
        }
    }

    /**
     * What to do.
     *
     * @param conditions what the node is to show
     * @param reclaimingOrNull what is short while nobody is on the way out already
     * @param eviction the pod that goes; none where all that is left is critical
     */
    public record Decision(
            Memory memory,
            Set<NodeCondition> conditions,
            @Nullable EvictionSignal reclaimingOrNull,
            Optional<NodeEvent.EvictionAsked> eviction) {
        /** Whether somebody is on the way out, so that one should look again soon. */
        public boolean isAwaiting() {
            return !memory.victim().isEmpty();
        }
    }

    /** The signal that is short and comes first; null where nothing is. */
    public @Nullable EvictionSignal shortage(Map<EvictionSignal, Availability> node) {
        for (var signal : EvictionSignal.values()) if (isMet(signal, node)) return signal;
        return null;
    }

    private boolean isMet(EvictionSignal signal, Map<EvictionSignal, Availability> node) {
        var read = node.get(signal);
        return read != null && read.available() < thresholds.of(signal).bytes(read.capacity());
    }

    public Decision decide(Memory before, NodeState node, Reading reading) {
        var lastMet = new EnumMap<EvictionSignal, Instant>(EvictionSignal.class);
        lastMet.putAll(before.lastMet());
        for (var signal : EvictionSignal.values()) if (isMet(signal, reading.node())) lastMet.put(signal, reading.at());
        lastMet.values().removeIf(at -> !reading.at().isBefore(at.plus(transition)));
        var conditions = conditions(lastMet);
        if (isLeaving(before, node, reading.at()))
            return new Decision(
                    new Memory(lastMet, before.victim(), before.askedAtOrNull()), conditions, null, Optional.empty());
        var shortage = shortage(reading.node());
        var eviction = shortage == null ? Optional.<NodeEvent.EvictionAsked>empty() : victim(shortage, node, reading);
        var memory = eviction.map(asked -> new Memory(lastMet, asked.uid(), asked.at()))
                .orElseGet(() -> new Memory(lastMet, "", null));
        return new Decision(memory, conditions, shortage, eviction);
    }

    private static Set<NodeCondition> conditions(Map<EvictionSignal, Instant> lastMet) {
        var conditions = EnumSet.noneOf(NodeCondition.class);
        for (var signal : lastMet.keySet()) {
            conditions.add(
                    switch (signal) {
                        case MEMORY -> NodeCondition.MEMORY_PRESSURE;
                        case NODEFS, IMAGEFS -> NodeCondition.DISK_PRESSURE;
                        case PIDS -> NodeCondition.PID_PRESSURE;
                    });
        }
        return Collections.unmodifiableSet(conditions);
    }

    private static boolean isLeaving(Memory before, NodeState node, Instant now) {
        var asked = before.askedAtOrNull();
        if (asked == null) return false;
        var record = node.pod(before.victim());
        return record != null && record.stage().holdsResources() && now.isBefore(asked.plus(PATIENCE));
    }

    private Optional<NodeEvent.EvictionAsked> victim(EvictionSignal signal, NodeState node, Reading reading) {
        var running = node.pods().values().stream()
                .filter(pod -> pod.stage() == Stage.ADMITTED)
                .toList();
        var read = reading.node().get(signal);
        if (read == null) return Optional.empty();
        var limit = thresholds.of(signal).bytes(read.capacity());
        return ranking.rank(signal, running, reading.pods()).stream()
                .findFirst()
                .map(pod -> {
                    var message = ranking.message(signal, pod, limit, read.available(), reading.pods());
                    return new NodeEvent.EvictionAsked(reading.at(), pod.uid(), REASON, message, GRACE);
                });
    }
}
