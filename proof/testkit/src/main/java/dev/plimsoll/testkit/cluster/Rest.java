package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.pace.ComponentThreads;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells when one cluster has nothing left to do for now: no thread of it works or was woken, no request waits for an answer and no
 * event of a watch is being written. Other clusters of the process, and how busy the machine is, do not count.
 */
final class Rest {
    /** Far more than any step takes, on a machine that has time for nothing else too. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long PAUSE = Duration.ofNanos(20_000).toNanos();

    private final ComponentThreads threads;
    private final Duration patience;

    Rest(ComponentThreads threads, Duration patience) {
        this.threads = threads;
        this.patience = patience;
    }

    ComponentThreads threads() {
        return threads;
    }

    /** Waits until the cluster is at rest. */
    void await() {
        var begun = System.nanoTime();
        while (!threads.isAtRest()) {
            if (System.nanoTime() - begun > patience.toNanos()) throw restless();
            LockSupport.parkNanos(this, PAUSE);
        }
    }

    private AssertionError restless() {
        return new AssertionError("the cluster is still at work after " + patience.toSeconds()
                + " s, so its time cannot go on; look for whoever calls the API again and again. At work: "
                + String.join("; ", threads.atWork()));
    }
}
