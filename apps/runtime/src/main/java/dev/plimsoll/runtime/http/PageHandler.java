package dev.plimsoll.runtime.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.client.pace.ComponentThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** Hands requests to a page, each on a virtual thread of its own. */
final class PageHandler extends Handler.Abstract.NonBlocking {
    private final HttpPage page;
    private final Duration bodyLimit;
    private final Scheduler scheduler;
    private final ThreadFactory threads;

    PageHandler(String name, HttpPage page, Duration bodyLimit, Scheduler scheduler) {
        this.page = page;
        this.bodyLimit = bodyLimit;
        this.scheduler = scheduler;
        this.threads = ComponentThreads.named(name + "-", 0).factory();
    }

    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        threads.newThread(() -> answer(request, response, callback)).start();
        return true;
    }

    private void answer(Request request, Response response, Callback callback) {
        try {
            send(response, callback, reply(request));
        } catch (IOException e) {
            callback.failed(e);
        } catch (RuntimeException | Error e) {
            callback.failed(e); // a client is never left without an end
            throw e;
        }
    }

    private PageReply reply(Request request) throws IOException {
        var path = request.getHttpURI().getDecodedPath();
        var type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        var connection = request.getConnectionMetaData().getConnection().getEndPoint();
        // A client that sends its body in crumbs holds a connection and a thread no longer than this.
        var end = request.getLength() == 0
                ? null
                : scheduler.schedule(connection::close, bodyLimit.toMillis(), TimeUnit.MILLISECONDS);
        // What the page leaves of the body is Jetty's business: it takes what has come, or gives the connection up.
        var body = Content.Source.asInputStream(request);
        try {
            return page.answer(new PageRequest(
                    request.getMethod(),
                    path == null ? "/" : path,
                    RequestCredentials.of(request),
                    type == null ? "" : type,
                    request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).stream()
                            .anyMatch("gzip"::equalsIgnoreCase),
                    body));
        } finally {
            if (end != null) end.cancel();
        }
    }

    private static void send(Response response, Callback callback, PageReply reply) {
        response.setStatus(reply.status());
        if (!reply.contentType().isEmpty()) response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        if (reply.status() != 204) response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
    }
}
