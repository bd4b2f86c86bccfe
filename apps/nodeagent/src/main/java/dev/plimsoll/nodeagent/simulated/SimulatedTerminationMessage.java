package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.nodeagent.logs.LogTail;
import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileSource;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.files.PartOfFiles;
import dev.plimsoll.nodeagent.simulated.logs.SimulatedLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a container leaves to be told at its end: a file that its program can write, or the end of its log. */
final class SimulatedTerminationMessage {
    private static final int MOST_BYTES = 4096;
    private static final int LARGEST_FILE = 1 << 20;
    private static final String FILE = "message";
    private static final String FALLBACK_TO_LOGS = "FallbackToLogsOnError";

    /** Null until somebody can write it. */
    private @Nullable MemoryFiles files;

    /** The file, as it is mounted into the container. */
    synchronized FileSource file() {
        if (files == null) {
            files = new MemoryFiles(() -> LARGEST_FILE);
            files.put(FILE, new FileEntry.Regular(0_666, () -> new byte[0]));
        }
        return new PartOfFiles(files, FILE, false);
    }

    /** @param policy as the container has it; empty for the usual one */
    String read(String policy, int exitCode, SimulatedLog log) {
        var own = written();
        return own.isEmpty() && exitCode != 0 && policy.equals(FALLBACK_TO_LOGS) ? tail(log) : own;
    }

    private synchronized String written() {
        var entry = files == null ? null : files.find(FILE).orElse(null);
        if (!(entry instanceof FileEntry.Regular file)) return "";
        var bytes = file.content().get();
        var length = Math.min(MOST_BYTES, bytes.length);
        return new String(bytes, bytes.length - length, length, StandardCharsets.UTF_8);
    }

    private static String tail(SimulatedLog log) {
        try (var reader = log.read()) {
            return LogTail.of(reader);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a log in memory has nothing to fail
        }
    }
}
