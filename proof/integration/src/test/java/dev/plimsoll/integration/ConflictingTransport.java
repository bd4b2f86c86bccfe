package dev.plimsoll.integration;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** A way to a server on which the first requests of some kind for each object are answered with a conflict, and are not done. */
public final class ConflictingTransport implements Transport {
    private static final byte[] CONFLICT = """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Conflict",
             "message":"somebody was faster","code":409}""".getBytes(StandardCharsets.UTF_8);

    private final Transport inner;
    private final Predicate<ClientRequest> refused;
    private final int times;
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();

    /** Refuses so many requests for each object. */
    public ConflictingTransport(Transport inner, Predicate<ClientRequest> refused, int times) {
        this.inner = inner;
        this.refused = refused;
        this.times = times;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        var isRefused = refused.test(request)
                && asked.merge(request.method() + " " + request.target(), 1, Integer::sum) <= times;
        return isRefused
                ? new Reply(409, Map.of("content-type", "application/json"), CONFLICT.clone())
                : inner.send(request);
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        return inner.open(request);
    }

    @Override
    public void close() {
        inner.close();
    }
}
