package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.limits.ClientBudget;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.streams.DisconnectWatch;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** Writes replies, as fast as their clients take them. */
final class ReplyWriter {
    /** Replies from this size on are compressed for clients that ask for it. */
    private static final int COMPRESSED_FROM = 128 * 1024;

    /** A client is waited for after each write, so that few large ones are quicker than many small ones. */
    private static final int CHUNK = 256 * 1024;

    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final RequestLimits limits;
    private final OpenStreams streams;
    private final ClientBudget slowReaders;
    private volatile boolean last;

    ReplyWriter(RequestLimits limits) {
        this.limits = limits;
        this.streams = new OpenStreams(limits.idle().toMillis());
        var bytes = limits.clients().replyBytes();
        this.slowReaders = new ClientBudget(bytes, bytes / 4);
    }

    /** From now on each reply is the last on its connection. */
    void lastReplies() {
        last = true;
    }

    static void head(Response response, ApiReply reply) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        for (var value : WarningHeader.values(reply.warnings()))
            response.getHeaders().add("Warning", value);
    }

    /** A reply that is known when it begins. */
    void whole(Request request, Response response, ApiReply.Whole reply, String user) throws IOException {
        closeUnlessRead(request, response);
        head(response, reply);
        var size = reply.size();
        var compressed =
                size >= COMPRESSED_FROM && acceptsGzip(request.getHeaders().get(HttpHeader.ACCEPT_ENCODING));
        if (!compressed) response.getHeaders().put(HttpHeader.CONTENT_LENGTH, size);
        try (var stream = output(response, limits.requestTime(), user, compressed ? reply.held() : 0)) {
            if (compressed) {
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
                response.getHeaders().put(HttpHeader.VARY, "Accept-Encoding");
                try (var zipped = new FastGzip(stream)) {
                    for (var part : reply.parts()) part.writeTo(zipped);
                }
            } else if (reply.parts().size() == 1) {
                stream.only(ApiReply.Part.joined(reply.parts()));
            } else {
                chunked(reply.parts(), stream, (int) Math.min(size, CHUNK));
            }
        }
    }

    /**
     * A reply may be known before the body was read. On HTTP/1.1 what follows on the connection can only be understood behind the
     * body, and a client that holds it back is not waited for. A server that ends takes no more requests on it either.
     */
    private void closeUnlessRead(Request request, Response response) {
        if (!isHttp2(request) && (last || !UnreadBody.isComplete(request)))
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }

    static boolean isHttp2(Request request) {
        return request.getConnectionMetaData().getHttpVersion().getVersion() >= 20;
    }

    private TimeoutOutputStream output(Response response, Duration total, String user, long held) {
        var end = System.nanoTime() + total.toNanos();
        return new TimeoutOutputStream(
                response, new TimeoutOutputStream.Terms(limits.idle(), end, slowReaders, user, held));
    }

    /** Many small parts go out in fewer, larger writes. */
    private static void chunked(List<ApiReply.Part> parts, OutputStream stream, int most) throws IOException {
        var chunk = new byte[most];
        var length = 0;
        for (var part : parts) {
            if (length > 0 && part.length() > most - length) {
                stream.write(chunk, 0, length);
                length = 0;
            }
            if (part.length() > most) {
                part.writeTo(stream);
                continue;
            }
            System.arraycopy(part.bytes(), part.from(), chunk, length, part.length());
            length += part.length();
        }
        if (length > 0) stream.write(chunk, 0, length);
    }

    private static boolean acceptsGzip(@Nullable String header) {
        return header != null && header.contains("gzip");
    }

    /**
     * A reply that is written while it happens, on the thread of its request, which is interrupted when the client goes. Over
     * HTTP/1.1 that is only noticed by reading, and then the connection is good for nothing else.
     */
    void stream(Request request, Response response, ApiReply.Streaming reply, String user)
            throws IOException, InterruptedException {
        var thread = Thread.currentThread();
        request.addFailureListener(_ -> thread.interrupt());
        head(response, reply);
        var connection = request.getConnectionMetaData().getConnection().getEndPoint();
        if (!isHttp2(request)) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
            DisconnectWatch.begin(connection, thread::interrupt);
        }
        streams.begin(connection);
        try (var stream = output(response, FOR_EVER, user, 0)) {
            stream.begin();
            reply.stream().run(stream::write);
        } finally {
            streams.end(connection);
        }
    }

    static String name(RequestContext context) {
        return context.user().map(User::name).orElse("");
    }
}
