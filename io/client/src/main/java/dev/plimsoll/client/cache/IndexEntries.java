package dev.plimsoll.client.cache;

import dev.plimsoll.client.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The objects of one index, and who follows which key. One thread writes at a time; anybody reads the objects. */
final class IndexEntries<T> {
    private final CacheIndex<? super T> index;
    private final Map<String, Map<ObjectName, T>> objects = new ConcurrentHashMap<>();
    private final Map<String, List<Handler<T>>> handlers = new ConcurrentHashMap<>();

    IndexEntries(CacheIndex<? super T> index) {
        this.index = index;
    }

    List<T> found(String key) {
        return List.copyOf(objects.getOrDefault(key, Map.of()).values());
    }

    Map<ObjectName, T> entries(String key) {
        return objects.getOrDefault(key, Map.of());
    }

    void subscribe(String key, Handler<T> handler) {
        handlers.merge(key, List.of(handler), (before, added) -> {
            var all = new ArrayList<>(before);
            all.addAll(added);
            return List.copyOf(all);
        });
    }

    void unsubscribe(String key, Handler<T> handler) {
        handlers.computeIfPresent(key, (_, before) -> {
            var rest = before.stream().filter(each -> !each.equals(handler)).toList();
            return rest.isEmpty() ? null : rest;
        });
    }

    List<Handler<T>> everyHandler() {
        return handlers.values().stream().flatMap(List::stream).toList();
    }

    /** Takes over a change of one object, and tells those who follow its keys. */
    void change(ObjectName name, @Nullable T before, @Nullable T now, Telling<T> telling) {
        var left = before == null ? Set.<String>of() : index.keys().apply(before);
        var entered = now == null ? Set.<String>of() : index.keys().apply(now);
        for (var key : left) {
            if (before == null || entered.contains(key)) continue;
            objects.computeIfPresent(key, (_, held) -> {
                held.remove(name);
                return held.isEmpty() ? null : held;
            });
            tell(key, new CacheChange.Removed<>(name, before), telling);
        }
        for (var key : entered) {
            if (now == null) continue;
            objects.computeIfAbsent(key, _ -> new ConcurrentHashMap<>()).put(name, now);
            if (before != null && left.contains(key)) tell(key, new CacheChange.Updated<>(name, before, now), telling);
            else tell(key, new CacheChange.Added<>(name, now), telling);
        }
    }

    private void tell(String key, CacheChange<T> change, Telling<T> telling) {
        for (var handler : handlers.getOrDefault(key, List.of())) telling.tell(handler, change);
    }

    /** Calls a handler, and survives its mistakes. */
    interface Telling<T> {
        void tell(Handler<T> handler, CacheChange<T> change);
    }
}
