package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.pod.EvictionDraft;

/** Evicts pods; what keeps them is for the API server to know. */
final class Evictions {
    private final ApiClient client;

    Evictions(ApiClient client) {
        this.client = client;
    }

    /** Why the pod was not evicted; empty where it was. */
    String evict(UpdateCandidate candidate) {
        var view = candidate.view();
        return client.create(
                        ApiResource.PODS.sub("eviction"),
                        view.name(),
                        new EvictionDraft(view.name(), view.uid()).document())
                .problem();
    }
}
