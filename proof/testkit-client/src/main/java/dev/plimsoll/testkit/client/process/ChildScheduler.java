package dev.plimsoll.testkit.client.process;

import dev.plimsoll.testkit.work.ClusterScheduler;
import java.io.IOException;
import java.util.List;

/**
 * A scheduler on the time of a cluster in another process. Each task has a connection, on which it asks to be woken; from then on the
 * cluster's time waits for it, until it asks again or hangs up.
 */
public final class ChildScheduler extends ClusterScheduler {
    private final ClusterChild child;
    private final String cluster;

    public ChildScheduler(ClusterChild child, String cluster) {
        this.child = child;
        this.cluster = cluster;
        child.call(List.of("requireVirtual", cluster), question -> List.of());
    }

    @Override
    protected long nanos() {
        return Long.parseLong(
                child.call(List.of("nanos", cluster), question -> List.of()).get(0));
    }

    @Override
    protected Thread thread(Runnable task) {
        var thread = new Thread(task, "plimsoll-scheduled");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    protected Alarm alarm() throws IOException {
        var connection = child.take();
        return new Alarm() {
            @Override
            public void set(long due) throws IOException {
                connection.call(List.of("sleeper", cluster, Long.toString(due)), question -> List.of());
            }

            @Override
            public void await() throws IOException {
                connection.call(List.of("awoken", cluster), question -> List.of());
            }

            @Override
            public void close() {
                connection.close();
            }
        };
    }
}
