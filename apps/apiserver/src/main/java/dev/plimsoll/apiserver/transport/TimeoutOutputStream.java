package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.limits.ClientBudget;
import dev.plimsoll.client.pace.ComponentThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Where a reply is written. A write returns when the client has taken it, and fails if the client takes too long: over HTTP/2 a
 * client can hold back one stream for ever while its connection lives. What slow clients leave lying counts against a budget.
 */
final class TimeoutOutputStream extends OutputStream {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Response response;
    private final Terms terms;
    private boolean closed;

    /**
     * How long a client is waited for.
     *
     * @param patience for one write
     * @param endNanos for all of them
     * @param user who is to take it
     * @param held bytes that are held as long as the reply is not taken, beside those that are being written
     */
    record Terms(Duration patience, long endNanos, ClientBudget slowReaders, String user, long held) {}

    TimeoutOutputStream(Response response, Terms terms) {
        this.response = response;
        this.terms = terms;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        send(false, ByteBuffer.wrap(bytes, offset, length));
    }

    /** Sends the head of the reply though nothing of its body is known yet. */
    void begin() throws IOException {
        send(false, NOTHING);
    }

    /** Sends all there is: head, body and the end of it in one write. */
    void only(byte[] bytes) throws IOException {
        closed = true;
        send(true, ByteBuffer.wrap(bytes));
    }

    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        send(true, NOTHING);
    }

    private void send(boolean last, ByteBuffer content) throws IOException {
        var size = terms.held() + content.remaining();
        var done = new CountDownLatch(1);
        var failure = new AtomicReference<@Nullable Throwable>();
        response.write(last, content, Callback.from(done::countDown, problem -> {
            failure.set(problem);
            done.countDown();
        }));
        try (var _ = ComponentThreads.pendingAnswer()) {
            if (!done.await(SLOW_NANOS, TimeUnit.NANOSECONDS)) awaitSlow(done, size);
        } catch (InterruptedException e) {
            closed = true;
            Thread.currentThread().interrupt();
            throw new IOException("the client has gone", e);
        }
        var problem = failure.get();
        if (problem != null) {
            closed = true;
            throw new IOException(problem);
        }
    }

    private void awaitSlow(CountDownLatch done, long size) throws IOException, InterruptedException {
        var budget = terms.slowReaders();
        var fits = budget.take(terms.user(), size, false);
        try {
            var left = Math.min(terms.patience().toNanos(), terms.endNanos() - System.nanoTime());
            if (fits && done.await(left, TimeUnit.NANOSECONDS)) return;
            closed = true;
            throw new IOException(fits ? "the client does not read" : "too much waits for clients that do not read");
        } finally {
            if (fits) budget.give(terms.user(), size);
        }
    }
}
