package dev.plimsoll.integration;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A way to a server on which requests fail while it is cut off. */
record SeverableTransport(Transport inner, AtomicBoolean isCutOff) implements Transport {
    @Override
    public Reply send(ClientRequest request) throws IOException {
        check();
        return inner.send(request);
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        check();
        return inner.open(request);
    }

    private void check() throws IOException {
        if (isCutOff.get()) throw new IOException("Connection refused");
    }

    @Override
    public void close() {
        inner.close();
    }
}
