package dev.plimsoll.nodeagent.logs;

import dev.plimsoll.nodeagent.logs.ContainerLog.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes the part of a log that was asked for. */
public final class LogCopy {
    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z' ", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final LogRequest request;
    private final OutputStream to;
    private long left;
    private boolean atLineStart = true;

    public LogCopy(LogRequest request, OutputStream to) {
        this.request = request;
        this.to = to;
        this.left = request.limitBytes() == LogRequest.ALL ? Long.MAX_VALUE : request.limitBytes();
    }

    /**
     * How many lines come before those that were asked for. They are counted, not kept: a log may be larger than the memory.
     *
     * @param log read from its beginning to its present end
     */
    public static long linesBefore(ContainerLog log, LogRequest request) throws IOException, InterruptedException {
        if (request.tailLines() == LogRequest.ALL) return 0;
        var lines = 0L;
        for (var part = log.next(false); part != null; part = log.next(false)) {
            if (part.isWhole() && !part.at().isBefore(request.since())) lines++;
        }
        return Math.max(0, lines - request.tailLines());
    }

    /**
     * Writes what is there, and if asked to follow, what comes, until the container or the bound ends it.
     *
     * @param skipped so many lines at the beginning are left out
     */
    public void run(ContainerLog log, long skipped) throws IOException, InterruptedException {
        var toSkip = skipped;
        for (var part = log.next(false); part != null && left > 0; part = log.next(false)) {
            if (part.at().isBefore(request.since())) continue;
            if (toSkip == 0) write(part);
            else if (part.isWhole()) toSkip--;
        }
        to.flush();
        if (!request.follow()) return;
        for (var part = left > 0 ? log.next(true) : null; part != null; part = left > 0 ? log.next(true) : null) {
            if (part.at().isBefore(request.since())) continue;
            write(part);
            to.flush();
        }
    }

    /** A line is written as one piece: to clients of a WebSocket each piece is a message, and some drop those that are blank. */
    private void write(Part part) throws IOException {
        var line = new ByteArrayOutputStream(part.text().length + 32);
        if (request.timestamps() && atLineStart)
            line.writeBytes(NANOS.format(part.at()).getBytes(StandardCharsets.US_ASCII));
        line.writeBytes(part.text());
        if (part.isWhole()) line.write('\n');
        write(line.toByteArray());
        atLineStart = part.isWhole();
    }

    private void write(byte[] bytes) throws IOException {
        var length = (int) Math.min(bytes.length, left);
        to.write(bytes, 0, length);
        left -= length;
    }
}
