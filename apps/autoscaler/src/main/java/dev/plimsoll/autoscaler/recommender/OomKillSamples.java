package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.EvictionNotice;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.Subscription;
import dev.plimsoll.objects.pod.ContainerEnd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Predicate;

/**
 * Kills for memory as the cluster tells of them, between one round and the next: a pod that is gone by then was killed all the
 * same. Beyond a bound that no healthy cluster comes near, further ones are left out.
 */
final class OomKillSamples implements AutoCloseable {
    private static final int MOST = 5000;

    private final BlockingQueue<Kill> waiting = new ArrayBlockingQueue<>(MOST);
    private final BlockingQueue<EvictionNotice> notices = new ArrayBlockingQueue<>(MOST);
    private final Instant since;
    private final Predicate<Instant> isRecent;
    private final List<Subscription> subscriptions;

    /**
     * One kill.
     *
     * @param pod as it was then
     */
    record Kill(AutoscaledPod pod, ContainerEnd end) {}

    /**
     * Hears of kills from now on. Those of pods that still run count as well where they are recent: a checkpoint leaves out the
     * interval that is not over, so whoever ran then did not write them down.
     */
    OomKillSamples(ClusterState cluster, Instant since, Predicate<Instant> isRecent) {
        this.since = since;
        this.isRecent = isRecent;
        this.subscriptions =
                List.of(cluster.pods().subscribe(this::pod), cluster.evictions().subscribe(this::notice));
    }

    private void pod(CacheChange<AutoscaledPod> change) {
        switch (change) {
            case CacheChange.Added<AutoscaledPod>(var _, var now) -> {
                for (var end : now.ends()) {
                    var finished = end.termination().finished();
                    if (isNew(end) || (now.isLive() && isRecent.test(finished))) take(now, end);
                }
            }
            case CacheChange.Updated<AutoscaledPod>(var _, var before, var now) -> {
                for (var end : now.ends()) {
                    // A container that runs again may have been given other values already.
                    if (isNew(end) && !isKnown(before, end)) take(end.isCurrent() ? now : before, end);
                }
            }
            case CacheChange.Removed<AutoscaledPod> _, CacheChange.Synced<AutoscaledPod> _ -> {}
        }
    }

    private static boolean isKnown(AutoscaledPod before, ContainerEnd end) {
        return before.ends().stream()
                .anyMatch(known -> known.container().equals(end.container()) && known.restarts() == end.restarts());
    }

    private boolean isNew(ContainerEnd end) {
        return !end.termination().finished().isBefore(since);
    }

    private void take(AutoscaledPod pod, ContainerEnd end) {
        if (end.isOom()) waiting.offer(new Kill(pod, end));
    }

    private void notice(CacheChange<EvictionNotice> change) {
        if (change instanceof CacheChange.Added<EvictionNotice>(var _, var notice)
                && !notice.used().isEmpty()
                && !notice.created().isBefore(since)) {
            notices.offer(notice);
        }
    }

    List<Kill> kills() {
        var kills = new ArrayList<Kill>();
        waiting.drainTo(kills);
        return kills;
    }

    List<EvictionNotice> evictions() {
        var evictions = new ArrayList<EvictionNotice>();
        notices.drainTo(evictions);
        return evictions;
    }

    /** For the next round: the pod has not been heard of yet. */
    void later(EvictionNotice notice) {
        notices.offer(notice);
    }

    @Override
    public void close() {
        for (var subscription : subscriptions) subscription.close();
    }
}
