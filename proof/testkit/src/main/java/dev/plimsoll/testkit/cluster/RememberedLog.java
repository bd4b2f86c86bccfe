package dev.plimsoll.testkit.cluster;

import dev.plimsoll.cluster.ClusterLog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The log of a cluster, kept for the report of a test that fails. */
final class RememberedLog implements ClusterLog {
    private static final int MOST = 2_000;

    private final InstantSource clock;
    private final Deque<String> lines = new ArrayDeque<>();

    RememberedLog(InstantSource clock) {
        this.clock = clock;
    }

    private synchronized void add(String line) {
        lines.add(clock.instant() + " " + line);
        if (lines.size() > MOST) lines.remove();
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void step(String what, Duration took) {
        add(what + " (" + took.toMillis() + " ms)");
    }

    @Override
    public void tell(String problem) {
        add(problem);
    }

    @Override
    public void defect(String where, Throwable problem) {
        var text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text, true));
        add(where + ": " + text);
    }
}
