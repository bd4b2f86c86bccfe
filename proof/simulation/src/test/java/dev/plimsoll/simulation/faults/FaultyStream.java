package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The lines of a watch on their way from a server to a client. */
final class FaultyStream implements Transport.Lines {
    private final Faults faults;
    private final String where;
    private final WatchedLines watched;
    private final BuiltInMistake mistake;
    private final Deque<StreamLine> lines = new ArrayDeque<>();
    private Transport.@Nullable Lines source;
    private @Nullable Thread reader;
    private boolean isEnded;
    /** The last of the lines is a part of one. */
    private boolean isTruncated;

    private boolean isBroken;

    /** @param watched sees each line that the server sends, once */
    FaultyStream(Faults faults, String where, WatchedLines watched, BuiltInMistake mistake) {
        this.mistake = mistake;
        this.faults = faults;
        this.where = where;
        this.watched = watched;
    }

    /** What is sent on a watch. */
    interface WatchedLines {
        void sent(byte[] line);

        /** The client has it. */
        default void arrived(byte[] line) {}
    }

    void carry(Transport.Lines from, SimulatedProcess server) {
        source = from;
        server.whenKilled(this::broke);
        server.start("network", () -> pump(from, server));
    }

    private void pump(Transport.Lines from, SimulatedProcess server) {
        try {
            while (!isEnded && !isBroken) {
                var line = from.next();
                if (line.isEmpty()) {
                    isEnded = true;
                    break;
                }
                watched.sent(line.get().bytes());
                if (isNotHeard(line.get().bytes())) continue;
                if (faults.happens(FaultKind.LATE_EVENT, 20, where))
                    server.time().sleep(faults.pause(1000));
                if (faults.happens(FaultKind.BROKEN_WATCH, 40, where)) {
                    broke();
                    break;
                }
                if (faults.happens(FaultKind.TRUNCATED_EVENT, 80, where)) {
                    var whole = line.get().bytes();
                    lines.add(StreamLine.of(Arrays.copyOf(whole, 1 + faults.upTo(whole.length - 1))));
                    isTruncated = true;
                    isBroken = true;
                    break;
                }
                lines.add(line.get());
                if (faults.happens(FaultKind.DUPLICATE_EVENT, 25, where)) lines.add(line.get());
                wake();
            }
        } catch (IOException _) {
            isBroken = true;
        } catch (InterruptedException _) {
            isBroken = true;
        }
        from.close();
        wake();
    }

    private boolean isNotHeard(byte[] line) {
        return mistake == BuiltInMistake.CHANGE_IS_NOT_HEARD
                && where.contains("nodeName")
                && new String(line, 0, 20, StandardCharsets.US_ASCII).contains("MODIFIED")
                && faults.upTo(3) == 0;
    }

    private void wake() {
        if (reader != null) LockSupport.unpark(reader);
    }

    /** Some of what was on its way still arrives. */
    void broke() {
        isBroken = true;
        for (var lost = lines.isEmpty() ? 0 : faults.upTo(lines.size() + 1); lost > 0; lost--) lines.removeLast();
        if (source != null) source.close();
        wake();
    }

    @Override
    public Optional<StreamLine> next() throws IOException {
        reader = Thread.currentThread();
        while (true) {
            var line = lines.poll();
            if (line != null) {
                if (lines.isEmpty() && isTruncated) return Optional.of(line);
                watched.arrived(line.bytes());
                return Optional.of(line);
            }
            if (isBroken) faults.tell(where + " breaks off");
            if (isBroken) throw new IOException("connection reset by peer");
            if (isEnded) return Optional.empty();
            LockSupport.park(this);
            if (Thread.currentThread().isInterrupted()) throw new InterruptedIOException("interrupted");
        }
    }

    @Override
    public void close() {
        isEnded = true;
        if (source != null) source.close();
        wake();
    }
}
