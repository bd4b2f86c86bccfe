package dev.plimsoll.apiserver.limits;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** A bucket of tokens for each user: so many requests in a second, and as many at once. */
public final class UserRate {
    /** Beyond so many users those with a full bucket are forgotten, which changes nothing for them. */
    private static final int MOST_USERS = 10_000;

    private final int perSecond;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();

    public UserRate(int perSecond, LongSupplier nanos) {
        this.perSecond = perSecond;
        this.nanos = nanos;
    }

    private static final class Bucket {
        private double tokens;
        private long at;

        Bucket(double tokens, long at) {
            this.tokens = tokens;
            this.at = at;
        }

        private synchronized double filled(int perSecond, long now) {
            tokens = Math.min(perSecond, tokens + (now - at) / 1e9 * perSecond);
            at = now;
            return tokens;
        }

        private synchronized boolean take(int perSecond, long now) {
            if (filled(perSecond, now) < 1) return false;
            tokens -= 1;
            return true;
        }
    }

    /** Whether the user may make one more request now. */
    public boolean allows(String user) {
        if (perSecond == 0) return true;
        var now = nanos.getAsLong();
        var bucket = buckets.get(user);
        if (bucket == null) {
            if (buckets.size() >= MOST_USERS) {
                buckets.values().removeIf(each -> each.filled(perSecond, now) >= perSecond);
            }
            bucket = buckets.computeIfAbsent(user, _ -> new Bucket(perSecond, now));
        }
        return bucket.take(perSecond, now);
    }
}
