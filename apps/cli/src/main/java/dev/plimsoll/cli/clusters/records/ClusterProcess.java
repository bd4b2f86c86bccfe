package dev.plimsoll.cli.clusters.records;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The process of a cluster, to be ended. */
public final class ClusterProcess {
    private ClusterProcess() {}

    /** Asks it to end, as Ctrl-C does, and waits. Whether it has ended. */
    public static boolean stop(ClusterRecord cluster, Duration patience) throws InterruptedException {
        var process = cluster.process();
        if (process.isEmpty()) return true;
        process.get().destroy();
        return hasEnded(process.get(), patience);
    }

    /** Without asking; what it had acknowledged is on the disk nevertheless. */
    public static boolean kill(ClusterRecord cluster, Duration patience) throws InterruptedException {
        var process = cluster.process();
        if (process.isEmpty()) return true;
        process.get().destroyForcibly();
        return hasEnded(process.get(), patience);
    }

    private static boolean hasEnded(ProcessHandle process, Duration patience) throws InterruptedException {
        try {
            process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
