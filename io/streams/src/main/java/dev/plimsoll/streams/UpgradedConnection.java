package dev.plimsoll.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.FutureCallback;

/**
 * A connection of an HTTP/1.1 client that has become a stream of bytes. A virtual thread of its own runs what uses it; when that ends,
 * the connection is closed.
 */
public final class UpgradedConnection extends AbstractConnection implements Connection.UpgradeTo, DuplexStream {
    private static final int BUFFER_BYTES = 32 * 1024;

    private final User user;
    private final Duration idle;
    /** Jetty's: what was read is between position and limit. */
    private final ByteBuffer buffer = BufferUtil.allocate(BUFFER_BYTES);

    private final Semaphore readable = new Semaphore(0);
    private final Input input = new Input();
    private final Output output = new Output();
    private volatile boolean ended;

    /** What is done with the bytes. */
    public interface User {
        /** Ends when it has nothing more to do; the thread is not interrupted, but reads end and writes fail when the client goes. */
        void use(DuplexStream client);
    }

    private UpgradedConnection(Request request, User user, Duration idle) {
        super(
                request.getConnectionMetaData().getConnection().getEndPoint(),
                request.getComponents().getExecutor());
        this.user = user;
        this.idle = idle;
    }

    /**
     * Answers a request with 101 and takes its connection.
     *
     * @param headers of the answer, {@code Connection} and {@code Upgrade} among them
     * @param idle how long nothing may come or go; zero is for ever
     */
    public static void begin(
            Request request,
            Response response,
            Callback callback,
            Map<String, String> headers,
            Duration idle,
            User user) {
        var connection = new UpgradedConnection(request, user, idle);
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, connection);
        response.setStatus(HttpStatus.SWITCHING_PROTOCOLS_101);
        headers.forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, BufferUtil.EMPTY_BUFFER, callback);
    }

    /** Whether the connection of a request can be taken: one that other requests share cannot. */
    public static boolean isPossible(Request request) {
        return request.getConnectionMetaData().getHttpVersion().getVersion() < 20;
    }

    @Override
    public void onUpgradeTo(ByteBuffer sentAlready) {
        if (!BufferUtil.hasContent(sentAlready)) return;
        if (sentAlready.remaining() > BUFFER_BYTES) throw new IllegalStateException("more was read than is ever read");
        BufferUtil.append(buffer, sentAlready);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        getEndPoint().setIdleTimeout(idle.toMillis());
        Thread.ofVirtual().name("upgraded-connection").start(() -> {
            try {
                user.use(this);
            } finally {
                close();
            }
        });
    }

    @Override
    public void onFillable() {
        readable.release();
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        end();
    }

    @Override
    public void onClose(Throwable cause) {
        super.onClose(cause);
        end();
    }

    private void end() {
        ended = true;
        readable.release();
    }

    @Override
    public void close() {
        super.close();
        end();
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public OutputStream output() {
        return output;
    }

    private final class Input extends InputStream {
        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) return 0;
            while (!BufferUtil.hasContent(buffer)) {
                if (ended) return -1;
                BufferUtil.clear(buffer);
                var filled = getEndPoint().fill(buffer);
                if (filled < 0) return -1;
                if (filled == 0) await();
            }
            var size = Math.min(length, buffer.remaining());
            buffer.get(bytes, offset, size);
            return size;
        }

        private void await() throws IOException {
            fillInterested();
            try {
                readable.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a client was read", e);
            }
        }
    }

    private final class Output extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            var done = new FutureCallback();
            getEndPoint().write(done, ByteBuffer.wrap(bytes, offset, length));
            try {
                done.get();
            } catch (ExecutionException e) {
                throw new IOException("the client does not take it", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a client was written to", e);
            }
        }
    }
}
