package dev.plimsoll.apiserver.aggregation;

import dev.plimsoll.apiserver.aggregation.ApiService.Backend;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.StoredChange;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All APIServices as they are now. */
public final class ApiServiceIndex implements KindCache.Observer {
    /** Touched by the thread of the cache only. */
    private final Map<String, ApiService> known = new TreeMap<>();

    private volatile List<ApiService> all = List.of();
    /** By group and version; only those that another server answers for. Mostly there is none, and then nothing is looked up. */
    private volatile Map<String, ApiService> remote = Map.of();

    private volatile Runnable listener = () -> {};

    /** Is told when it changes who is to be asked; must not wait. */
    void onChange(Runnable changed) {
        listener = changed;
    }

    List<ApiService> all() {
        return all;
    }

    Collection<ApiService> remote() {
        return remote.values();
    }

    Optional<ApiService> remote(String apiVersion) {
        var now = remote;
        return now.isEmpty() ? Optional.empty() : Optional.ofNullable(now.get(apiVersion));
    }

    @Override
    public void loaded(Collection<IndexedObject> objects) {
        known.clear();
        for (var object : objects)
            known.put(object.object().key(), ApiService.read(object.object().tree()));
        publish();
        listener.run();
    }

    @Override
    public void changed(StoredChange change) {
        var now = change.now();
        var next = now == null ? null : ApiService.read(now.object().tree());
        var before = next == null ? known.remove(change.key()) : known.put(change.key(), next);
        publish();
        if (next == null || before == null || !next.asksTheSame(before)) listener.run();
    }

    private void publish() {
        var others = new HashMap<String, ApiService>();
        for (var each : known.values()) {
            if (each.backend() instanceof Backend.Remote)
                others.put(each.registration().apiVersion(), each);
        }
        remote = Map.copyOf(others);
        all = List.copyOf(known.values());
    }
}
