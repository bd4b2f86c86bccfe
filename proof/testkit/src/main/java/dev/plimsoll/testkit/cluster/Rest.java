package dev.plimsoll.testkit.cluster;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * Tells when nothing is left to do for now: no virtual thread of the process runs, or waits for its turn to. Nearly all work of a
 * cluster is done by such threads.
 */
final class Rest {
    /** A process in which others are always busy gets no rest: then time goes on without. */
    private static final long PATIENCE = Duration.ofMillis(100).toNanos();

    private static final long PAUSE = Duration.ofNanos(20_000).toNanos();
    /** Between two threads that hand something over there may be a moment in which neither runs. */
    private static final int LOOKS = 3;

    private final VirtualThreadSchedulerMXBean threads =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    void await() {
        var giveUp = System.nanoTime() + PATIENCE;
        for (var calm = 0; calm < LOOKS && System.nanoTime() - giveUp < 0; calm = isCalm() ? calm + 1 : 0) {
            LockSupport.parkNanos(this, PAUSE);
        }
    }

    private boolean isCalm() {
        var own = Thread.currentThread().isVirtual() ? 1 : 0;
        return threads.getMountedVirtualThreadCount() <= own && threads.getQueuedVirtualThreadCount() == 0;
    }
}
