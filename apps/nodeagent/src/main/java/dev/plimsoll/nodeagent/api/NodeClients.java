package dev.plimsoll.nodeagent.api;

import dev.plimsoll.client.ApiClient;

/** The way of each node to the API: every node is somebody of its own there. */
public interface NodeClients {
    ApiClient of(String node);
}
