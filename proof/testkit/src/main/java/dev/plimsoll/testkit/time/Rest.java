package dev.plimsoll.testkit.time;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.testkit.work.OperatorWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells when one cluster has nothing left to do for now: no thread of it works or was woken, no request waits for an answer, no event
 * of a watch is being written or waits to be read, and what the operator under test was given to do is done. Other clusters of the process, and how busy
 * the machine is, do not count.
 */
public final class Rest {
    /** Far more than any step takes, on a machine that has time for nothing else too. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long PAUSE = Duration.ofNanos(20_000).toNanos();
    /** For a client that has read something to hand it to its handlers: that it does so cannot be seen. */
    private static final long ON_THE_WAY = Duration.ofMillis(10).toNanos();

    private final ComponentThreads threads;
    private final OperatorWork work;
    private final Duration patience;
    private final UnreadBytes unread = new UnreadBytes();
    private long sentBefore;
    /** Of the API server; 0 as long as it is not known. */
    private volatile int port;

    public Rest(ComponentThreads threads, OperatorWork work, Duration patience) {
        this.threads = threads;
        this.work = work;
        this.patience = patience;
    }

    /** From now on what went to this port of the machine, or came from it, has to be read before the cluster is at rest. */
    public void serves(int apiServer) {
        port = apiServer;
    }

    ComponentThreads threads() {
        return threads;
    }

    /** Waits until the cluster is at rest. Called by one thread at a time. */
    void await() {
        var begun = System.nanoTime();
        while (!isAtRest()) {
            if (System.nanoTime() - begun > patience.toNanos()) throw restless();
            LockSupport.parkNanos(this, PAUSE);
        }
    }

    private boolean isAtRest() {
        if (!threads.isAtRest()) return false; // the look at an operator elsewhere takes longer
        var before = work.look();
        if (before.unfinished() > 0 || !threads.isAtRest()) return false;
        var sent = threads.networkWrites();
        if (sent != sentBefore) {
            if (port != 0 && unread.isWaitedFor(port, System.nanoTime())) return false;
            sentBefore = sent;
            LockSupport.parkNanos(this, ON_THE_WAY);
            return false;
        }
        return work.look().equals(before);
    }

    private AssertionError restless() {
        var busy = new ArrayList<>(threads.atWork());
        var unfinished = work.look().unfinished();
        if (unfinished > 0) busy.add(unfinished + " tasks of executors that were given to settleWith");
        return new AssertionError("the cluster is still at work after " + patience.toSeconds()
                + " s, so its time cannot go on; look for whoever calls the API again and again. At work: "
                + String.join("; ", busy));
    }
}
