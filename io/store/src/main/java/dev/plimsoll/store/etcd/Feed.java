package dev.plimsoll.store.etcd;

import dev.plimsoll.store.feed.Window;
import io.grpc.StatusException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The loop that fills the window: one watch on everything of ours, opened again where it broke off.
 *
 * <p>A watch cannot tell "nothing happened" from "nothing has arrived yet", and etcd before 3.4.31 and 3.5.13 answers a request for
 * progress too early. So where somebody needs to know, and no event comes, a beacon is written: when it arrives, so has all before.
 */
final class Feed implements Runnable {
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** How long a write of ours may take to arrive before a beacon is written in its place. */
    private static final Duration GRACE = Duration.ofMillis(20);

    private static final System.Logger LOG = System.getLogger(Feed.class.getName());

    private final Connection connection;
    private final Keyspace keyspace;
    private final EtcdCalls calls;
    private final Window window;
    private final CloseSignal closing;
    private final AtomicBoolean hurrying = new AtomicBoolean();
    private boolean reported; // the loop's own

    Feed(Connection connection, Keyspace keyspace, EtcdCalls calls, Window window, CloseSignal closing) {
        this.connection = connection;
        this.keyspace = keyspace;
        this.calls = calls;
        this.window = window;
        this.closing = closing;
    }

    @Override
    public void run() {
        try {
            while (!closing.hasBegun()) {
                try {
                    follow();
                } catch (StatusException broken) {
                    report(broken);
                    if (closing.withinInterruptibly(PAUSE)) return;
                    connection.tryNow();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }

    /** Once for each time that it breaks off, not for each attempt to open it again. */
    private void report(StatusException broken) {
        if (reported) return;
        reported = true;
        LOG.log(Level.INFO, "The watch on etcd broke off and is opened again: {0}", broken.getStatus());
    }

    private void follow() throws InterruptedException, StatusException {
        try (var stream = Stream.open(connection, keyspace, window.through())) {
            while (true) {
                switch (stream.read()) {
                    case Stream.Message.News(var events, var through) -> {
                        reported = false;
                        window.append(events, through);
                    }
                    case Stream.Message.Compacted _ -> {
                        restart();
                        return;
                    }
                }
            }
        }
    }

    /** What lies between was compacted while the connection was lost: the window begins anew, at a revision that is an event. */
    private void restart() {
        if (calls.beacon(keyspace) instanceof EtcdCalls.Reply.Answered<Long>(var revision)) window.restart(revision);
    }

    /** Sees to it that the window reaches a revision that etcd has reached. Answers at once. */
    void hurry(long revision) {
        if (!hurrying.compareAndSet(false, true)) return;
        Thread.ofVirtual().name("plimsoll-etcd-beacon").start(() -> {
            var arrived = closing.within(GRACE) || window.through() >= revision;
            hurrying.set(false); // before the beacon: who asks from now on gets one that is later than the question
            if (!arrived) calls.beacon(keyspace);
        });
    }
}
