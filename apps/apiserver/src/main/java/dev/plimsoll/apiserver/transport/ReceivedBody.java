package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.limits.ClientBudget;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.User;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, read when it is asked for and then kept. One that has to be waited for counts against a budget and must
 * come within a time, however busily the client sends its crumbs. Only the thread of the request reads it.
 */
final class ReceivedBody implements ApiRequest.Body {
    private final Request request;
    private final RequestLimits limits;
    private final ClientBudget budget;
    private final RequestContext context;
    private final long endNanos;
    private byte @Nullable [] received;

    /** Must have come at {@code endNanos}. */
    ReceivedBody(Request request, RequestLimits limits, ClientBudget budget, RequestContext context, long endNanos) {
        this.request = request;
        this.limits = limits;
        this.budget = budget;
        this.context = context;
        this.endNanos = endNanos;
    }

    @Override
    public int most() {
        return limits.requestBytes();
    }

    @Override
    public long length() {
        var announced = request.getLength();
        if (announced >= 0) return announced;
        var http2 = request.getConnectionMetaData().getHttpVersion().getVersion() >= 20;
        return http2 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING) ? UNKNOWN : 0;
    }

    @Override
    public byte[] read() throws IOException {
        var bytes = received;
        if (bytes == null) {
            bytes = receive();
            received = bytes;
        }
        return bytes;
    }

    private byte[] receive() throws IOException {
        var out = new ByteArrayOutputStream();
        if (arrive(out)) return out.toByteArray();
        var user = context.user().map(User::name).orElse("");
        var privileged =
                context.user().map(who -> who.groups().contains(User.MASTERS)).orElse(false);
        var amount = length() == UNKNOWN ? most() : length();
        if (!budget.take(user, amount, privileged)) throw tooMany();
        try {
            do await();
            while (!arrive(out));
            return out.toByteArray();
        } finally {
            budget.give(user, amount);
        }
    }

    @Override
    public InputStream stream() {
        return Content.Source.asInputStream(request);
    }

    private static RefusedException tooMany() {
        return new RefusedException(
                new Refusal.TooManyRequests("Too many requests, please try again later.", 1, List.of()));
    }

    /** Takes what is there; whether that was all, or as much as may be and one byte more. */
    private boolean arrive(ByteArrayOutputStream out) throws IOException {
        while (out.size() <= most()) {
            var chunk = next();
            if (chunk == null) return false;
            if (Content.Chunk.isFailure(chunk)) throw new IOException(chunk.getFailure());
            try {
                var bytes = new byte[Math.min(chunk.remaining(), most() + 1 - out.size())];
                chunk.get(bytes, 0, bytes.length);
                out.writeBytes(bytes);
            } finally {
                chunk.release();
            }
            if (chunk.isLast()) return true;
        }
        return true;
    }

    private Content.@Nullable Chunk next() throws IOException {
        try {
            return request.read();
        } catch (IllegalStateException e) {
            throw new IOException("the request was answered meanwhile", e);
        }
    }

    private void await() throws IOException {
        var available = new CountDownLatch(1);
        try (var _ = ComponentThreads.pendingAnswer()) {
            request.demand(available::countDown);
            var left = Math.min(limits.idle().toNanos(), endNanos - System.nanoTime());
            if (!available.await(left, TimeUnit.NANOSECONDS)) throw new IOException("the body takes too long");
        } catch (IllegalStateException e) {
            throw new IOException("the request was answered meanwhile", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server is stopping", e);
        }
    }
}
