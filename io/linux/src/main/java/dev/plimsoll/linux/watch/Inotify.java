package dev.plimsoll.linux.watch;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Inotify through the C library. The JDK's own watch service watches folders, and the kernel does not tell folders about changes
 * that it makes to its files itself.
 *
 * <p>Waiting blocks a thread of the operating system, so it belongs on a platform thread.
 */
final class Inotify implements FileWatch {
    private static final int CLOEXEC = 0x80000;
    private static final int NONBLOCK = 0x800;
    private static final int IN_MODIFY = 0x2;
    private static final int IN_Q_OVERFLOW = 0x4000;
    private static final int IN_IGNORED = 0x8000;
    private static final short POLLIN = 1;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    /** struct inotify_event without its name: wd, mask, cookie, len. */
    private static final int HEADER = 16;
    /** struct pollfd: fd, events, revents. */
    private static final int POLLFD = 8;

    private final int events;
    private final int wake;
    private final Map<Path, Integer> watches = new HashMap<>();
    private final Map<Integer, Path> files = new HashMap<>();
    private boolean waiting;
    private boolean closed;

    Inotify() throws IOException {
        events = opened("inotify_init1", LibC.inotifyInit(CLOEXEC | NONBLOCK));
        var eventfd = LibC.eventfd(CLOEXEC | NONBLOCK);
        if (eventfd < 0) LibC.close(events);
        wake = opened("eventfd", eventfd);
    }

    private static int opened(String what, long result) throws IOException {
        if (result < 0) throw LibC.failure(what, result);
        return (int) result;
    }

    @Override
    public synchronized void add(Path file) throws IOException {
        if (closed) throw new IOException("closed");
        var watch = LibC.addWatch(events, file.toString(), IN_MODIFY);
        if (watch < 0) throw LibC.failure(file.toString(), watch);
        watches.put(file, (int) watch);
        files.put((int) watch, file);
    }

    @Override
    public synchronized void remove(Path file) {
        var watch = watches.remove(file);
        if (watch == null || closed) return;
        files.remove(watch);
        // It fails where the file has gone, and then there is nothing to remove.
        var _ = LibC.removeWatch(events, watch);
    }

    @Override
    public Set<Path> await(Duration atMost) throws IOException, InterruptedException {
        synchronized (this) {
            if (closed) return Set.of();
            waiting = true;
        }
        try (var arena = Arena.ofConfined()) {
            var end = System.nanoTime() + atMost.toNanos();
            var descriptors = descriptors(arena);
            while (true) {
                if (Thread.interrupted()) throw new InterruptedException();
                var left = Math.max(0, end - System.nanoTime());
                var ready = LibC.poll(descriptors, 2, (int) Math.min(Integer.MAX_VALUE, (left + 999_999) / 1_000_000));
                if (ready < 0 && ready != -EINTR) throw LibC.failure("poll", ready);
                if (descriptors.get(ValueLayout.JAVA_SHORT, POLLFD + 6) != 0 && ready > 0) return Set.of();
                var changed = ready > 0 ? changed(arena.allocate(16384, 8)) : Set.<Path>of();
                if (!changed.isEmpty() || left == 0) return changed;
            }
        } finally {
            settle();
        }
    }

    private MemorySegment descriptors(Arena arena) {
        var descriptors = arena.allocate(2L * POLLFD, 4);
        descriptors.set(ValueLayout.JAVA_INT, 0, events);
        descriptors.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
        descriptors.set(ValueLayout.JAVA_INT, POLLFD, wake);
        descriptors.set(ValueLayout.JAVA_SHORT, POLLFD + 4, POLLIN);
        return descriptors;
    }

    private synchronized Set<Path> changed(MemorySegment buffer) throws IOException {
        var changed = new LinkedHashSet<Path>();
        while (true) {
            var size = LibC.read(events, buffer);
            if (size == -EAGAIN || size == -EINTR || size == 0) return changed;
            if (size < 0) throw LibC.failure("inotify", size);
            for (var at = 0L; at + HEADER <= size; ) {
                take(buffer.get(ValueLayout.JAVA_INT, at), buffer.get(ValueLayout.JAVA_INT, at + 4), changed);
                at += HEADER + buffer.get(ValueLayout.JAVA_INT, at + 12);
            }
        }
    }

    private void take(int watch, int mask, Set<Path> changed) {
        // The kernel could not keep all: any file may have changed.
        if ((mask & IN_Q_OVERFLOW) != 0) changed.addAll(watches.keySet());
        var file = files.get(watch);
        if (file == null) return;
        if ((mask & IN_MODIFY) != 0) changed.add(file);
        if ((mask & IN_IGNORED) != 0) {
            files.remove(watch);
            watches.remove(file, watch);
        }
    }

    private synchronized void settle() {
        waiting = false;
        if (closed) release();
    }

    /** A thread that waits is woken, and gives the descriptors back itself: their numbers must not be used again before. */
    @Override
    public synchronized void close() {
        if (closed) return;
        closed = true;
        if (!waiting) {
            release();
            return;
        }
        try (var arena = Arena.ofConfined()) {
            var one = arena.allocateFrom(ValueLayout.JAVA_LONG, 1L);
            var written = LibC.write(wake, one);
            if (written < 0) throw new IllegalStateException(LibC.failure("eventfd", written));
        }
    }

    private void release() {
        LibC.close(events);
        LibC.close(wake);
    }
}
