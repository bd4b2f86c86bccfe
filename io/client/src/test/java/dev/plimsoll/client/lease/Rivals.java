package dev.plimsoll.client.lease;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server that holds one Lease and refuses stale versions; candidates can be cut off from it. */
final class Rivals implements Transport {
    private @Nullable ObjectNode lease;
    private long version = 1;
    boolean down;

    ObjectNode lease() {
        if (lease == null) throw new AssertionError("no lease yet");
        return lease;
    }

    String holder() {
        return lease().path("spec").path("holderIdentity").asText();
    }

    @Override
    public synchronized Reply send(ClientRequest request) throws IOException {
        if (down) throw new IOException("unreachable");
        return switch (request.method()) {
            case "GET" -> lease == null ? status(404, "NotFound") : ok(lease);
            case "POST" -> lease == null ? store(request) : status(409, "AlreadyExists");
            case "PUT" -> isCurrent(request) ? store(request) : status(409, "Conflict");
            default -> throw new AssertionError(request.method());
        };
    }

    private boolean isCurrent(ClientRequest request) {
        var sent =
                ClientJson.read(request.body()).orElseThrow().path("metadata").path("resourceVersion");
        return lease != null && sent.equals(lease.path("metadata").path("resourceVersion"));
    }

    private Reply store(ClientRequest request) {
        lease = ClientJson.read(request.body()).orElseThrow();
        lease.withObject("/metadata").put("resourceVersion", Long.toString(version++));
        return ok(lease);
    }

    private static Reply ok(ObjectNode document) {
        return new Reply(200, Map.of(), ClientJson.bytes(document));
    }

    private static Reply status(int code, String reason) {
        var text = "{\"kind\":\"Status\",\"code\":" + code + ",\"reason\":\"" + reason + "\",\"message\":\"no\"}";
        return new Reply(code, Map.of(), text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Streamed open(ClientRequest request) {
        throw new AssertionError("no watch");
    }

    @Override
    public void close() {}
}
