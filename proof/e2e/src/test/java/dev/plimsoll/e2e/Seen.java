package dev.plimsoll.e2e;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.client.cache.Decoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** All objects of a resource as a watch shows them, for tests that wait until one of them looks as it should. */
final class Seen implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final List<ObjectNode> now = new ArrayList<>();
    private final Reflector<ObjectNode> reflector;
    private final Thread thread;

    Seen(ApiClient client, ApiResource resource) {
        var observer = new Observer() {
            @Override
            public void unreadable(ObjectName name, String why) {}

            @Override
            public void trouble(ApiResource which, String problem) {}

            @Override
            public void defect(RuntimeException exception) {}
        };
        var cache = new Cache<ObjectNode>(Decoded.View::new, List.of(), observer);
        cache.subscribe(this::changed);
        reflector = new Reflector<>(client, resource, Selection.ALL, cache, observer, Time.system(), new Random(7));
        thread = Thread.ofVirtual().start(reflector);
    }

    private synchronized void changed(Change<ObjectNode> change) {
        switch (change) {
            case Change.Added<ObjectNode>(var _, var added) -> now.add(added);
            case Change.Updated<ObjectNode>(var _, var before, var after) -> {
                now.remove(before);
                now.add(after);
            }
            case Change.Removed<ObjectNode>(var _, var removed) -> now.remove(removed);
            case Change.Synced<ObjectNode> _ -> {}
        }
        notifyAll();
    }

    /** Waits for an object that is as wanted. */
    synchronized ObjectNode await(String what, Predicate<ObjectNode> wanted) throws InterruptedException {
        var end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            for (var object : now) if (wanted.test(object)) return object;
            var left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) throw new AssertionError("not seen: " + what + "; but " + now);
            wait(left);
        }
    }

    /** Waits until there is none like that. */
    synchronized void awaitNone(Predicate<ObjectNode> unwanted) throws InterruptedException {
        var end = System.nanoTime() + LONGEST.toNanos();
        while (now.stream().anyMatch(unwanted)) {
            var left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) throw new AssertionError("still there: " + now);
            wait(left);
        }
    }

    synchronized List<ObjectNode> all() {
        return List.copyOf(now);
    }

    @Override
    public void close() {
        reflector.close();
        thread.interrupt();
    }
}
