package dev.plimsoll.scheduler.api;

import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.random.RandomGenerator;

/**
 * Writes about objects, in order for each object. One that has not begun is replaced by a newer one about the same object; one that
 * could not be done for a reason that passes stays until it is done, replaced or dropped.
 */
final class NewestWrites {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** One write. */
    interface Write {
        /** Tries; false if it has to be tried again. */
        boolean attempt();
    }

    private final Time time;
    private final RandomGenerator random;
    private final Map<String, Write> waiting = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final List<BlockingQueue<String>> queues = new ArrayList<>();

    NewestWrites(int writers, Time time, RandomGenerator random) {
        this.time = time;
        this.random = random;
        for (var i = 0; i < writers; i++) queues.add(new LinkedBlockingQueue<>());
    }

    void submit(String uid, Write write) {
        if (waiting.put(uid, write) == null) queue(uid).add(uid);
    }

    /** Nothing that was submitted about the object so far is written after this returns. */
    void drop(String uid) {
        waiting.remove(uid);
        var current = underWay.get(uid);
        if (current == null) return;
        current.join();
        waiting.remove(uid); // it may have been put back
    }

    /** The loop of one of the writers. */
    void write(int writer) {
        // One for all objects: what cannot be written is as a rule the server's trouble.
        var backoff = new Backoff(SHORTEST_PAUSE, LONGEST_PAUSE, random);
        try {
            while (true) {
                if (attempt(queues.get(writer).take())) backoff.success();
                else time.sleep(backoff.failure());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing: the next attempt says it again
        }
    }

    /** Whether nothing of it is left to be tried again. */
    private boolean attempt(String uid) {
        var end = new CompletableFuture<Void>();
        underWay.put(uid, end);
        try {
            var write = waiting.remove(uid);
            if (write == null || write.attempt()) return true;
            if (waiting.putIfAbsent(uid, write) == null) queue(uid).add(uid);
            return false;
        } finally {
            underWay.remove(uid);
            end.complete(null);
        }
    }

    private BlockingQueue<String> queue(String uid) {
        return queues.get(Math.floorMod(uid.hashCode(), queues.size()));
    }
}
