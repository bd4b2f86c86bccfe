package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredChange;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.backoff.ExponentialBackoff;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Follows quotas and pods, and has what is in use computed again when something was freed: admission charges new objects by
 * itself, this brings the figures down when objects end or shrink, and up when a node allocated more than was charged.
 */
public final class QuotaStatus implements AutoCloseable {
    private static final Duration TURN = Duration.ofMinutes(5);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(SHORTEST_PAUSE, Duration.ofSeconds(30));
    static final Duration CONTESTED_PAUSE = Duration.ofMillis(250);

    private final Registry registry;
    private final Recalculation recalculation;
    private final Consumer<Throwable> troubles;
    /** Namespaces to look at, each at most once in the queue. */
    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();

    private final Set<String> noted = ConcurrentHashMap.newKeySet();
    private final Thread quotaFollower;
    private final Thread podFollower;
    private final Thread worker;

    /** Begins to follow; {@code troubles} is told of failures, which are tried again. */
    public QuotaStatus(Registry registry, Kinds kinds, Recalculation recalculation, Consumer<Throwable> troubles) {
        this.registry = registry;
        this.recalculation = recalculation;
        this.troubles = troubles;
        var quotas = kinds.named("", "ResourceQuota");
        var pods = kinds.named("", "Pod");
        registry.onRemoval(this::removed);
        this.quotaFollower = ComponentThreads.named("quota-objects").start(() -> follow(quotas));
        this.podFollower = ComponentThreads.named("quota-pods").start(() -> follow(pods));
        this.worker = ComponentThreads.named("quota-status").start(this::work);
    }

    /** Has a namespace looked at soon. */
    public void freed(String namespace) {
        if (noted.add(namespace)) waiting.add(namespace);
    }

    private void removed(Kind kind, ObjectNode object) {
        recalculation.removed(DocumentMetadata.of(object).uid());
        if (kind.namespaced() && !kind.is("", "Pod") && !kind.is("", "Event")) {
            freed(DocumentMetadata.of(object).namespace());
        }
    }

    private void follow(Kind kind) {
        while (!Thread.currentThread().isInterrupted()) {
            try (var cursor = registry.follow(kind, "", 0).cursor()) {
                recalculation.namespacesWithQuotas().forEach(this::freed);
                while (!cursor.isEnded()) {
                    var change = cursor.next(TURN);
                    if (change.isEmpty()) recalculation.namespacesWithQuotas().forEach(this::freed);
                    else if (isLimited(kind, change.get()) && concerns(kind, change.get())) {
                        freed(namespaceOf(change.get()));
                    }
                }
                if (registry.isClosed()) return;
            } catch (InterruptedException _) {
                return;
            } catch (StoreException | RefusedException e) {
                if (registry.isClosed()) return;
                troubles.accept(e);
                if (!registry.pause(SHORTEST_PAUSE)) return;
            }
        }
    }

    private void work() {
        var pause = Duration.ZERO;
        try {
            while (true) {
                var namespace = waiting.take();
                noted.remove(namespace);
                try {
                    if (recalculation.of(namespace) == Recalculation.Result.CONTESTED) later(namespace);
                    pause = Duration.ZERO;
                } catch (StoreException | RefusedException e) {
                    if (registry.isClosed()) return;
                    troubles.accept(new IllegalStateException(
                            "the quotas of namespace " + namespace + " could not be computed, which is tried again",
                            e));
                    pause = PAUSES.next(pause);
                    if (!registry.pause(pause)) return;
                    freed(namespace);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void later(String namespace) {
        ComponentThreads.named("quota-contested").start(() -> {
            if (registry.pause(CONTESTED_PAUSE)) freed(namespace);
        });
    }

    private static String namespaceOf(StoredChange change) {
        var end = change.key().lastIndexOf('/');
        return change.key().substring(change.key().lastIndexOf('/', end - 1) + 1, end);
    }

    /** Most namespaces have no quota, and then nothing need be known of their pods. */
    private boolean isLimited(Kind kind, StoredChange change) {
        return kind.is("", "ResourceQuota") || recalculation.isLimited(namespaceOf(change));
    }

    /** New pods were charged by admission. */
    private static boolean concerns(Kind kind, StoredChange change) {
        var now = change.now();
        var before = change.before();
        if (kind.is("", "ResourceQuota")) return now != null;
        if (before == null) return false;
        return now == null || pod(now).mayTakeOtherQuota(pod(before));
    }

    private static PodObject pod(IndexedObject candidate) {
        return new PodObject(candidate.object().tree());
    }

    @Override
    public void close() {
        quotaFollower.interrupt();
        podFollower.interrupt();
        worker.interrupt();
    }
}
