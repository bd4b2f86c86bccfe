package dev.plimsoll.kinds.flowcontrol;

import dev.plimsoll.objects.access.User;

/**
 * What flow schemas see of a request.
 *
 * @param resource with its subresource behind a slash; empty for pages of the server
 * @param namespace empty for requests of the whole cluster
 * @param path of a page
 */
public record FlowRequest(User user, String verb, String group, String resource, String namespace, String path) {
    public boolean isResource() {
        return !resource.isEmpty();
    }
}
