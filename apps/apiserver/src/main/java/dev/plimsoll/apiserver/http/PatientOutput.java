package dev.plimsoll.apiserver.http;

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
 * client can hold back one stream for ever while its connection lives.
 */
final class PatientOutput extends OutputStream {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Response response;
    private final Duration patience;
    private boolean closed;

    PatientOutput(Response response, Duration patience) {
        this.response = response;
        this.patience = patience;
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

    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        send(true, NOTHING);
    }

    private void send(boolean last, ByteBuffer content) throws IOException {
        var done = new CountDownLatch(1);
        var failure = new AtomicReference<@Nullable Throwable>();
        response.write(last, content, Callback.from(done::countDown, problem -> {
            failure.set(problem);
            done.countDown();
        }));
        try {
            if (!done.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                closed = true;
                throw new IOException("the client does not read");
            }
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
}
