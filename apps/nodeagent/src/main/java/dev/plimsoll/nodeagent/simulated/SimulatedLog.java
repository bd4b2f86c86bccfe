package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.nodeagent.logs.ContainerLog;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The log of a container that nobody runs: the last things that happened to it. */
final class SimulatedLog {
    /** Of thousands of nodes none may keep much. */
    private static final int MOST = 200;

    private record Entry(Instant at, String text) {}

    private final Deque<Entry> entries = new ArrayDeque<>(2);
    private long dropped;
    private boolean ended;

    synchronized void add(Instant at, String text) {
        if (ended) return;
        entries.add(new Entry(at, text));
        if (entries.size() > MOST) {
            entries.poll();
            dropped++;
        }
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    ContainerLog read() {
        return new Reader();
    }

    private final class Reader implements ContainerLog {
        private long position;

        @Override
        public @Nullable Part next(boolean wait) throws InterruptedException {
            synchronized (SimulatedLog.this) {
                while (position >= dropped + entries.size()) {
                    if (!wait || ended) return null;
                    SimulatedLog.this.wait();
                }
                position = Math.max(position, dropped);
                var entry = at((int) (position - dropped));
                position++;
                return new Part(entry.at(), entry.text().getBytes(StandardCharsets.UTF_8), true);
            }
        }

        private Entry at(int index) {
            Iterator<Entry> all = entries.iterator();
            for (var i = 0; i < index; i++) all.next();
            return all.next();
        }

        @Override
        public void close() {
            // There is nothing to give back.
        }
    }
}
