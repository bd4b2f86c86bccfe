package dev.plimsoll.apiserver.transport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The requests that are being answered, streams included. */
final class RunningRequests {
    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();

    void begin(Exchange exchange) {
        running.add(exchange);
    }

    void end(Exchange exchange) {
        running.remove(exchange);
        if (!running.isEmpty()) return;
        synchronized (this) {
            notifyAll();
        }
    }

    /** Whether all are answered, at once or within this time. */
    @CanIgnoreReturnValue
    synchronized boolean awaitNone(Duration atMost) {
        var end = System.nanoTime() + atMost.toNanos();
        while (!running.isEmpty()) {
            var left = end - System.nanoTime();
            if (left <= 0) return false;
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /** Answers those that have waited too long. */
    void sweep(long nowNanos) {
        for (var exchange : running) exchange.expire(nowNanos);
    }

    int count() {
        return running.size();
    }
}
