package dev.plimsoll.nodeagent.api;

import dev.plimsoll.client.cache.Change;
import dev.plimsoll.client.cache.Handler;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.Source;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Turns what the API says of a node's pods into events: those of the first list together, then one after the other. */
public final class PodFeed implements Handler<Pod> {
    private final Consumer<Event> node;
    private final InstantSource clock;
    /** Pods of the first list, until it is complete. */
    private List<Pod> first = new ArrayList<>();

    private boolean synced;

    public PodFeed(Consumer<Event> node, InstantSource clock) {
        this.node = node;
        this.clock = clock;
    }

    @Override
    public void changed(Change<Pod> change) {
        switch (change) {
            case Change.Added<Pod>(var _, var pod) -> {
                if (synced) node.accept(Event.PodsAdded.one(clock.instant(), pod));
                else first.add(pod);
            }
            case Change.Updated<Pod>(var _, var before, var now) -> {
                if (!synced) replace(now);
                else if (concernsNode(before, now)) node.accept(new Event.PodUpdated(clock.instant(), now));
            }
            case Change.Removed<Pod>(var _, var pod) -> {
                if (synced)
                    node.accept(
                            new Event.PodRemoved(clock.instant(), pod.metadata().uid()));
                else
                    first.removeIf(
                            each -> each.metadata().uid().equals(pod.metadata().uid()));
            }
            case Change.Synced<Pod> _ -> sync();
        }
    }

    private void replace(Pod pod) {
        first.replaceAll(each -> each.metadata().uid().equals(pod.metadata().uid()) ? pod : each);
    }

    private void sync() {
        if (synced) return;
        synced = true;
        if (!first.isEmpty()) node.accept(new Event.PodsAdded(clock.instant(), first, Source.API));
        first = List.of();
        node.accept(new Event.SourcesReady(clock.instant()));
    }

    /** A change of nothing but the status is most often our own report coming back. */
    private static boolean concernsNode(Pod before, Pod now) {
        return !before.metadata().equals(now.metadata()) || !before.spec().equals(now.spec());
    }
}
