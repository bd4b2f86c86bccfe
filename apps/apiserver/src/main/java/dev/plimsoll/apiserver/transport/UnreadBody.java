package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.limits.ClientBudget;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Takes and drops what a client still sends after its request was answered. A connection that is closed, or a stream that is cancelled,
 * while the client sends makes many clients forget the answer that they have. So the end of the request is waited for: for a moment,
 * up to a size, and for a bounded number of requests.
 */
final class UnreadBody {
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long MOST_BYTES = 16 << 20;
    private static final int MOST_AT_ONCE = 2_000;
    private static final int MOST_OF_ONE_ADDRESS = 500;

    private final ClientBudget waiting = new ClientBudget(MOST_AT_ONCE, MOST_OF_ONE_ADDRESS);

    /**
     * Whether all of the body is there; what is there is dropped. Jetty's own {@code consumeAvailable} would make a failure of what
     * has not come yet.
     */
    static boolean isComplete(Request request) {
        for (var chunk = request.read(); chunk != null; chunk = request.read()) {
            if (Content.Chunk.isFailure(chunk)) return false;
            chunk.release();
            if (chunk.isLast()) return true;
        }
        return false;
    }

    void drop(Request request) throws InterruptedException {
        if (isComplete(request)) return;
        var address = Request.getRemoteAddr(request);
        if (!waiting.take(address, 1, false)) return;
        try {
            awaitEnd(request, System.nanoTime() + MOST_NANOS);
        } finally {
            waiting.give(address, 1);
        }
    }

    private static void awaitEnd(Request request, long endNanos) throws InterruptedException {
        var dropped = 0L;
        while (dropped <= MOST_BYTES) {
            var chunk = request.read();
            if (chunk == null) {
                var available = new CountDownLatch(1);
                request.demand(available::countDown);
                if (!available.await(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) return;
                continue;
            }
            if (Content.Chunk.isFailure(chunk)) return;
            dropped += chunk.remaining();
            chunk.release();
            if (chunk.isLast()) return;
        }
    }
}
