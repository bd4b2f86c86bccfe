package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.client.pace.ComponentThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * A watch or a log over a WebSocket: one event or one part of the log in each frame. A thread of its own writes; it ends when the client closes, does not
 * take an event in time, or does not answer a ping. Public because Jetty calls it from outside.
 */
public final class WatchSocket implements Session.Listener.AutoDemanding {
    private final ApiReply.Stream stream;
    private final SocketFrames frames;
    private final Duration patience;
    private volatile @Nullable Thread writer;
    private volatile boolean pinged;

    WatchSocket(ApiReply.Stream stream, SocketFrames frames, Duration patience) {
        this.stream = stream;
        this.frames = frames;
        this.patience = patience;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        session.setIdleTimeout(patience);
        session.addIdleTimeoutListener(_ -> !isAlive(session));
        writer = ComponentThreads.named("watch-socket").start(() -> write(session));
    }

    /** A client may have nothing to say for hours, but it answers a ping. */
    private boolean isAlive(Session session) {
        if (pinged) return false;
        pinged = true;
        session.sendPing(ByteBuffer.allocate(0), Callback.NOOP);
        return true;
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        pinged = false;
    }

    private void write(Session session) {
        try {
            stream.run(bytes -> send(session, bytes));
            session.close(StatusCode.NORMAL, "", Callback.NOOP);
        } catch (IOException | InterruptedException _) {
            session.disconnect();
        } catch (RuntimeException defect) {
            session.close(StatusCode.SERVER_ERROR, "", Callback.NOOP);
            throw defect;
        }
    }

    /** Returns when the frame is on its way: a slow client slows only itself. */
    private void send(Session session, byte[] event) throws IOException {
        var done = new CountDownLatch(1);
        var failure = new AtomicReference<@Nullable Throwable>();
        var callback = Callback.from(done::countDown, problem -> {
            failure.set(problem);
            done.countDown();
        });
        frames.send(session, event, callback);
        try (var _ = ComponentThreads.pendingAnswer()) {
            if (!done.await(patience.toNanos(), TimeUnit.NANOSECONDS))
                throw new IOException("the client does not read");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the client has gone", e);
        }
        var problem = failure.get();
        if (problem != null) throw new IOException(problem);
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        end();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        end();
    }

    private void end() {
        var thread = writer;
        if (thread == null) stream.abandon();
        else thread.interrupt();
    }
}
