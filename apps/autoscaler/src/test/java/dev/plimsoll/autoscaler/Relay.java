package dev.plimsoll.autoscaler;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;

/** Stands between the autoscaler and a real API server, and sees or changes what passes. */
abstract class Relay implements Transport {
    protected final Transport server;

    Relay(Transport server) {
        this.server = server;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        return server.send(request);
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        return server.open(request);
    }

    @Override
    public void close() {
        server.close();
    }
}
