package dev.plimsoll.core.workloads;

import dev.plimsoll.core.backoff.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * How long an owner waits before it makes another pod after nodes refused some: for each node 1 second after the first, doubled with each
 * try up to 5 minutes. Pods that are refused while the owner waits belong to the same try.
 *
 * <p>All of it follows from the pods that are there, so that a controller that starts anew waits as long as the one before. A pod of the
 * owner that became ready on the node ends the node's count; one that became ready anywhere since ends the wait, for there is a place.
 *
 * <p>When a pod was refused, its node says by its own clock. A clock that is ahead must not make the wait longer: what is said to happen
 * later than now counts from the creation of the pod.
 */
public final class RefusalBackoff {
    private static final ExponentialBackoff WAITS =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private RefusalBackoff() {}

    /**
     * A wait that is on.
     *
     * @param refused the last pod that the node refused
     */
    public record Wait(ControlledPod refused, Duration left) {}

    /** The longest wait of all nodes; empty where the owner need not wait. */
    public static Optional<Wait> of(List<ControlledPod> pods, Instant now) {
        var refused = new HashMap<String, List<ControlledPod>>();
        var success = new HashMap<String, Instant>();
        var last = Instant.MIN;
        for (var pod : pods) {
            if (pod.ending().isRefusal()) {
                refused.computeIfAbsent(pod.node(), _ -> new ArrayList<>()).add(pod);
            } else if (pod.isReady()) {
                success.merge(pod.node(), pod.readySince(), RefusalBackoff::later);
                last = later(last, pod.readySince());
            }
        }
        Optional<Wait> longest = Optional.empty();
        for (var entry : refused.entrySet()) {
            var wait = ofNode(entry.getValue(), success.getOrDefault(entry.getKey(), Instant.MIN), now);
            if (wait.isEmpty() || at(wait.get().refused(), now).isBefore(last)) continue;
            var isLonger = longest.map(Wait::left)
                    .filter(left -> left.compareTo(wait.get().left()) >= 0)
                    .isEmpty();
            if (isLonger) longest = wait;
        }
        return longest;
    }

    private static Optional<Wait> ofNode(List<ControlledPod> refused, Instant success, Instant now) {
        var ordered = new ArrayList<>(refused);
        ordered.sort(Comparator.comparing(pod -> at(pod, now)));
        var tries = 0;
        var until = Instant.MIN;
        for (var pod : ordered) {
            var at = at(pod, now);
            if (at.isBefore(success) || at.isBefore(until)) continue;
            // Long after the last one the next is the first again.
            var isNew = tries == 0 || at.isAfter(until.plus(WAITS.longest().multipliedBy(2)));
            tries = isNew ? 1 : tries + 1;
            until = at.plus(WAITS.after(tries));
        }
        if (tries == 0 || !now.isBefore(until)) return Optional.empty();
        return Optional.of(new Wait(ordered.getLast(), Duration.between(now, until)));
    }

    private static Instant at(ControlledPod pod, Instant now) {
        var told = pod.ending().at();
        return told.isAfter(now) ? pod.meta().created() : later(told, pod.meta().created());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
