package dev.plimsoll.testkit.time;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.testkit.work.ClusterScheduler;
import java.time.Duration;

/** A scheduler in the process of its cluster: its tasks are threads of the cluster, which time waits for. */
public final class ScheduledOnClusterTime extends ClusterScheduler {
    private final Time time;
    private final ComponentThreads owner;

    public ScheduledOnClusterTime(Time time, ComponentThreads owner) {
        this.time = time;
        this.owner = owner;
    }

    @Override
    protected long nanos() {
        return time.nanos();
    }

    @Override
    protected Thread thread(Runnable task) {
        try (var _ = owner.own()) {
            return ComponentThreads.named("scheduled").unstarted(task);
        }
    }

    @Override
    protected Alarm alarm() {
        return new Alarm() {
            private volatile long due;

            @Override
            public void set(long moment) {
                due = moment;
            }

            @Override
            public void await() throws InterruptedException {
                time.sleep(Duration.ofNanos(Math.max(0, due - time.nanos())));
            }

            @Override
            public void close() {
                // The thread is waited for as long as it lives.
            }
        };
    }
}
