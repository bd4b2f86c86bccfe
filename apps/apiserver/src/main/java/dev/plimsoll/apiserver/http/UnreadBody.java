package dev.plimsoll.apiserver.http;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Takes and drops what a client still sends after its HTTP/2 request was answered. Jetty cancels a stream whose request is not
 * complete when its reply is, and some clients then forget the reply that they have. So the end of the request is waited for, for
 * a moment and for a bounded number of requests; the client has its reply by then.
 */
final class UnreadBody {
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_AT_ONCE = 2_000;
    private static final int MOST_OF_ONE_ADDRESS = 500;

    private final int mostBytes;
    private final Budget waiting = new Budget(MOST_AT_ONCE, MOST_OF_ONE_ADDRESS);

    UnreadBody(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    void drop(Request request) throws InterruptedException {
        // Not consumeAvailable: it makes what has not come yet a failure.
        if (!ReplyWriter.isHttp2(request)) return;
        var address = Request.getRemoteAddr(request);
        if (!waiting.take(address, 1, false)) return;
        try {
            awaitEnd(request, System.nanoTime() + MOST_NANOS);
        } finally {
            waiting.give(address, 1);
        }
    }

    private void awaitEnd(Request request, long endNanos) throws InterruptedException {
        var dropped = 0L;
        while (dropped <= mostBytes) {
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
