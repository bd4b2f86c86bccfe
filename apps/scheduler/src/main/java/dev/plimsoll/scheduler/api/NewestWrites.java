package dev.plimsoll.scheduler.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** Writes about objects, in order for each object; one that has not begun is replaced by a newer one about the same object. */
final class NewestWrites {
    private final Map<String, Runnable> waiting = new ConcurrentHashMap<>();
    private final List<BlockingQueue<String>> queues = new ArrayList<>();

    NewestWrites(int writers) {
        for (var i = 0; i < writers; i++) queues.add(new LinkedBlockingQueue<>());
    }

    void submit(String uid, Runnable write) {
        if (waiting.put(uid, write) == null)
            queues.get(Math.floorMod(uid.hashCode(), queues.size())).add(uid);
    }

    /** The loop of one of the writers. */
    void write(int writer) {
        try {
            while (true) {
                var write = waiting.remove(queues.get(writer).take());
                if (write != null) write.run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing: the next attempt says it again
        }
    }
}
