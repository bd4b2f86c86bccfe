package dev.plimsoll.apiserver.flowcontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.StoredChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** All objects of a kind as they are now, and some that are there even if nobody stored them. */
final class ConfigIndex<T> implements KindCache.Observer {
    private final Function<ObjectNode, T> read;
    private final Function<T, String> name;
    private final List<T> mandatory;
    private final Runnable changed;
    /** Touched by the thread of the cache only. */
    private final Map<String, T> known = new TreeMap<>();

    private volatile List<T> all;

    ConfigIndex(Function<ObjectNode, T> read, Function<T, String> name, List<ObjectNode> mandatory, Runnable changed) {
        this.read = read;
        this.name = name;
        this.mandatory = mandatory.stream().map(read).toList();
        this.changed = changed;
        this.all = this.mandatory;
    }

    List<T> all() {
        return all;
    }

    @Override
    public void loaded(Collection<IndexedObject> objects) {
        known.clear();
        for (var object : objects)
            known.put(object.object().key(), read.apply(object.object().tree()));
        publish();
    }

    /** A change that says the same, such as one of the status, changes nothing. */
    @Override
    public void changed(StoredChange change) {
        var now = change.now();
        var next = now == null ? null : read.apply(now.object().tree());
        var before = next == null ? known.remove(change.key()) : known.put(change.key(), next);
        if (next == null || !next.equals(before)) publish();
    }

    private void publish() {
        var names = known.values().stream().map(name).toList();
        var next = new ArrayList<>(known.values());
        for (var each : mandatory) if (!names.contains(name.apply(each))) next.add(each);
        all = List.copyOf(next);
        changed.run();
    }
}
