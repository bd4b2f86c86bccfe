package dev.plimsoll.apiserver.flowcontrol;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What became of the requests of one schema in one level. */
public final class FlowMeters {
    private final String schema;
    private final String level;
    private final AtomicLong dispatched = new AtomicLong();
    private final AtomicLong[] rejected = {new AtomicLong(), new AtomicLong(), new AtomicLong()};
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
        rejected[reason.ordinal()].incrementAndGet();
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
        return rejected[reason.ordinal()].get();
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
