package dev.plimsoll.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.kinds.discovery.BackendVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the API servers behind this one said that they have, when they were last asked. */
public final class BackendCatalog {
    private final ApiServiceIndex index;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /**
     * What one said.
     *
     * @param resources its list of resources
     * @param schemaHash of its OpenAPI document; empty if it has none
     */
    record Entry(JsonNode resources, String schemaHash) {}

    BackendCatalog(ApiServiceIndex index) {
        this.index = index;
    }

    /** Those that other servers answer for. */
    public List<BackendVersion> groupVersions() {
        var all = new ArrayList<BackendVersion>();
        for (var service : index.remote()) {
            var known = entries.get(service.registration().apiVersion());
            all.add(new BackendVersion(
                    service.registration(),
                    service.available(),
                    known == null ? MissingNode.getInstance() : known.resources(),
                    known == null ? "" : known.schemaHash()));
        }
        return all;
    }

    void put(String apiVersion, Entry entry) {
        entries.put(apiVersion, entry);
    }

    /** Forgets what nobody answers for any more. */
    void retain() {
        entries.keySet().removeIf(apiVersion -> index.remote(apiVersion).isEmpty());
    }
}
