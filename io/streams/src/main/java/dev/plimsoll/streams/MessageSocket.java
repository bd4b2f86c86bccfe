package dev.plimsoll.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of a WebSocket, for threads that wait. The next message is asked for when the last was taken, so a client that sends
 * faster than it is served is slowed down. A virtual thread of its own runs what uses it; when that ends, the socket is closed. Public
 * because Jetty calls it from outside.
 */
public final class MessageSocket implements Session.Listener {
    /** Clients send pieces of 32 KiB. */
    private static final int MOST_BYTES = 1 << 20;

    /** How long a client that has closed its end may take to read what is still on its way. */
    private static final Duration GOODBYE = Duration.ofSeconds(10);

    private final User user;
    private final Duration idle;
    /** No more than one message, and the end. */
    private final BlockingQueue<Optional<Message>> received = new LinkedBlockingQueue<>();

    private volatile @Nullable Session session;
    private volatile boolean ended;
    /** The client has sent its closing frame; Jetty answers it and then ends the connection. */
    private volatile boolean closing;

    /** One message. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    public record Message(boolean isText, byte[] bytes) {}

    /** What is done with the messages. */
    public interface User {
        void use(MessageSocket socket) throws IOException, InterruptedException;
    }

    public MessageSocket(Duration idle, User user) {
        this.idle = idle;
        this.user = user;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        opened.setMaxBinaryMessageSize(MOST_BYTES);
        opened.setMaxTextMessageSize(MOST_BYTES);
        opened.setIdleTimeout(idle);
        session = opened;
        opened.demand();
        Thread.ofVirtual().name("message-socket").start(this::run);
    }

    private void run() {
        try {
            user.use(this);
            close(StatusCode.NORMAL, "");
        } catch (IOException _) {
            disconnect();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            disconnect();
        } catch (RuntimeException defect) {
            close(StatusCode.SERVER_ERROR, "");
            throw defect;
        }
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        var bytes = new byte[payload.remaining()];
        payload.get(bytes);
        callback.succeed();
        received.add(Optional.of(new Message(false, bytes)));
    }

    @Override
    public void onWebSocketText(String message) {
        received.add(Optional.of(new Message(true, message.getBytes(StandardCharsets.UTF_8))));
    }

    @Override
    public void onWebSocketPing(ByteBuffer payload) {
        var answer = ByteBuffer.allocate(payload.remaining());
        answer.put(payload).flip();
        opened().sendPong(answer, Callback.NOOP);
        opened().demand();
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        opened().demand();
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        closing = true;
        opened().setIdleTimeout(GOODBYE);
        end();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        end();
    }

    private void end() {
        ended = true;
        received.add(Optional.empty());
    }

    private Session opened() {
        var known = session;
        if (known == null) throw new IllegalStateException("the socket is not open yet");
        return known;
    }

    /** Whether nobody is there any more to be sent anything. */
    public boolean hasLeft() {
        return ended;
    }

    /** The next message; null when the client has nothing more to say. */
    public @Nullable Message receive() throws InterruptedException {
        if (ended && received.isEmpty()) return null;
        var next = received.take();
        if (next.isEmpty()) return null;
        if (!ended) opened().demand();
        return next.get();
    }

    /** Returns when the message is on its way. */
    public synchronized void send(ByteBuffer bytes) throws IOException {
        var sent = new Sent();
        opened().sendBinary(bytes, sent.callback());
        sent.await();
    }

    public synchronized void send(String text) throws IOException {
        var sent = new Sent();
        opened().sendText(text, sent.callback());
        sent.await();
    }

    private static final class Sent {
        private final CountDownLatch done = new CountDownLatch(1);
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        Callback callback() {
            return Callback.from(done::countDown, problem -> {
                failure.set(problem);
                done.countDown();
            });
        }

        void await() throws IOException {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a client was written to", e);
            }
            var problem = failure.get();
            if (problem != null) throw new IOException("the client does not take it", problem);
        }
    }

    public void close(int code, String reason) {
        var known = session;
        if (known != null) known.close(code, reason, Callback.NOOP);
    }

    /** Breaks the connection off, unless its closing frames are being exchanged: a client that closes in order waits for its answer. */
    public void disconnect() {
        var known = session;
        if (known != null && !closing) known.disconnect();
        end();
    }

    /** Binary messages as one stream of bytes; where a message ends does not matter then. */
    public DuplexStream bytes() {
        return new Bytes();
    }

    private final class Bytes implements DuplexStream {
        private final InputStream input = new InputStream() {
            private byte[] current = new byte[0];
            private int position;

            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (length == 0) return 0;
                while (position == current.length) {
                    try {
                        var message = receive();
                        if (message == null) return -1;
                        current = message.bytes();
                        position = 0;
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IOException("interrupted while a client was read", e);
                    }
                }
                var size = Math.min(length, current.length - position);
                System.arraycopy(current, position, bytes, offset, size);
                position += size;
                return size;
            }
        };
        private final OutputStream output = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                send(ByteBuffer.wrap(new byte[] {(byte) b}));
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                send(ByteBuffer.wrap(bytes, offset, length));
            }
        };

        @Override
        public InputStream input() {
            return input;
        }

        @Override
        public OutputStream output() {
            return output;
        }

        @Override
        public void close() {
            disconnect();
        }
    }
}
