package dev.plimsoll.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Notices that an HTTP/1.1 client closes its connection while a reply is streamed to it, though nothing is written. It reads and
 * drops what the client sends meanwhile, so the connection must not be used again.
 */
public final class DisconnectWatch implements Callback {
    /** A client has nothing to say while it listens. */
    private static final int MOST_DROPPED = 64 * 1024;

    private final EndPoint endPoint;
    private final Runnable whenGone;
    private final ByteBuffer buffer = BufferUtil.allocate(512);
    private int dropped;

    private DisconnectWatch(EndPoint endPoint, Runnable whenGone) {
        this.endPoint = endPoint;
        this.whenGone = whenGone;
    }

    public static void begin(EndPoint endPoint, Runnable whenGone) {
        endPoint.tryFillInterested(new DisconnectWatch(endPoint, whenGone));
    }

    @Override
    public void succeeded() {
        try {
            while (dropped <= MOST_DROPPED) {
                BufferUtil.clear(buffer);
                var filled = endPoint.fill(buffer);
                if (filled < 0) break;
                dropped += filled;
                if (filled == 0) {
                    endPoint.tryFillInterested(this);
                    return;
                }
            }
            whenGone.run();
        } catch (IOException _) {
            whenGone.run();
        }
    }

    @Override
    public void failed(Throwable problem) {
        whenGone.run();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }
}
