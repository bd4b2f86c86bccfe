package dev.plimsoll.nodeagent.api;

import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.Handler;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodSource;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Turns what the API says of a node's pods into events: those of the first list together, then one after the other. */
public final class PodFeed implements Handler<ApiPod> {
    private final Consumer<NodeEvent> node;
    private final Consumer<ApiPod> statuses;
    private final InstantSource clock;
    private final Handler<ApiPod> mirrors;
    /** Pods of the first list, until it is complete. */
    private List<Pod> first = new ArrayList<>();

    private boolean synced;

    /**
     * For one node.
     *
     * @param statuses hears of each pod as the API has it
     * @param mirrors hears of copies of the node's own pods, which are not run
     */
    public PodFeed(Consumer<NodeEvent> node, Consumer<ApiPod> statuses, Handler<ApiPod> mirrors, InstantSource clock) {
        this.mirrors = mirrors;
        this.node = node;
        this.statuses = statuses;
        this.clock = clock;
    }

    @Override
    public void changed(CacheChange<ApiPod> change) {
        if (isOfMirror(change)) {
            if (change instanceof CacheChange.Updated<ApiPod>(var _, var _, var now)) statuses.accept(now);
            mirrors.changed(change);
        } else tell(change);
    }

    private static boolean isOfMirror(CacheChange<ApiPod> change) {
        return switch (change) {
            case CacheChange.Added<ApiPod>(var _, var pod) -> pod.isMirror();
            case CacheChange.Updated<ApiPod>(var _, var _, var pod) -> pod.isMirror();
            case CacheChange.Removed<ApiPod>(var _, var pod) -> pod.isMirror();
            case CacheChange.Synced<ApiPod> _ -> false;
        };
    }

    private void tell(CacheChange<ApiPod> change) {
        switch (change) {
            case CacheChange.Added<ApiPod>(var _, ApiPod(var pod, var _)) -> {
                if (synced) node.accept(NodeEvent.PodsAdded.one(clock.instant(), pod));
                else first.add(pod);
            }
            case CacheChange.Updated<ApiPod>(var _, var before, var now) -> {
                statuses.accept(now);
                if (!synced) replace(now.pod());
                else if (concernsNode(before.pod(), now.pod()))
                    node.accept(new NodeEvent.PodUpdated(clock.instant(), now.pod()));
            }
            case CacheChange.Removed<ApiPod>(var _, ApiPod(var pod, var _)) -> {
                if (synced)
                    node.accept(new NodeEvent.PodRemoved(
                            clock.instant(), pod.metadata().uid()));
                else
                    first.removeIf(
                            each -> each.metadata().uid().equals(pod.metadata().uid()));
            }
            case CacheChange.Synced<ApiPod> _ -> {
                mirrors.changed(change);
                sync();
            }
        }
    }

    private void replace(Pod pod) {
        first.replaceAll(each -> each.metadata().uid().equals(pod.metadata().uid()) ? pod : each);
    }

    private void sync() {
        if (synced) return;
        synced = true;
        if (!first.isEmpty()) node.accept(new NodeEvent.PodsAdded(clock.instant(), first, PodSource.API));
        first = List.of();
        node.accept(new NodeEvent.SourcesReady(clock.instant()));
    }

    /** A change of nothing but the status is most often our own report coming back. */
    private static boolean concernsNode(Pod before, Pod now) {
        return !before.metadata().equals(now.metadata())
                || !before.spec().equals(now.spec())
                || !gates(before).equals(gates(now));
    }

    /** What others say of whether the pod may be ready. */
    private static List<Condition> gates(Pod pod) {
        var gates = pod.spec().details().readinessGates();
        if (gates.isEmpty()) return List.of();
        return pod.status().conditions().stream()
                .filter(each -> gates.contains(each.type()))
                .toList();
    }
}
