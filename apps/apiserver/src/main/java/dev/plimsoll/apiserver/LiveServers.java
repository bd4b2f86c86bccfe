package dev.plimsoll.apiserver;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Which API servers of a cluster still renew their leases. Clocks of other machines do not count: a server is gone when its lease has
 * not changed for a while by the clock of this one. Not for several threads.
 */
final class LiveServers {
    private final Duration patience;
    private final LongSupplier nanos;
    private final Map<String, Seen> seen = new HashMap<>();

    /** What was last read of an address, and since when it has been so. */
    private record Seen(String renewal, long since) {}

    /** @param patience how long a lease may stay as it is */
    LiveServers(Duration patience, LongSupplier nanos) {
        this.patience = patience;
        this.nanos = nanos;
    }

    /**
     * Takes in what was read.
     *
     * @param renewals by address: what changes with each renewal
     * @param addresses that are named as servers, with a lease or without
     */
    void observe(Map<String, String> renewals, Set<String> addresses) {
        var now = nanos.getAsLong();
        seen.keySet().retainAll(addresses);
        for (var address : addresses) {
            var renewal = renewals.getOrDefault(address, "");
            var known = seen.get(address);
            if (known == null || !known.renewal().equals(renewal)) seen.put(address, new Seen(renewal, now));
        }
    }

    boolean isAlive(String address) {
        var known = seen.get(address);
        return known == null || nanos.getAsLong() - known.since() < patience.toNanos();
    }
}
