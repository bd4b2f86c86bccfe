package dev.plimsoll.apiserver.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.apiserver.refusal.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Carries requests from Jetty to the server and replies back. It decides nothing. */
final class JettyFront extends Handler.Abstract {
    /** Replies from this size on are compressed for clients that ask for it. */
    private static final int COMPRESSED_FROM = 128 * 1024;

    private static final int DRAINED = 256 * 1024;

    private final Function<ApiRequest, ApiReply> api;
    private final ServerWebSocketContainer sockets;
    private final Limits limits;
    private final OpenStreams streams;

    JettyFront(Function<ApiRequest, ApiReply> api, ServerWebSocketContainer sockets, Limits limits) {
        this.api = api;
        this.sockets = sockets;
        this.limits = limits;
        this.streams = new OpenStreams(limits.idle().toMillis());
    }

    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        // Who waits for an answer is not idle. A read or write that makes no progress fails all the same.
        request.addIdleTimeoutListener(_ -> false);
        try {
            var reply = api.apply(read(request));
            if (reply instanceof ApiReply.Streaming streaming && isUpgrade(request)) {
                upgrade(request, response, callback, streaming);
                return true;
            }
            if (reply instanceof ApiReply.Whole) drain(request, response);
            begin(response, reply);
            switch (reply) {
                case ApiReply.Whole whole -> whole(request, response, whole, callback);
                case ApiReply.Streaming streaming -> {
                    if (stream(request, response, streaming)) callback.succeeded();
                    else callback.failed(new IOException("the client has gone"));
                }
            }
        } catch (IOException e) {
            callback.failed(e);
        }
        return true;
    }

    private static boolean isUpgrade(Request request) {
        return "websocket".equalsIgnoreCase(request.getHeaders().get(HttpHeader.UPGRADE));
    }

    private void upgrade(Request request, Response response, Callback callback, ApiReply.Streaming reply)
            throws IOException {
        if (sockets.upgrade((_, _, _) -> new WatchSocket(reply.stream(), limits.idle()), request, response, callback))
            return;
        var refused = Api.refused(new Refusal.BadRequest("this is no handshake of a WebSocket"));
        begin(response, refused);
        whole(request, response, refused, callback);
    }

    private ApiRequest read(Request request) {
        var headers = new HashMap<String, List<String>>();
        for (var field : request.getHeaders()) {
            headers.computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
                    .add(String.valueOf(field.getValue()));
        }
        var uri = request.getHttpURI();
        var query = uri.getQuery();
        var path = uri.getPath() == null ? "/" : URIUtil.decodePath(uri.getPath());
        return new ApiRequest(
                request.getMethod(),
                uri.getPathQuery(),
                path == null ? "/" : path,
                Parameters.parse(query == null ? "" : query),
                headers,
                new Body(request, limits),
                certificates(request),
                Request.getRemoteAddr(request),
                new Notes());
    }

    /** A body that must come within a time, however busily the client sends its crumbs. */
    private record Body(Request request, Limits limits) implements ApiRequest.Body {
        @Override
        public int most() {
            return limits.requestBytes();
        }

        @Override
        public byte[] read() throws IOException {
            return read(most());
        }

        /** All of it, or one byte more than the bound if there is more. */
        byte[] read(int bound) throws IOException {
            var end = System.nanoTime() + limits.idle().toNanos();
            var out = new ByteArrayOutputStream();
            while (out.size() <= bound) {
                var chunk = request.read();
                if (chunk == null) {
                    awaitMore(end);
                    continue;
                }
                if (Content.Chunk.isFailure(chunk)) throw new IOException(chunk.getFailure());
                try {
                    var bytes = new byte[Math.min(chunk.remaining(), bound + 1 - out.size())];
                    chunk.get(bytes, 0, bytes.length);
                    out.writeBytes(bytes);
                } finally {
                    chunk.release();
                }
                if (chunk.isLast()) break;
            }
            return out.toByteArray();
        }

        private void awaitMore(long end) throws IOException {
            var available = new CountDownLatch(1);
            request.demand(available::countDown);
            try {
                if (!available.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new IOException("the body takes too long");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("the server is stopping", e);
            }
        }
    }

    private static List<X509Certificate> certificates(Request request) {
        var attribute = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
        if (!(attribute instanceof EndPoint.SslSessionData data) || data.peerCertificates() == null) return List.of();
        return List.of(data.peerCertificates());
    }

    /**
     * A reply may be known before the body was read. On HTTP/1.1 what follows on the connection can only be understood behind
     * the body: so a small one is read to its end, and after a large one the client is told to come again.
     */
    private void drain(Request request, Response response) throws IOException {
        if (request.getConnectionMetaData().getHttpVersion().getVersion() >= 20) return;
        if (new Body(request, limits).read(DRAINED).length > DRAINED)
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }

    private static void begin(Response response, ApiReply reply) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        for (var warning : reply.warnings()) response.getHeaders().add("Warning", warning(warning));
    }

    static String warning(String text) {
        return "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private void whole(Request request, Response response, ApiReply.Whole reply, Callback callback) throws IOException {
        var size = reply.size();
        if (size >= COMPRESSED_FROM && acceptsGzip(request.getHeaders().get(HttpHeader.ACCEPT_ENCODING))) {
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            response.getHeaders().put(HttpHeader.VARY, "Accept-Encoding");
            try (var stream = new GZIPOutputStream(new PatientOutput(response, limits.idle()), 32 * 1024)) {
                for (var part : reply.parts()) stream.write(part);
            }
            callback.succeeded();
            return;
        }
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, size);
        // Headers, body and the end of it in one write, and nobody waits for it.
        if (reply.parts().size() == 1) {
            response.write(true, ByteBuffer.wrap(reply.parts().getFirst()), callback);
            return;
        }
        try (var stream = new PatientOutput(response, limits.idle())) {
            chunked(reply.parts(), stream);
        }
        callback.succeeded();
    }

    /** Many small parts go out in fewer, larger writes. */
    private static void chunked(List<byte[]> parts, OutputStream stream) throws IOException {
        var chunk = new ByteArrayOutputStream(64 * 1024);
        for (var part : parts) {
            chunk.write(part, 0, part.length);
            if (chunk.size() < 48 * 1024) continue;
            chunk.writeTo(stream);
            chunk.reset();
        }
        chunk.writeTo(stream);
    }

    private static boolean acceptsGzip(@org.jspecify.annotations.Nullable String header) {
        return header != null && header.contains("gzip");
    }

    /** A cancelled HTTP/2 stream is only noticed by a listener: it wakes the thread that waits for events. */
    private boolean stream(Request request, Response response, ApiReply.Streaming reply) throws IOException {
        var thread = Thread.currentThread();
        request.addFailureListener(_ -> thread.interrupt());
        var connection = request.getConnectionMetaData().getConnection().getEndPoint();
        streams.begin(connection);
        try (var stream = new PatientOutput(response, limits.idle())) {
            stream.begin();
            reply.stream().run(stream::write);
            return true;
        } catch (InterruptedException _) {
            return false;
        } finally {
            streams.end(connection);
        }
    }
}
