package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.Representation;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.objects.access.User;

/**
 * A request that was routed, authenticated and authorized.
 *
 * @param namespace empty for the cluster
 * @param name empty for the collection
 * @param subresource empty for the object itself
 */
public record Call(
        ApiRequest request,
        User user,
        Kind kind,
        String namespace,
        String name,
        String subresource,
        Representation representation) {
    public Parameters query() {
        return request.query();
    }
}
