package dev.plimsoll.nodeagent.logs;

import java.io.OutputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A log of so many equal lines, and how far its reader was ahead of what it wrote. */
final class EndlessLog implements ContainerLog {
    static final int LINE_BYTES = 300;

    private static final Part LINE = new Part(Instant.parse("2026-01-02T03:04:05Z"), new byte[LINE_BYTES - 1], true);

    private final long lines;
    private long given;
    private long skippedOrWritten;
    private long furthestAhead;

    EndlessLog(long lines) {
        this.lines = lines;
    }

    @Override
    public @Nullable Part next(boolean wait) {
        if (given == lines * LINE_BYTES) return null;
        if (skippedOrWritten > 0) furthestAhead = Math.max(furthestAhead, given - skippedOrWritten);
        given += LINE_BYTES;
        return LINE;
    }

    /** Where its reader writes; lines before the first that is written were skipped. */
    OutputStream reader() {
        return new OutputStream() {
            @Override
            public void write(int b) {
                write(new byte[1], 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                if (skippedOrWritten == 0) skippedOrWritten = given - LINE_BYTES;
                skippedOrWritten += length;
            }
        };
    }

    long furthestAhead() {
        return furthestAhead;
    }

    @Override
    public void close() {}
}
