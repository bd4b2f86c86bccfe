package dev.plimsoll.nodeagent.cri.cgroups;

import dev.plimsoll.linux.watch.FileWatch;
import dev.plimsoll.runtime.ErrorReporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Hears from the kernel that memory ran out in a pod, through {@code memory.events} of its cgroup. */
public final class MemoryWatch implements AutoCloseable {
    private static final Duration TURN = Duration.ofSeconds(30);

    /** Where the file of a pod is. */
    public interface EventFiles {
        Optional<Path> find(String uid) throws IOException;
    }

    private final FileWatch watch;
    private final EventFiles files;
    private final ErrorReporter errors;
    private final Map<String, Path> byPod = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public MemoryWatch(FileWatch watch, EventFiles files, ErrorReporter errors) {
        this.watch = watch;
        this.files = files;
        this.errors = errors;
    }

    public void start(Consumer<String> listener) {
        // It waits in the kernel, which a virtual thread cannot.
        Thread.ofPlatform().name("plimsoll-memory-events").daemon().start(() -> run(listener));
    }

    private void run(Consumer<String> listener) {
        try {
            while (!closed) {
                for (var file : watch.await(TURN)) {
                    byPod.forEach((uid, path) -> {
                        if (path.equals(file)) listener.accept(uid);
                    });
                }
            }
        } catch (IOException e) {
            errors.tell("memory.events are not followed any more: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }

    /** Begins to follow a pod, if its cgroup has such a file. */
    public void add(String uid) {
        if (byPod.containsKey(uid)) return;
        try {
            var file = files.find(uid);
            if (file.isEmpty() || !Files.exists(file.get())) return;
            watch.add(file.get());
            byPod.put(uid, file.get());
        } catch (IOException e) {
            errors.tell("memory.events of pod " + uid + ": " + e);
        }
    }

    public void retain(Set<String> pods) {
        for (var uid : Set.copyOf(byPod.keySet())) {
            var file = pods.contains(uid) ? null : byPod.remove(uid);
            if (file != null) watch.remove(file);
        }
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
    }
}
