package dev.plimsoll.nodeagent.logs;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A log file as container runtimes write it, one part per line: {@code 2026-01-02T15:04:05.000000000Z stdout F text}, where
 * {@code P} in place of {@code F} says that the line goes on.
 */
public final class CriLogFile implements ContainerLog {
    /** Whether the container ended is asked at least so often; lines themselves come with the change of the file. */
    private static final long ASKED_EVERY_MILLIS = 1000;

    /** Runtimes split lines at 16 KiB; what is much longer was not written by one, and is not gathered without end. */
    private static final int LONGEST_LINE = 1 << 20;

    private final Path file;
    private final BooleanSupplier isRunning;
    private InputStream stream;
    /** Of the file that is open: another one may have taken its name. */
    private @Nullable Object key;

    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private @Nullable WatchService watch;

    private CriLogFile(Path file, BooleanSupplier isRunning, InputStream stream) throws IOException {
        this.file = file;
        this.isRunning = isRunning;
        this.stream = stream;
        this.key = keyOrNull(file);
    }

    private static @Nullable Object keyOrNull(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException _) {
            return null; // it has been renamed, and the runtime has not begun the next one
        }
    }

    /** Opens a file; {@code isRunning} tells whether its container may still write. */
    public static CriLogFile open(Path file, BooleanSupplier isRunning) throws IOException {
        return new CriLogFile(file, isRunning, new BufferedInputStream(Files.newInputStream(file)));
    }

    /** Opens a file that nobody writes any more, at the first line that begins within its last bytes. */
    public static CriLogFile openEnd(Path file, long bytes) throws IOException {
        var stream = new BufferedInputStream(Files.newInputStream(file));
        var log = new CriLogFile(file, () -> false, stream);
        var skipped = Math.max(0, Files.size(file) - bytes);
        stream.skipNBytes(skipped);
        if (skipped > 0) log.line();
        return log;
    }

    @Override
    public @Nullable Part next(boolean wait) throws IOException, InterruptedException {
        var line = line();
        while (line == null && wait) {
            // Asked before the file is read again: what was written before the end is not missed.
            var last = !isRunning.getAsBoolean();
            line = line();
            if (line != null) break;
            if (isRotated()) {
                // What was written between the last look and the new name.
                line = line();
                if (line == null) reopen();
                continue;
            }
            if (last) break;
            await();
            line = line();
        }
        return line == null ? null : parse(line);
    }

    /** Whether the file was put aside and the runtime writes into another one of its name. */
    private boolean isRotated() throws IOException {
        var now = keyOrNull(file);
        return now != null && key != null && !now.equals(key);
    }

    private void reopen() throws IOException {
        stream.close();
        stream = new BufferedInputStream(Files.newInputStream(file));
        key = keyOrNull(file);
    }

    /** A line that has its end; what has none yet is kept for the next call. */
    private byte @Nullable [] line() throws IOException {
        for (var next = stream.read(); next >= 0; next = stream.read()) {
            if (next == '\n') return begun();
            begun.write(next);
            if (begun.size() == LONGEST_LINE) return begun();
        }
        return null;
    }

    private byte[] begun() {
        var line = begun.toByteArray();
        begun.reset();
        return line;
    }

    /** What no runtime would write is shown as it stands. */
    private static Part parse(byte[] line) {
        var text = new String(line, 0, Math.min(line.length, 80), StandardCharsets.ISO_8859_1);
        var first = text.indexOf(' ');
        var second = text.indexOf(' ', first + 1);
        var third = text.indexOf(' ', second + 1);
        var tagsEnd = third < 0 ? text.length() : third;
        if (first < 0 || second < 0) return unreadable(line);
        try {
            var at = OffsetDateTime.parse(text.substring(0, first)).toInstant();
            var tags = text.substring(second + 1, tagsEnd).split(":", -1);
            var content = third < 0 ? new byte[0] : Arrays.copyOfRange(line, third + 1, line.length);
            return new Part(at, content, !tags[0].equals("P"));
        } catch (DateTimeException _) {
            return unreadable(line);
        }
    }

    private static Part unreadable(byte[] line) {
        return new Part(Instant.EPOCH, line, true);
    }

    private void await() throws IOException, InterruptedException {
        var watching = watch;
        if (watching == null) {
            watching = file.getFileSystem().newWatchService();
            watch = watching;
            var folder = file.toAbsolutePath().getParent();
            if (folder != null)
                folder.register(watching, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            return; // the file is read again before the first wait
        }
        var key = watching.poll(ASKED_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        if (key == null) return;
        key.pollEvents();
        key.reset();
    }

    @Override
    public void close() throws IOException {
        stream.close();
        if (watch != null) watch.close();
    }
}
