package dev.plimsoll.core.resize.eviction;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.allocatable.EvictionThreshold;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
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
     * @param softSince since when soft thresholds are met without a break
     * @param unresolved signals of which pods had to go, and of which too little was freed since
     * @param victim the uid of the pod that was told to go last; empty where none is awaited
     */
    public record Memory(
            Map<EvictionSignal, Instant> lastMet,
            Map<EvictionSignal, Instant> softSince,
            Set<EvictionSignal> unresolved,
            String victim,
            @Nullable Instant askedAtOrNull) {
        public static final Memory NOTHING = new Memory(Map.of(), Map.of(), Set.of(), "", null);

        public Memory {
            lastMet = Map.copyOf(lastMet);
            softSince = Map.copyOf(softSince);
            unresolved = Set.copyOf(unresolved);
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

    /**
     * The signal that is short and comes first; null where nothing is, or only for a while that its grace period allows.
     *
     * @param before what was remembered at the last look
     */
    public @Nullable EvictionSignal shortage(Memory before, Map<EvictionSignal, Availability> node, Instant now) {
        for (var signal : EvictionSignal.values()) if (isShort(signal, before, node, now)) return signal;
        return null;
    }

    private boolean isShort(EvictionSignal signal, Memory before, Map<EvictionSignal, Availability> node, Instant now) {
        var read = node.get(signal);
        if (read == null) return false;
        if (isBelow(thresholds.of(signal), read, 0)) return true;
        var soft = thresholds.soft();
        if (before.unresolved().contains(signal)) {
            var more = soft.minimumReclaim(signal).bytes(read.capacity());
            if (isBelow(thresholds.of(signal), read, more) || isBelow(soft.of(signal), read, more)) return true;
        }
        var since = before.softSince().getOrDefault(signal, now);
        return isBelow(soft.of(signal), read, 0) && !now.isBefore(since.plus(soft.gracePeriod(signal)));
    }

    private static boolean isBelow(EvictionThreshold threshold, Availability read, long more) {
        var least = threshold.bytes(read.capacity());
        return least > 0 && read.available() < least + more;
    }

    private boolean isSoftlyMet(EvictionSignal signal, Map<EvictionSignal, Availability> node) {
        var read = node.get(signal);
        return read != null && isBelow(thresholds.soft().of(signal), read, 0);
    }

    public Decision decide(Memory before, NodeState node, Reading reading) {
        var now = reading.at();
        var softSince = new EnumMap<EvictionSignal, Instant>(EvictionSignal.class);
        var unresolved = EnumSet.noneOf(EvictionSignal.class);
        var lastMet = new EnumMap<EvictionSignal, Instant>(EvictionSignal.class);
        lastMet.putAll(before.lastMet());
        for (var signal : EvictionSignal.values()) {
            var isSoft = isSoftlyMet(signal, reading.node());
            if (isSoft) softSince.put(signal, before.softSince().getOrDefault(signal, now));
            var isShort = isShort(signal, before, reading.node(), now);
            if (isShort) unresolved.add(signal);
            // A soft threshold is shown at once, and acted on later.
            if (isSoft || isShort) lastMet.put(signal, now);
        }
        lastMet.values().removeIf(at -> !now.isBefore(at.plus(transition)));
        var conditions = conditions(lastMet);
        if (isLeaving(before, node, now))
            return new Decision(
                    new Memory(lastMet, softSince, unresolved, before.victim(), before.askedAtOrNull()),
                    conditions,
                    null,
                    Optional.empty());
        var shortage = shortage(before, reading.node(), now);
        var eviction = shortage == null ? Optional.<NodeEvent.EvictionAsked>empty() : victim(shortage, node, reading);
        var memory = eviction.map(asked -> new Memory(lastMet, softSince, unresolved, asked.uid(), asked.at()))
                .orElseGet(() -> new Memory(lastMet, softSince, unresolved, "", null));
        return new Decision(memory, conditions, shortage, eviction);
    }

    private static Set<NodeCondition> conditions(Map<EvictionSignal, Instant> lastMet) {
        var conditions = EnumSet.noneOf(NodeCondition.class);
        for (var signal : lastMet.keySet()) {
            conditions.add(
                    switch (signal) {
                        case MEMORY -> NodeCondition.MEMORY_PRESSURE;
                        case NODEFS, NODEFS_INODES, IMAGEFS, IMAGEFS_INODES -> NodeCondition.DISK_PRESSURE;
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
        var isHard = isBelow(thresholds.of(signal), read, 0);
        var hard = thresholds.of(signal).bytes(read.capacity());
        var limit = isHard ? hard : Math.max(hard, thresholds.soft().of(signal).bytes(read.capacity()));
        return ranking.rank(signal, running, reading.pods()).stream()
                .findFirst()
                .map(pod -> {
                    var message = ranking.message(signal, pod, limit, read.available(), reading.pods());
                    return new NodeEvent.EvictionAsked(
                            reading.at(), pod.uid(), REASON, message, isHard ? GRACE : softGrace(pod));
                });
    }

    /** As long as the pod asks for, but not longer than the node gives it. */
    private Duration softGrace(PodRecord pod) {
        var most = thresholds.soft().maxPodGracePeriod();
        var own = Grace.of(pod.allocatedSpec(), GRACE);
        return most.compareTo(own) < 0 ? (most.compareTo(GRACE) < 0 ? GRACE : most) : own;
    }
}
