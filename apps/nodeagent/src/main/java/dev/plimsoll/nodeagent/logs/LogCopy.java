package dev.plimsoll.nodeagent.logs;

import dev.plimsoll.nodeagent.logs.ContainerLog.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
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

    /** Writes what is there, and if asked to follow, what comes, until the container or the bound ends it. */
    public void run(ContainerLog log) throws IOException, InterruptedException {
        for (var part : present(log)) write(part);
        to.flush();
        if (!request.follow()) return;
        for (var part = log.next(true); part != null && left > 0; part = log.next(true)) {
            if (part.at().isBefore(request.since())) continue;
            write(part);
            to.flush();
        }
    }

    /** Lines count from the end, whichever parts they are in. */
    private Deque<Part> present(ContainerLog log) throws IOException, InterruptedException {
        var kept = new ArrayDeque<Part>();
        var wholeLines = 0L;
        for (var part = log.next(false); part != null; part = log.next(false)) {
            if (part.at().isBefore(request.since())) continue;
            kept.add(part);
            if (request.tailLines() == LogRequest.ALL || !part.isWhole()) continue;
            wholeLines++;
            while (wholeLines > request.tailLines()) {
                var dropped = kept.poll();
                if (dropped == null || dropped.isWhole()) wholeLines--;
            }
        }
        return kept;
    }

    private void write(Part part) throws IOException {
        if (request.timestamps() && atLineStart) write(NANOS.format(part.at()).getBytes(StandardCharsets.US_ASCII));
        write(part.text());
        if (part.isWhole()) write(new byte[] {'\n'});
        atLineStart = part.isWhole();
    }

    private void write(byte[] bytes) throws IOException {
        var length = (int) Math.min(bytes.length, left);
        to.write(bytes, 0, length);
        left -= length;
    }
}
