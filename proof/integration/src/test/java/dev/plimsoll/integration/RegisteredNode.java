package dev.plimsoll.integration;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;

/** A resize is judged by the Node of its pod. A node runs pods that name it before its own object is there. */
final class RegisteredNode {
    private RegisteredNode() {}

    static void await(ApiClient client, String name) {
        try {
            Patience.until(
                    "node " + name + " is registered",
                    () -> client.get(ApiResource.NODES, ObjectName.ofCluster(name))
                            .done()
                            .isPresent());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
