package dev.plimsoll.nodeagent.cri.host;

import dev.plimsoll.nodeagent.runtime.NodeUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the whole machine uses, the system's own part included, as {@code /proc} tells it. */
public final class HostUsage {
    /** {@code USER_HZ}, which is 100 wherever Linux runs. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Fields of the first line of {@code /proc/stat} that are no work: idle and waiting for a disk. */
    private static final int IDLE = 4;

    private static final int WAITING = 5;
    /** Time given to guests is counted in user time too. */
    private static final int LAST = 8;

    private final Path proc;
    private @Nullable Instant before;
    private long nanosBefore;

    /** Reads below a folder, such as {@code /proc}. */
    public HostUsage(Path proc) {
        this.proc = proc;
    }

    /** Empty where it cannot be read. */
    public synchronized Optional<NodeUsage> read(Instant now) {
        try {
            var memory = memory();
            var total = memory.get("MemTotal");
            var free = memory.get("MemFree");
            var available = memory.get("MemAvailable");
            if (total == null || free == null || available == null) return Optional.empty();
            var nanos = busyNanos();
            var since = before;
            var elapsed =
                    since == null ? 0 : java.time.Duration.between(since, now).toNanos();
            var rate = elapsed <= 0 ? 0 : (long) ((nanos - nanosBefore) * (1e9 / elapsed));
            before = now;
            nanosBefore = nanos;
            return Optional.of(new NodeUsage(nanos, rate, total - free, total - available));
        } catch (IOException | NumberFormatException _) {
            return Optional.empty(); // said by who asks: what pods use stands for it
        }
    }

    private Map<String, Long> memory() throws IOException {
        var values = new HashMap<String, Long>();
        for (var line : Files.readAllLines(proc.resolve("meminfo"))) {
            var parts = line.split(":?\\s+", 3);
            if (parts.length > 1) values.put(parts[0], Long.parseLong(parts[1]) * 1024);
        }
        return values;
    }

    private long busyNanos() throws IOException {
        var fields = Files.readAllLines(proc.resolve("stat")).getFirst().split("\\s+", -1);
        var ticks = 0L;
        for (var i = 1; i <= LAST && i < fields.length; i++) {
            if (i != IDLE && i != WAITING) ticks += Long.parseLong(fields[i]);
        }
        return ticks * NANOS_PER_TICK;
    }
}
