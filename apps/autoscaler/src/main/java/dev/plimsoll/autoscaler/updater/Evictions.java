package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;

/** Evicts pods; what keeps them is for the API server to know. */
final class Evictions {
    private final ApiClient client;

    Evictions(ApiClient client) {
        this.client = client;
    }

    /** Why the pod was not evicted; empty where it was. */
    String evict(UpdateCandidate candidate) {
        var name = candidate.view().name();
        var eviction = ClientJson.object().put("apiVersion", "policy/v1").put("kind", "Eviction");
        eviction.putObject("metadata").put("name", name.name()).put("namespace", name.namespace());
        // A pod made anew under its name is another pod.
        eviction.putObject("deleteOptions")
                .putObject("preconditions")
                .put("uid", candidate.view().uid());
        return client.create(ApiResource.PODS.sub("eviction"), name, eviction).problem();
    }
}
