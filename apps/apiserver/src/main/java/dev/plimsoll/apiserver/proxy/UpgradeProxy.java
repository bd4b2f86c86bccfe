package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.Relay;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.UpgradeRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * Requests that change the protocol of their connection. Whoever is behind the proxy agrees on the protocol with the client; the server
 * passes the bytes on and understands none of them.
 */
public final class UpgradeProxy {
    /** As long as a kubelet keeps a silent connection. */
    private static final Duration IDLE = Duration.ofHours(4);

    private static final int MOST_REFUSAL_BYTES = 16 * 1024;

    private UpgradeProxy() {}

    /** Opens the connection that is passed on. */
    public interface Dialer {
        DuplexStream open(URI page) throws IOException;
    }

    /** What the other side answers: the beginning of a session, or its refusal as it stands. */
    public static ApiReply open(ApiRequest request, URI page, List<ResponseHead.Field> more, Dialer dialer) {
        DuplexStream server;
        try {
            server = dialer.open(page);
        } catch (IOException e) {
            throw failed("error dialing backend: dial tcp " + page.getRawAuthority() + ": " + text(e));
        }
        try {
            UpgradeRequest.send(server, request.method(), page, fields(request, more));
            var head = ResponseHead.read(server.input());
            return head.status() == 101 ? upgraded(head, server) : refused(head, server);
        } catch (IOException e) {
            server.close();
            throw failed("error sending request: " + request.method() + " \"" + page + "\": " + text(e));
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static List<ResponseHead.Field> fields(ApiRequest request, List<ResponseHead.Field> more) {
        var fields = new ArrayList<ResponseHead.Field>();
        request.headers().forEach((name, values) -> {
            if (UpgradeRequest.isPassedOn(name))
                for (var value : values) fields.add(new ResponseHead.Field(name, value));
        });
        for (var field : more) if (!UpgradeRequest.isPassedOn(field.name())) fields.add(field);
        return fields;
    }

    private static ApiReply upgraded(ResponseHead head, DuplexStream server) {
        var headers = new HashMap<String, String>();
        for (var field : head.fields()) headers.putIfAbsent(field.name(), field.value());
        return new ApiReply.Upgraded(headers, new ApiReply.Session() {
            @Override
            public void run(DuplexStream client) {
                Relay.run(client, server, IDLE);
            }

            @Override
            public void abandon() {
                server.close();
            }
        });
    }

    /** The connection is not used again, so a body that is longer than anybody reads is cut. */
    private static ApiReply refused(ResponseHead head, DuplexStream server) throws IOException {
        try (server) {
            var length = head.find("content-length").map(Long::parseLong).orElse((long) MOST_REFUSAL_BYTES);
            var body = head.find("transfer-encoding").isPresent()
                    ? new byte[0]
                    : server.input().readNBytes(Math.clamp(length, 0, MOST_REFUSAL_BYTES));
            var type = head.find("content-type").orElse("text/plain; charset=utf-8");
            var accepted = "X-Accepted-Stream-Protocol-Versions";
            var reply = ApiReply.Whole.of(head.status(), type, body);
            return head.find(accepted)
                    .map(value -> reply.withHeader(accepted, value))
                    .orElse(reply);
        } catch (NumberFormatException e) {
            throw new IOException("malformed HTTP response", e);
        }
    }

    private static RefusedException failed(String why) {
        return new RefusedException(new Refusal.Internal(why));
    }

    static String text(IOException problem) {
        var message = problem.getMessage();
        return message == null || message.isEmpty() ? "no answer" : message;
    }
}
