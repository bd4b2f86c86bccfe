package dev.plimsoll.apiserver.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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

/** Carries requests from Jetty to the server and replies back. It decides nothing. */
final class JettyFront extends Handler.Abstract {
    /** Replies from this size on are compressed for clients that ask for it. */
    private static final int COMPRESSED_FROM = 128 * 1024;

    private static final int DRAINED = 256 * 1024;

    private final Function<ApiRequest, ApiReply> api;

    JettyFront(Function<ApiRequest, ApiReply> api) {
        this.api = api;
    }

    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        try {
            var reply = api.apply(read(request));
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

    private static ApiRequest read(Request request) {
        var headers = new HashMap<String, String>();
        for (var field : request.getHeaders()) {
            headers.merge(field.getName().toLowerCase(Locale.ROOT), String.valueOf(field.getValue()), JettyFront::join);
        }
        var uri = request.getHttpURI();
        var query = uri.getQuery();
        var path = uri.getPath() == null ? "/" : URIUtil.decodePath(uri.getPath());
        return new ApiRequest(
                request.getMethod(),
                path == null ? "/" : path,
                Parameters.parse(query == null ? "" : query),
                headers,
                most -> body(request, most),
                certificates(request),
                Request.getRemoteAddr(request));
    }

    private static String join(String first, String second) {
        return first + "," + second;
    }

    private static byte[] body(Request request, int most) throws IOException {
        // Not closed: that would fail the request where there is more of it.
        return Content.Source.asInputStream(request).readNBytes(most + 1);
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
    private static void drain(Request request, Response response) throws IOException {
        if (request.getConnectionMetaData().getHttpVersion().getVersion() >= 20) return;
        if (body(request, DRAINED).length > DRAINED) response.getHeaders().put(HttpHeader.CONNECTION, "close");
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

    private static void whole(Request request, Response response, ApiReply.Whole reply, Callback callback)
            throws IOException {
        var size = reply.size();
        if (size >= COMPRESSED_FROM && acceptsGzip(request.getHeaders().get(HttpHeader.ACCEPT_ENCODING))) {
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            response.getHeaders().put(HttpHeader.VARY, "Accept-Encoding");
            try (var stream = new GZIPOutputStream(Content.Sink.asOutputStream(response), 32 * 1024)) {
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
        try (var stream = Content.Sink.asOutputStream(response)) {
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
    private static boolean stream(Request request, Response response, ApiReply.Streaming reply) throws IOException {
        var thread = Thread.currentThread();
        request.addFailureListener(_ -> thread.interrupt());
        try (var stream = Content.Sink.asOutputStream(response)) {
            stream.flush();
            reply.stream().run(stream::write); // nothing on the way keeps a part back

            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }
}
