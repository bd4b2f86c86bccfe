package dev.plimsoll.apiserver.flowcontrol;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What became of the requests of one schema in one level. */
public final class FlowMeters {
    private final String schema;
    private final String level;
    private final AtomicLong dispatched = new AtomicLong();
    private final Map<Reason, AtomicLong> rejected = new EnumMap<>(Reason.class);
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger executing = new AtomicInteger();
    private final AtomicInteger seats = new AtomicInteger();

    /** Why somebody is turned away. */
    public enum Reason {
        QUEUE_FULL("queue-full"),
        CONCURRENCY_LIMIT("concurrency-limit"),
        TIME_OUT("time-out");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /** As metrics name it. */
        public String word() {
            return word;
        }
    }

    FlowMeters(String schema, String level) {
        this.schema = schema;
        this.level = level;
        for (var reason : Reason.values()) rejected.put(reason, new AtomicLong());
    }

    private AtomicLong rejections(Reason reason) {
        return Objects.requireNonNull(rejected.get(reason));
    }

    void begin(int width) {
        dispatched.incrementAndGet();
        executing.incrementAndGet();
        seats.addAndGet(width);
    }

    void end(int width) {
        executing.decrementAndGet();
        seats.addAndGet(-width);
    }

    void queued(int change) {
        waiting.addAndGet(change);
    }

    void reject(Reason reason) {
        rejections(reason).incrementAndGet();
    }

    public String schema() {
        return schema;
    }

    public String level() {
        return level;
    }

    public long dispatched() {
        return dispatched.get();
    }

    public long rejected(Reason reason) {
        return rejections(reason).get();
    }

    public int waiting() {
        return waiting.get();
    }

    public int executing() {
        return executing.get();
    }

    public int seats() {
        return seats.get();
    }
}
