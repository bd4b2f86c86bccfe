package dev.plimsoll.runtime;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** A way to the server on which only the leader may write, whatever its threads still do. */
public final class LeaderOnlyTransport implements Transport {
    private final Transport transport;
    private final BooleanSupplier isLeading;

    public LeaderOnlyTransport(Transport transport, BooleanSupplier isLeading) {
        this.transport = transport;
        this.isLeading = isLeading;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        if (!request.method().equals("GET") && !isLeading.getAsBoolean()) {
            throw new IOException("this process does not lead");
        }
        return transport.send(request);
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        return transport.open(request);
    }

    /** The transport stays open. */
    @Override
    public void close() {}
}
