package dev.plimsoll.client.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ApiStatus;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.WatchStream;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a cache up to date: lists, then watches from the version of the list on.
 *
 * <p>A watch that ends or breaks is resumed after the last version seen. A version that the server no longer knows leads to a new
 * list, of which only the differences are told. Failures are repeated with growing, random pauses; a watch that brought something
 * before it ended is resumed at once.
 *
 * <p>{@link #run} is the loop of a thread. A simulation calls {@link #runOnce} instead and waits as long as it says in its own time.
 */
public final class Reflector<T> implements Runnable, AutoCloseable {
    private static final int PAGE = 500;
    private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);
    private static final Duration LONGEST_UNREACHABLE = Duration.ofSeconds(3);

    private final ApiClient client;
    private final ApiResource resource;
    private final ObjectSelection selection;
    private final Cache<T> cache;
    private final Observer observer;
    private final Time time;
    private final RandomGenerator random;
    private final Backoff backoff;

    private State state = new State.Listing();
    /** Whether anything was heard since the last list; without it a new list is not asked for at once. */
    private boolean progress;
    /** Whether the observer was told of trouble that is not over. */
    private boolean troubled;

    private volatile boolean closed;
    private volatile @Nullable Thread thread;
    private volatile @Nullable WatchStream open;

    public Reflector(
            ApiClient client,
            ApiResource resource,
            ObjectSelection selection,
            Cache<T> cache,
            Observer observer,
            Time time,
            RandomGenerator random) {
        this.client = client;
        this.resource = resource;
        this.selection = selection;
        this.cache = cache;
        this.observer = observer;
        this.time = time;
        this.random = random;
        this.backoff = Backoff.ofWatches(random);
    }

    private sealed interface State {
        record Listing() implements State {}

        /** @param version everything up to it is in the cache */
        record Resuming(String version) implements State {}

        /** @param fruitful whether this watch has brought anything */
        record Following(String version, WatchStream stream, boolean fruitful) implements State {}
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (!closed) {
                var pause = runOnce();
                if (!closed && pause.isPositive()) time.sleep(pause);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing: the next start lists again
        } finally {
            endStream();
        }
    }

    /** One list, one beginning of a watch or one event; how long to wait before the next turn. */
    public Duration runOnce() {
        return switch (state) {
            case State.Listing() -> list();
            case State.Resuming(var version) -> resume(version);
            case State.Following following -> follow(following);
        };
    }

    private Duration list() {
        // Documents are many times the size of what is kept of them.
        var present = new HashSet<ObjectName>();
        var listed =
                client.listEach(resource, selection, PAGE, page -> present.addAll(cache.putAll(page)), present::clear);
        if (listed instanceof RequestResult.Unreachable<String>(var why)) return unreachable("list: " + why);
        if (!(listed instanceof RequestResult.Done<String>(var version))) return failed("list: " + listed.problem());
        cache.retain(present);
        state = new State.Resuming(version);
        progress = false;
        return Duration.ZERO;
    }

    private Duration resume(String version) {
        // Watches of many clients, begun together, shall not end together.
        var atMost = SHORTEST_WATCH.plusMillis((long) (SHORTEST_WATCH.toMillis() * random.nextDouble()));
        return switch (client.watch(resource, selection, version, atMost)) {
            case RequestResult.Done<WatchStream>(var stream) -> {
                open = stream;
                state = new State.Following(version, stream, false);
                if (troubled) observer.recovered(resource);
                troubled = false;
                yield Duration.ZERO;
            }
            case RequestResult.Refused<WatchStream>(var status) -> ended(status);
            case RequestResult.NotFound<WatchStream>(var status) -> ended(status);
            case RequestResult.Conflict<WatchStream>(var status) -> ended(status);
            case RequestResult.Unreachable<WatchStream>(var why) -> unreachable("watch: " + why);
        };
    }

    private Duration follow(State.Following following) {
        try {
            var event = following.stream().next();
            if (event.isPresent()) return handle(following, event.get());
            endStream();
            state = new State.Resuming(following.version());
            if (following.fruitful()) return Duration.ZERO;
            return backoff.failure();
        } catch (IOException e) {
            endStream();
            state = new State.Resuming(following.version());
            return unreachable("watch: " + e.getMessage());
        }
    }

    private Duration handle(State.Following following, WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(var object) -> {
                cache.put(object);
                yield advanced(following, version(object));
            }
            case WatchEvent.Modified(var object) -> {
                cache.put(object);
                yield advanced(following, version(object));
            }
            case WatchEvent.Deleted(var object) -> {
                cache.remove(object);
                yield advanced(following, version(object));
            }
            case WatchEvent.Bookmark(var version) -> advanced(following, version);
            case WatchEvent.Failed(var status) -> {
                endStream();
                state = new State.Resuming(following.version());
                yield ended(status);
            }
            case WatchEvent.Garbled(var line) -> {
                endStream();
                state = new State.Resuming(following.version());
                yield failed("watch: not an event: " + line);
            }
        };
    }

    private static String version(ObjectNode object) {
        return object.path("metadata").path("resourceVersion").asText();
    }

    private Duration advanced(State.Following following, String version) {
        backoff.success();
        progress = true;
        state = new State.Following(version.isEmpty() ? following.version() : version, following.stream(), true);
        return Duration.ZERO;
    }

    /** The server ended the watch, or refused it: a version too old wants a new list, at once if there was progress. */
    private Duration ended(ApiStatus status) {
        if (!status.isTemporary()) state = new State.Listing();
        if (status.isExpired() && progress) return Duration.ZERO;
        return failed("watch: " + status.message());
    }

    private Duration failed(String problem) {
        if (!closed) {
            troubled = true;
            observer.trouble(resource, problem);
        }
        return backoff.failure();
    }

    /** Who cannot be reached is not under load: it is tried often, so that its return is noticed soon. */
    private Duration unreachable(String problem) {
        var pause = failed(problem);
        if (pause.compareTo(LONGEST_UNREACHABLE) <= 0) return pause;
        return LONGEST_UNREACHABLE.dividedBy(2).plusNanos((long)
                (LONGEST_UNREACHABLE.toNanos() / 2.0 * random.nextDouble()));
    }

    private void endStream() {
        var stream = open;
        open = null;
        if (stream != null) stream.close();
    }

    /** Ends the loop, from any thread. */
    @Override
    public void close() {
        closed = true;
        var stream = open;
        if (stream != null) stream.close();
        var runner = thread;
        if (runner != null) runner.interrupt();
    }
}
