package dev.plimsoll.nodeagent.simulated.logs;

import dev.plimsoll.nodeagent.logs.ContainerLog;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of a container that nobody runs: what its program printed last, or else what happened to it. */
public final class SimulatedLog {
    /** Of thousands of nodes few write so much. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int BYTES_OF_ENTRY = 32;

    /** Those from {@code first} on are kept. */
    private final List<ContainerLog.Part> entries = new ArrayList<>(2);

    private int first;
    private long bytes;
    private long dropped;
    private boolean ended;

    public void add(Instant at, String text) {
        add(at, text.getBytes(StandardCharsets.UTF_8), true);
    }

    public synchronized void add(Instant at, byte[] text, boolean isWhole) {
        if (ended) return;
        entries.add(new ContainerLog.Part(at, text, isWhole));
        bytes += text.length + BYTES_OF_ENTRY;
        while (bytes > MOST_BYTES && first < entries.size() - 1) {
            bytes -= entries.get(first).text().length + BYTES_OF_ENTRY;
            first++;
            dropped++;
        }
        if (first > entries.size() / 2) {
            entries.subList(0, first).clear();
            first = 0;
        }
        notifyAll();
    }

    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    public ContainerLog read() {
        return new Reader();
    }

    private final class Reader implements ContainerLog {
        /** Counted from the first entry that there ever was. */
        private long position;

        @Override
        public @Nullable Part next(boolean wait) throws InterruptedException {
            synchronized (SimulatedLog.this) {
                while (position >= dropped + entries.size() - first) {
                    if (!wait || ended) return null;
                    SimulatedLog.this.wait();
                }
                position = Math.max(position, dropped);
                var entry = entries.get(first + (int) (position - dropped));
                position++;
                return entry;
            }
        }

        @Override
        public void close() {
            // There is nothing to give back.
        }
    }
}
