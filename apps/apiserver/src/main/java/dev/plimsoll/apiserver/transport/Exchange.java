package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.DocumentReply;
import dev.plimsoll.apiserver.request.Encoding;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.streams.UpgradedConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** One request and its reply. It is answered once: by its own thread, or by the clock. */
final class Exchange {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Function<ApiRequest, ApiReply> api;
    private final ReplyWriter writer;
    private final WebSockets sockets;
    private final UnreadBody unread;
    private final long endNanos;
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile @Nullable RequestContext context;

    /** What becomes of a body that was not read. */
    private enum Rest {
        DROPPED,
        /** Its own thread may still be waiting for it. */
        LEFT
    }

    Exchange(
            Request request,
            Response response,
            Callback callback,
            Function<ApiRequest, ApiReply> api,
            ReplyWriter writer,
            WebSockets sockets,
            UnreadBody unread,
            long endNanos) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.api = api;
        this.writer = writer;
        this.sockets = sockets;
        this.unread = unread;
        this.endNanos = endNanos;
    }

    /** Answers it, and waits as long as that takes. Tells {@code known} who asks, if they proved it. */
    void answer(ApiRequest asked, Consumer<String> known) {
        // Who waits for an answer is not idle. A read or write that makes no progress fails all the same.
        request.addIdleTimeoutListener(_ -> false);
        context = asked.context();
        var reply = api.apply(asked);
        var user = ReplyWriter.name(asked.context());
        if (!user.isEmpty() && !user.equals(User.ANONYMOUS.name())) known.accept(user);
        if (answered.compareAndSet(false, true)) send(reply, user, Rest.DROPPED);
        else abandon(reply);
    }

    private static void abandon(ApiReply reply) {
        switch (reply) {
            case ApiReply.Whole _ -> {}
            case ApiReply.Streaming streaming -> streaming.stream().abandon();
            case ApiReply.Upgraded upgraded -> upgraded.session().abandon();
        }
    }

    /** Answers that there is no answer, if it is time to. Does not wait. */
    void expire(long nowNanos) {
        if (nowNanos - endNanos < 0) return;
        var asked = context;
        if (asked != null && asked.isUnhurried()) return;
        if (!answered.compareAndSet(false, true)) return;
        ComponentThreads.named("request-timeout")
                .start(() -> send(DocumentReply.refused(new Refusal.Timeout(), Encoding.JSON), "", Rest.LEFT));
    }

    private void send(ApiReply reply, String user, Rest rest) {
        try {
            switch (reply) {
                case ApiReply.Whole whole -> {
                    writer.whole(request, response, whole, user);
                    if (rest == Rest.DROPPED) unread.drop(request);
                }
                case ApiReply.Streaming streaming
                when isUpgrade() -> {
                    sockets.upgrade(request, response, callback, streaming);
                    return;
                }
                case ApiReply.Streaming streaming -> writer.stream(request, response, streaming, user);
                case ApiReply.Upgraded upgraded -> {
                    if (!UpgradedConnection.isPossible(request)) {
                        upgraded.session().abandon();
                        throw new IOException("a connection with other requests cannot change its protocol");
                    }
                    var session = upgraded.session();
                    UpgradedConnection.begin(
                            request, response, whenTaken(session), upgraded.headers(), Duration.ZERO, session::run);
                    return;
                }
            }
            callback.succeeded();
        } catch (IOException e) {
            callback.failed(e);
        } catch (InterruptedException e) {
            callback.failed(new IOException("the client has gone", e));
        } finally {
            // Unless it ran; a socket's stream runs on another thread.
            if (reply instanceof ApiReply.Streaming streaming && !isUpgrade())
                streaming.stream().abandon();
        }
    }

    /** The session runs when the client has been told, or not at all. */
    private Callback whenTaken(ApiReply.Session session) {
        return Callback.from(callback::succeeded, problem -> {
            session.abandon();
            callback.failed(problem);
        });
    }

    private boolean isUpgrade() {
        return "websocket".equalsIgnoreCase(request.getHeaders().get(HttpHeader.UPGRADE));
    }
}
