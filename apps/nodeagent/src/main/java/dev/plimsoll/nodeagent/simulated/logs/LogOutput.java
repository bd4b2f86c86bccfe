package dev.plimsoll.nodeagent.simulated.logs;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.InstantSource;

/** What a program prints, line by line into the log of its container. */
public final class LogOutput extends OutputStream {
    /** Longer lines are cut, as container runtimes do. */
    private static final int LONGEST_PART = 16 << 10;

    private final SimulatedLog log;
    private final InstantSource clock;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    public LogOutput(SimulatedLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    public void write(int b) {
        if (b == '\n') {
            end(true);
            return;
        }
        line.write(b);
        if (line.size() >= LONGEST_PART) end(false);
    }

    private void end(boolean isWhole) {
        log.add(clock.instant(), line.toByteArray(), isWhole);
        line.reset();
    }

    /** A line that was not ended is written as it is. */
    public void endLine() {
        if (line.size() > 0) end(false);
    }
}
