package dev.plimsoll.controllers.garbage;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.controllers.objects.Meta;
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
    record Item(ApiResource resource, Meta meta) {
        boolean waitsForDependents() {
            return meta.isBeingDeleted() && meta.finalizers().contains(Collecting.FOREGROUND);
        }

        boolean orphansDependents() {
            return meta.isBeingDeleted() && meta.finalizers().contains(Collecting.ORPHAN);
        }

        boolean isBlockedBy(Item dependent) {
            return dependent.meta().owners().stream()
                    .anyMatch(owner -> owner.uid().equals(meta.uid()) && owner.blocks());
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

    synchronized List<Item> dependentsOf(String uid) {
        return dependents.getOrDefault(uid, Set.of()).stream()
                .map(items::get)
                .filter(Objects::nonNull)
                .toList();
    }
}
