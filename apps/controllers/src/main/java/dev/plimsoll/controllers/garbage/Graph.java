package dev.plimsoll.controllers.garbage;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.garbagecollection.CollectionDecision;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Who belongs to whom, by uid, as the caches show it. */
final class Graph {
    private final Map<String, Item> items = new HashMap<>();
    private final Map<String, Set<String>> dependents = new HashMap<>();

    /** An object. */
    record Item(ApiResource resource, ObjectMetadata meta) {
        boolean waitsForDependents() {
            return CollectionDecision.waitsForDependents(meta);
        }

        boolean orphansDependents() {
            return CollectionDecision.orphansDependents(meta);
        }

        boolean isBlockedBy(Item dependent) {
            return CollectionDecision.isBlockedBy(meta, dependent.meta());
        }
    }

    synchronized void put(Item item) {
        var before = items.put(item.meta().uid(), item);
        if (before != null) unlink(before);
        for (var owner : item.meta().owners()) {
            dependents
                    .computeIfAbsent(owner.uid(), _ -> new HashSet<>())
                    .add(item.meta().uid());
        }
    }

    synchronized void remove(String uid) {
        var before = items.remove(uid);
        if (before != null) unlink(before);
    }

    private void unlink(Item item) {
        for (var owner : item.meta().owners()) {
            dependents.computeIfPresent(owner.uid(), (_, uids) -> {
                uids.remove(item.meta().uid());
                return uids.isEmpty() ? null : uids;
            });
        }
    }

    synchronized Optional<Item> find(String uid) {
        return Optional.ofNullable(items.get(uid));
    }

    /**
     * Whether an owner would wait for ever: it waits for a dependent that waits in turn, directly or through others, for the owner.
     * An object may own itself.
     */
    synchronized boolean isInCircle(Item owner, Item dependent) {
        var reached = new HashSet<String>();
        var next = new ArrayDeque<Item>();
        if (owner.isBlockedBy(dependent)) next.add(dependent);
        while (!next.isEmpty()) {
            var item = next.remove();
            if (item.meta().uid().equals(owner.meta().uid())) return true;
            if (!item.waitsForDependents() || !reached.add(item.meta().uid())) continue;
            for (var each : dependentsOf(item.meta().uid())) if (item.isBlockedBy(each)) next.add(each);
        }
        return false;
    }

    synchronized List<Item> dependentsOf(String uid) {
        return dependents.getOrDefault(uid, Set.of()).stream()
                .map(items::get)
                .filter(Objects::nonNull)
                .toList();
    }
}
