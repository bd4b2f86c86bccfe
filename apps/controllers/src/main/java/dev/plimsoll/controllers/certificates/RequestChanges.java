package dev.plimsoll.controllers.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.objects.ApiObject;
import java.time.Duration;
import java.time.Instant;

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

    /** Deletes a request when it is time to; before that it asks to be called again then. */
    static ReconcileResult deleteAt(ControllerContext around, ApiResource kind, ApiObject request, Instant end) {
        if (request.metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var left = Duration.between(around.time().instant(), end);
        if (left.isPositive()) return ReconcileResult.again(left);
        var outcome = around.client().delete(kind, request.name(), DeleteOptions.atOnce(request.uid()));
        return outcome.isDeleted() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(outcome.problem());
    }

    /** How a write ended. One that is gone needs no answer. */
    static ReconcileResult ended(RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }
}
