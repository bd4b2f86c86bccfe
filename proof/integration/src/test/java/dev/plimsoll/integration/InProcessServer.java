package dev.plimsoll.integration;

import dev.plimsoll.client.ApiClient;

/** An API server for tests of other packages, without the network. */
public final class InProcessServer implements AutoCloseable {
    private final Server server = new Server();

    public ApiClient client() {
        return server.inProcess();
    }

    @Override
    public void close() {
        server.close();
    }
}
