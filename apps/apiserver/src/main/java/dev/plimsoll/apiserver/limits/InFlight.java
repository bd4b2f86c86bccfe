package dev.plimsoll.apiserver.limits;

import java.util.concurrent.atomic.AtomicInteger;

/** How many requests are being answered, and whether one more may be. */
public final class InFlight {
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final RequestLimits limits;

    public InFlight(RequestLimits limits) {
        this.limits = limits;
    }

    /** Whether there is room; the privileged always get in. Who gets in must leave. */
    public boolean enter(boolean mutating, boolean privileged) {
        var most = mutating ? limits.mutatingInFlight() : limits.requestsInFlight();
        var now = count(mutating).incrementAndGet();
        if (most == 0 || now <= most || privileged) return true;
        leave(mutating);
        return false;
    }

    /** Whether there is room at this moment, without taking it. */
    public boolean hasRoom(boolean mutating, boolean privileged) {
        var most = mutating ? limits.mutatingInFlight() : limits.requestsInFlight();
        return most == 0 || privileged || count(mutating).get() < most;
    }

    public void leave(boolean mutating) {
        count(mutating).decrementAndGet();
    }

    private AtomicInteger count(boolean mutating) {
        return mutating ? writes : reads;
    }

    public int reads() {
        return reads.get();
    }

    public int writes() {
        return writes.get();
    }
}
