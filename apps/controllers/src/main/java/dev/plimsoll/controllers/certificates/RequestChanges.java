package dev.plimsoll.controllers.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.objects.ApiObject;

/** What controllers of requests have in common: they look at each that comes or changes. */
final class RequestChanges {
    private RequestChanges() {}

    static <T extends ApiObject> void follow(Cache<T> requests, WorkQueue queue) {
        requests.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<T>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<T>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<T> _, CacheChange.Synced<T> _ -> {}
            }
        });
    }

    /** How a write ended. One that is gone needs no answer. */
    static ReconcileResult ended(RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }
}
