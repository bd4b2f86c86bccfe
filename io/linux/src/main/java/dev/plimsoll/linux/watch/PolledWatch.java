package dev.plimsoll.linux.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reads the files now and then, and compares. */
final class PolledWatch implements FileWatch {
    private final Duration interval;
    private final Map<Path, String> contents = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    PolledWatch(Duration interval) {
        this.interval = interval;
    }

    @Override
    public void add(Path file) throws IOException {
        contents.put(file, Files.readString(file));
    }

    @Override
    public void remove(Path file) {
        contents.remove(file);
    }

    @Override
    public Set<Path> await(Duration atMost) throws IOException, InterruptedException {
        var end = System.nanoTime() + atMost.toNanos();
        while (closed.getCount() > 0) {
            var changed = changed();
            var left = end - System.nanoTime();
            if (!changed.isEmpty() || left <= 0) return changed;
            if (closed.await(Math.min(left, interval.toNanos()), TimeUnit.NANOSECONDS)) break;
        }
        return Set.of();
    }

    private Set<Path> changed() throws IOException {
        var changed = new LinkedHashSet<Path>();
        for (var entry : Map.copyOf(contents).entrySet()) {
            try {
                var now = Files.readString(entry.getKey());
                if (!now.equals(entry.getValue()) && contents.replace(entry.getKey(), now) != null) {
                    changed.add(entry.getKey());
                }
            } catch (NoSuchFileException _) {
                contents.remove(entry.getKey());
            }
        }
        return changed;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
