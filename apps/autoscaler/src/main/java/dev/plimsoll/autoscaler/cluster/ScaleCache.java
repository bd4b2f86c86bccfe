package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * What the {@code /scale} of controllers says that Kubernetes does not know itself. Whoever asks gets what was read last; this
 * loop reads it anew when it is ten to twenty minutes old, and forgets what nobody asked for in an hour.
 */
final class ScaleCache implements Runnable {
    private static final Duration FRESH = Duration.ofMinutes(10);
    private static final Duration REFRESH = Duration.ofSeconds(7);
    private static final Duration UNREAD = Duration.ofHours(1);
    /** A controller that is not there may be there soon. */
    private static final Duration MISSING = Duration.ofSeconds(30);

    private final ApiClient client;
    private final ServedKinds kinds;
    private final Time time;
    private final RandomGenerator random;
    private final Map<Key, Known> known = new ConcurrentHashMap<>();

    ScaleCache(ApiClient client, ServedKinds kinds, Time time, RandomGenerator random) {
        this.client = client;
        this.kinds = kinds;
        this.time = time;
        this.random = random;
    }

    private record Key(String namespace, CrossVersionObjectReference reference) {}

    private record Known(FoundController found, long staleAt, long askedAt) {
        Known asked(long now) {
            return new Known(found, staleAt, now);
        }
    }

    FoundController find(String namespace, CrossVersionObjectReference reference) {
        var key = new Key(namespace, reference);
        var now = time.nanos();
        var before = known.get(key);
        if (before != null && (before.found() instanceof FoundController.Controller || now < before.staleAt())) {
            known.replace(key, before, before.asked(now));
            return before.found();
        }
        return read(key, before == null ? null : before.found(), now);
    }

    private FoundController read(Key key, @org.jspecify.annotations.Nullable FoundController before, long askedAt) {
        var found = ask(key).orElseGet(() ->
                before != null ? before : new FoundController.Unreadable("the API server did not answer"));
        var now = time.nanos();
        var fresh = found instanceof FoundController.Controller
                ? FRESH.toNanos() + (long) (FRESH.toNanos() * random.nextDouble())
                : MISSING.toNanos();
        known.put(key, new Known(found, now + fresh, askedAt));
        return found;
    }

    /** Empty where nothing is known for the moment. */
    private Optional<FoundController> ask(Key key) {
        var reference = key.reference();
        var scale = kinds.scaleOf(reference.apiVersion(), reference.kind());
        if (scale.isEmpty()) {
            return Optional.of(new FoundController.Unreadable("Unhandled targetRef " + reference.apiVersion() + " / "
                    + reference.kind() + " / " + reference.name()));
        }
        return switch (client.get(scale.get(), new ObjectName(key.namespace(), reference.name()))) {
            case RequestResult.Done<ObjectNode>(var document) -> Optional.of(FoundController.scalable(document));
            case RequestResult.NotFound<ObjectNode> _ ->
                Optional.of(new FoundController.Unreadable(
                        reference.kind() + " " + key.namespace() + "/" + reference.name() + " does not exist"));
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> Optional.empty();
        };
    }

    @Override
    public void run() {
        try {
            while (true) {
                time.sleep(REFRESH);
                refresh();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }

    /** One round of the loop. */
    void refresh() {
        known.forEach((key, entry) -> {
            var now = time.nanos();
            if (now - entry.askedAt() > UNREAD.toNanos()) known.remove(key, entry);
            else if (now >= entry.staleAt()) read(key, entry.found(), entry.askedAt());
        });
    }
}
