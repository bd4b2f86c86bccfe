package dev.plimsoll.apiserver.authorization;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.StoredChange;
import java.util.Collection;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All objects of a kind in a form that is quick to ask, read once when they change. */
final class ParsedIndex<T> implements KindCache.Observer {
    private final Function<ObjectNode, T> read;
    private volatile ConcurrentNavigableMap<String, T> items = new ConcurrentSkipListMap<>();

    ParsedIndex(Function<ObjectNode, T> read) {
        this.read = read;
    }

    @Override
    public void loaded(Collection<IndexedObject> objects) {
        var fresh = new ConcurrentSkipListMap<String, T>();
        for (var object : objects)
            fresh.put(object.object().key(), read.apply(object.object().tree()));
        items = fresh;
    }

    @Override
    public void changed(StoredChange change) {
        if (change.now() == null) items.remove(change.key());
        else items.put(change.key(), read.apply(change.now().object().tree()));
    }

    /** By their keys, so that what comes first is always the same. */
    Collection<T> all() {
        return items.values();
    }

    /** Those whose keys begin so. */
    Collection<T> under(String prefix) {
        return items.subMap(prefix, prefix + Character.MAX_VALUE).values();
    }

    @Nullable
    T at(String key) {
        return items.get(key);
    }
}
