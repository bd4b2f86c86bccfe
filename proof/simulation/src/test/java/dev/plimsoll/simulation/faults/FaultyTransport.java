package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.objects.access.User;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The way of one process to the API servers, with all that happens on networks. */
final class FaultyTransport implements Transport {
    private final SimulatedProcess process;
    private final User user;
    private final List<ServerProcess> servers;
    private final Faults faults;
    private final ReplyWitness witness;
    private int chosen;
    private long cutOffUntil;

    /** @param witness sees what clients were answered */
    FaultyTransport(
            SimulatedProcess process, User user, List<ServerProcess> servers, Faults faults, ReplyWitness witness) {
        this.process = process;
        this.user = user;
        this.servers = servers;
        this.faults = faults;
        this.witness = witness;
        this.chosen = faults.upTo(servers.size());
    }

    /** What clients are told. */
    interface ReplyWitness {
        /** Of writes alone. */
        void answered(String process, ClientRequest request, Reply reply);

        default void refused(String process, ClientRequest request, Reply reply) {}

        FaultyStream.WatchedLines watches(String process, ClientRequest request);

        /** A request that is about to be sent. */
        default void sent(String process, ClientRequest request) {}

        /** The answer to a read, as it arrived. */
        default void listed(String process, ClientRequest request, Reply reply) {}

        BuiltInMistake mistake();
    }

    private static boolean isWrite(ClientRequest request) {
        return !request.method().equals("GET");
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // the order of threads is the seed's
    public Reply send(ClientRequest request) throws IOException {
        var where = process.name() + " " + request.method() + " " + request.target();
        var refusal = refusal(request, where);
        if (refusal != null) return refusal;
        witness.sent(process.name(), request);
        if (isWrite(request)) process.effect();
        var twin = faults.happens(FaultKind.DUPLICATE_REQUEST, 80, where) ? server().send(user, request) : null;
        var exchange = server().send(user, request);
        var isLost = faults.happens(FaultKind.LOST_ANSWER, isWrite(request) ? 25 : 100, where);
        var givesUp = faults.happens(FaultKind.TIMEOUT, 50, where);
        if (givesUp) {
            Thread.yield();
            throw new IOException("timed out");
        }
        await(exchange);
        if (twin != null && faults.upTo(2) == 0) {
            await(twin);
            exchange = twin;
        }
        var reply = mistaken(request, exchange.reply());
        if (isWrite(request)) process.effect();
        if (isLost) throw new IOException("timed out");
        if (faults.happens(FaultKind.TRUNCATED_ANSWER, 80, where)) return truncated(reply);
        if (isWrite(request) && reply.isSuccess()) witness.answered(process.name(), request, reply);
        else if (reply.isSuccess()) witness.listed(process.name(), request, reply);
        else witness.refused(process.name(), request, reply);
        return reply;
    }

    private Reply truncated(Reply whole) {
        var length = whole.body().length;
        return new Reply(
                whole.status(), whole.headers(), Arrays.copyOf(whole.body(), length == 0 ? 0 : faults.upTo(length)));
    }

    private Reply mistaken(ClientRequest request, Reply reply) {
        if (witness.mistake() != BuiltInMistake.LIST_IS_CUT || isWrite(request) || !reply.isSuccess()) return reply;
        var list = StoredObjects.read(request.target(), reply.body());
        if (!(list.path("items") instanceof ArrayNode items) || items.isEmpty()) return reply;
        items.remove(items.size() - 1);
        return new Reply(reply.status(), reply.headers(), list.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** What goes wrong before the server hears of it; null if nothing does. */
    private @Nullable Reply refusal(ClientRequest request, String where) throws IOException {
        if (process.time().nanos() < cutOffUntil) throw unreachable();
        if (faults.happens(FaultKind.PARTITION, 1500, where)) {
            cutOffUntil = process.time().nanos() + 1_000_000_000L * (1 + faults.upTo(25));
            throw unreachable();
        }
        if (faults.happens(FaultKind.UNREACHABLE, 80, where)) throw unreachable();
        if (faults.happens(FaultKind.LATE_REQUEST, 25, where)) pause(800);
        if (faults.happens(FaultKind.TOO_MANY_REQUESTS, 80, where)) return status(429, "TooManyRequests");
        if (faults.happens(FaultKind.INTERNAL_ERROR, 80, where)) return status(500, "InternalError");
        if (faults.happens(FaultKind.UNAVAILABLE, 80, where)) return status(503, "ServiceUnavailable");
        if (request.method().matches("PUT|PATCH") && faults.happens(FaultKind.CONFLICT, 40, where))
            return status(409, "Conflict");
        return null;
    }

    /** It takes a moment to find out: whoever asks again at once would ask for ever in a time that stands still. */
    private IOException unreachable() throws IOException {
        pause(20);
        return new IOException("no route to host");
    }

    private void pause(int mostMillis) throws InterruptedIOException {
        try {
            process.time().sleep(faults.pause(mostMillis));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static Reply status(int code, String reason) {
        var body = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                + "\"message\":\"simulated\",\"reason\":\"" + reason + "\",\"code\":" + code + "}";
        return new Reply(
                code,
                code == 429 || code == 503
                        ? Map.of("content-type", "application/json", "retry-after", "1")
                        : Map.of("content-type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8));
    }

    private ServerProcess server() throws IOException {
        for (var i = 0; i < servers.size(); i++) {
            var server = servers.get((chosen + i) % servers.size());
            if (!server.isServing()) continue;
            chosen = (chosen + i) % servers.size();
            return server;
        }
        throw unreachable();
    }

    private static void await(ServerProcess.Exchange exchange) throws InterruptedIOException {
        while (!exchange.isDone()) {
            LockSupport.park(exchange);
            if (Thread.currentThread().isInterrupted()) throw new InterruptedIOException("interrupted");
        }
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        var where = process.name() + " watch " + request.target();
        var refusal = refusal(request, where);
        if (refusal != null) return new Streamed.Answered(refusal);
        var stream = new FaultyStream(faults, where, witness.watches(process.name(), request), witness.mistake());
        process.whenKilled(stream::broke);
        var exchange = server().open(user, request, stream);
        await(exchange);
        faults.tell(where + " begins");
        return exchange.streamed();
    }

    @Override
    public void close() {
        // Connections end with their processes.
    }
}
