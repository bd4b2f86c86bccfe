package dev.plimsoll.fakes.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** All objects of a resource as a watch shows them, for tests that wait until they look as they should. */
public final class Observed implements AutoCloseable {
    private static final Duration USUAL = Duration.ofSeconds(60);

    private final Map<ObjectName, ObjectNode> now = new TreeMap<>();
    private final Set<String> uids = new HashSet<>();
    private final List<Consumer<ObjectNode>> followers = new ArrayList<>();
    private final Reflector<ObjectNode> reflector;
    private final Thread thread;
    private final Duration patience;

    public Observed(ApiClient client, ApiResource resource) {
        this(client, resource, USUAL);
    }

    /** @param patience after which a test that waits has failed */
    public Observed(ApiClient client, ApiResource resource, Duration patience) {
        this.patience = patience;
        var observer = new Observer() {
            @Override
            public void unreadable(ObjectName name, String why) {}

            @Override
            public void trouble(ApiResource which, String problem) {}

            @Override
            public void defect(RuntimeException exception) {
                exception.printStackTrace();
            }
        };
        var cache = new Cache<ObjectNode>(Decoded.View::new, List.of(), observer);
        cache.subscribe(this::changed);
        reflector =
                new Reflector<>(client, resource, ObjectSelection.ALL, cache, observer, Time.system(), new Random(7));
        thread = Thread.ofVirtual().start(reflector);
    }

    private synchronized void changed(CacheChange<ObjectNode> change) {
        switch (change) {
            case CacheChange.Added<ObjectNode>(var name, var added) -> put(name, added);
            case CacheChange.Updated<ObjectNode>(var name, var _, var after) -> put(name, after);
            case CacheChange.Removed<ObjectNode>(var name, var _) -> now.remove(name);
            case CacheChange.Synced<ObjectNode> _ -> {}
        }
        notifyAll();
    }

    private void put(ObjectName name, ObjectNode object) {
        now.put(name, object);
        uids.add(object.at("/metadata/uid").asText());
        for (var follower : followers) follower.accept(object);
    }

    /** Hears of every version of every object. */
    public synchronized void follow(Consumer<ObjectNode> follower) {
        now.values().forEach(follower);
        followers.add(follower);
    }

    /** How many different objects there ever were. */
    public synchronized int everSeen() {
        return uids.size();
    }

    /** Waits for an object that is as wanted. */
    public ObjectNode await(String what, Predicate<ObjectNode> wanted) throws InterruptedException {
        awaitAll(what, all -> all.stream().anyMatch(wanted));
        synchronized (this) {
            return now.values().stream().filter(wanted).findFirst().orElseThrow();
        }
    }

    /** Waits until there is none like that. */
    public void awaitNone(String what, Predicate<ObjectNode> unwanted) throws InterruptedException {
        awaitAll(what, all -> all.stream().noneMatch(unwanted));
    }

    /** Waits until all together are as wanted. */
    public synchronized void awaitAll(String what, Predicate<Collection<ObjectNode>> wanted)
            throws InterruptedException {
        var end = System.nanoTime() + patience.toNanos();
        while (!wanted.test(now.values())) {
            var left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) throw new AssertionError("not seen: " + what + "; but " + now.values());
            wait(left);
        }
    }

    public synchronized List<ObjectNode> all() {
        return List.copyOf(now.values());
    }

    @Override
    public void close() {
        reflector.close();
        thread.interrupt();
    }
}
