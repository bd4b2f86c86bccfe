package dev.plimsoll.apiserver.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The requests that are being answered, streams included. */
final class RunningRequests {
    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();

    void begin(Exchange exchange) {
        running.add(exchange);
    }

    void end(Exchange exchange) {
        running.remove(exchange);
    }

    /** Answers those that have waited too long. */
    void sweep(long nowNanos) {
        for (var exchange : running) exchange.expire(nowNanos);
    }

    int count() {
        return running.size();
    }
}
