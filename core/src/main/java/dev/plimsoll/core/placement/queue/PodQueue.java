package dev.plimsoll.core.placement.queue;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.queue.QueuedPod.Place;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The pods that wait for a node.
 *
 * <p><b>active</b>: to be tried, the most important first, then the oldest. <b>backoff</b>: tried when their time has come, or at
 * once if nothing is active, except after an error. <b>unschedulable</b>: wait for an event that may help, at most five minutes.
 * <b>gated</b>: wait for their gates to be taken away.
 *
 * <p>Time is milliseconds of a clock that only goes forward; a change of the date does not move anything.
 */
public final class PodQueue {
    private static final long LONGEST_UNSCHEDULABLE = 300_000;
    private static final Comparator<QueuedPod> FIRST = Comparator.<QueuedPod>comparingInt(
                    queued -> queued.pod.priority())
            .reversed()
            .thenComparingLong(queued -> queued.timestamp)
            .thenComparingLong(queued -> queued.sequence);
    private static final Comparator<QueuedPod> EARLIEST =
            Comparator.<QueuedPod>comparingLong(queued -> queued.expirySecond).thenComparing(FIRST);

    private final BackoffTimes times;
    private final Moves moves;
    private final Map<String, QueuedPod> all = new HashMap<>();
    private final TreeSet<QueuedPod> active = new TreeSet<>(FIRST);
    private final TreeSet<QueuedPod> backoff = new TreeSet<>(EARLIEST);
    private final TreeSet<QueuedPod> errorBackoff = new TreeSet<>(EARLIEST);
    private final Map<String, QueuedPod> unschedulable = new LinkedHashMap<>();
    private final Map<String, QueuedPod> gated = new HashMap<>();
    private long sequence;

    /** Hears of pods that enter a queue, for the metrics. */
    @FunctionalInterface
    public interface Moves {
        void entered(String queue, String event);
    }

    public PodQueue(BackoffTimes times, Moves moves) {
        this.times = times;
        this.moves = moves;
    }

    /** A pod without a node is new, or has changed. */
    public void put(PlacementPod pod, long now) {
        var queued = all.get(pod.key().uid());
        if (queued == null) {
            queued = new QueuedPod(pod, sequence++, now);
            all.put(pod.key().uid(), queued);
            enter(queued, "PodAdd", now);
            return;
        }
        var before = queued.pod;
        var event = new ClusterEvent.OwnChange(before, pod);
        switch (queued.place) {
            case ACTIVE, BACKOFF, ERROR_BACKOFF -> {
                var place = queued.place; // its order there may depend on what changed
                leave(queued);
                queued.pod = pod;
                place(queued, isGated(queued) ? Place.GATED : place);
            }
            case UNSCHEDULABLE -> {
                queued.pod = pod;
                offer(queued, event, now);
            }
            case GATED -> {
                queued.pod = pod;
                if (isGated(queued)) return;
                leave(queued);
                revive(queued, event.label(), now);
            }
            case OUT -> queued.pod = pod;
        }
    }

    /** The pod is gone, or has a node. */
    public void remove(String uid) {
        var queued = all.remove(uid);
        if (queued != null) leave(queued);
    }

    /** The next pod to try. It stays known until {@link #remove}; whoever took it says what became of it. */
    public Optional<QueuedPod> take(long now) {
        flush(now);
        var next = active.isEmpty() ? backoff.isEmpty() ? null : backoff.first() : active.first();
        if (next == null) return Optional.empty();
        leave(next);
        next.attempts++;
        return Optional.of(next);
    }

    /** It was refused by these rules. */
    public void refused(QueuedPod queued, Set<Plugin> plugins, long now) {
        if (!isKnown(queued)) return;
        queued.rejections++;
        queued.errors = 0;
        queued.refusedBy = plugins.isEmpty() ? EnumSet.noneOf(Plugin.class) : EnumSet.copyOf(plugins);
        queued.timestamp = now;
        place(queued, Place.UNSCHEDULABLE);
        moves.entered(Place.UNSCHEDULABLE.label, "ScheduleAttemptFailure");
    }

    /** Something went wrong that says nothing about the pod. */
    public void failed(QueuedPod queued, long now) {
        if (!isKnown(queued)) return;
        queued.errors++;
        queued.refusedBy = EnumSet.noneOf(Plugin.class);
        queued.timestamp = now;
        enterBackoff(queued, Place.ERROR_BACKOFF, "ScheduleAttemptFailure");
    }

    /** Others are being sent away for it, until {@link #roomMade}. */
    public void makingRoom(QueuedPod queued) {
        queued.makesRoom = true;
    }

    /**
     * Others have been told to go.
     *
     * @param tryAgain whether that failed, so that it must be tried again
     */
    public void roomMade(String uid, boolean tryAgain, long now) {
        var queued = all.get(uid);
        if (queued == null) return;
        queued.makesRoom = false;
        var missed = queued.missedEvent;
        queued.missedEvent = false;
        if (!(tryAgain || missed) || queued.place != Place.UNSCHEDULABLE) return;
        leave(queued);
        revive(queued, "ForceActivate", now);
    }

    private boolean isKnown(QueuedPod queued) {
        return all.get(queued.pod.key().uid()) == queued && queued.place == Place.OUT;
    }

    /** Wakes the pods that an event may help. */
    public void tell(ClusterEvent event, long now) {
        if (unschedulable.isEmpty()) return;
        for (var queued : List.copyOf(unschedulable.values())) {
            offer(queued, event, now);
        }
    }

    private void offer(QueuedPod queued, ClusterEvent event, long now) {
        if (!Hints.isWorthATry(queued.pod, queued.refusedBy, event)) return;
        if (queued.makesRoom) {
            queued.missedEvent = true;
            return;
        }
        leave(queued);
        revive(queued, event.label(), now);
    }

    /** Lets go on what has waited long enough. */
    public void flush(long now) {
        flush(backoff, now);
        flush(errorBackoff, now);
        while (!unschedulable.isEmpty()) {
            var oldest = unschedulable.values().iterator().next();
            if (now - oldest.timestamp < LONGEST_UNSCHEDULABLE) break;
            leave(oldest);
            oldest.makesRoom = false;
            revive(oldest, "UnschedulableTimeout", now);
            oldest.isFlushed = true;
        }
    }

    private void flush(NavigableSet<QueuedPod> waiting, long now) {
        while (!waiting.isEmpty() && now / 1000 > waiting.first().expirySecond) {
            var due = waiting.first();
            leave(due);
            place(due, Place.ACTIVE);
            moves.entered(Place.ACTIVE.label, "BackoffComplete");
        }
    }

    /** Milliseconds until something comes due by itself; {@link Long#MAX_VALUE} if nothing will. */
    public long untilDue(long now) {
        if (!active.isEmpty() || !backoff.isEmpty()) return 0;
        var due = Long.MAX_VALUE;
        if (!errorBackoff.isEmpty()) due = (errorBackoff.first().expirySecond + 1) * 1000 - now;
        if (!unschedulable.isEmpty()) {
            var oldest = unschedulable.values().iterator().next();
            due = Math.min(due, oldest.timestamp + LONGEST_UNSCHEDULABLE - now);
        }
        return Math.max(0, due);
    }

    private void enter(QueuedPod queued, String event, long now) {
        queued.timestamp = now;
        var place = isGated(queued) ? Place.GATED : Place.ACTIVE;
        place(queued, place);
        moves.entered(place.label, event);
    }

    private static boolean isGated(QueuedPod queued) {
        return !queued.pod.gates().isEmpty();
    }

    private void revive(QueuedPod queued, String event, long now) {
        queued.isFlushed = false;
        if (isGated(queued)) place(queued, Place.GATED);
        else if (now / 1000 <= expirySecond(queued)) enterBackoff(queued, Place.BACKOFF, event);
        else enter(queued, event, now);
    }

    private void enterBackoff(QueuedPod queued, Place place, String event) {
        queued.expirySecond = expirySecond(queued);
        place(queued, place);
        moves.entered(place.label, event);
    }

    private long expirySecond(QueuedPod queued) {
        var failures = queued.errors > 0 ? queued.errors : queued.rejections;
        var wait = times.afterFailures(failures);
        return wait == 0 ? -1 : (queued.timestamp + wait) / 1000;
    }

    private void place(QueuedPod queued, Place place) {
        queued.place = place;
        switch (place) {
            case ACTIVE -> active.add(queued);
            case BACKOFF -> backoff.add(queued);
            case ERROR_BACKOFF -> errorBackoff.add(queued);
            case UNSCHEDULABLE -> unschedulable.put(queued.pod.key().uid(), queued);
            case GATED -> gated.put(queued.pod.key().uid(), queued);
            case OUT -> {}
        }
    }

    private void leave(QueuedPod queued) {
        switch (queued.place) {
            case ACTIVE -> active.remove(queued);
            case BACKOFF -> backoff.remove(queued);
            case ERROR_BACKOFF -> errorBackoff.remove(queued);
            case UNSCHEDULABLE -> unschedulable.remove(queued.pod.key().uid());
            case GATED -> gated.remove(queued.pod.key().uid());
            case OUT -> {}
        }
        queued.place = Place.OUT;
    }

    public boolean contains(String uid) {
        return all.containsKey(uid);
    }

    public boolean hasUnschedulable() {
        return !unschedulable.isEmpty();
    }

    /** How many wait where: active, backoff, unschedulable, gated. */
    public Map<String, Integer> counts() {
        return Map.of(
                "active",
                active.size(),
                "backoff",
                backoff.size() + errorBackoff.size(),
                "unschedulable",
                unschedulable.size(),
                "gated",
                gated.size());
    }

    /** How many wait because of each rule. */
    public Map<Plugin, Integer> refusals() {
        var counts = new HashMap<Plugin, Integer>();
        for (var queued : unschedulable.values()) {
            for (var plugin : queued.refusedBy) counts.merge(plugin, 1, Integer::sum);
        }
        return counts;
    }
}
