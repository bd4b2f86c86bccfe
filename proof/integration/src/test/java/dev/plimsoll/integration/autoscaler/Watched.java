package dev.plimsoll.integration.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Decoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** All objects of a resource as somebody sees them who watches. */
final class Watched implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 240;

    private final Cache<ObjectNode> cache;
    private final Reflector<ObjectNode> reflector;
    private final Thread thread;

    Watched(ApiClient client, ApiResource resource) throws InterruptedException {
        var observer = new Quiet();
        cache = new Cache<>(Decoded.View::new, List.of(), observer);
        reflector = new Reflector<>(client, resource, Selection.ALL, cache, observer, Time.system(), new Random(5));
        thread = Thread.ofVirtual().start(reflector);
        assertThat(cache.awaitSync(Duration.ofMinutes(1))).isTrue();
    }

    private static final class Quiet implements Observer {
        @Override
        public void unreadable(ObjectName name, String why) {}

        @Override
        public void trouble(ApiResource resource, String problem) {}

        @Override
        public void defect(RuntimeException exception) {
            throw exception;
        }
    }

    List<ObjectNode> named(String prefix) {
        return cache.all().stream()
                .filter(object -> object.at("/metadata/name").asText().startsWith(prefix)
                        && !object.path("metadata").has("deletionTimestamp"))
                .toList();
    }

    /** Waits until these objects are as they should be, from now on or already. */
    void await(String what, String prefix, Predicate<List<ObjectNode>> condition) throws InterruptedException {
        var met = new CountDownLatch(1);
        var subscription = cache.subscribe(_ -> {
            if (condition.test(named(prefix))) met.countDown();
        });
        if (condition.test(named(prefix))) met.countDown();
        var done = met.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        subscription.close();
        assertThat(done).as(() -> what + ": " + named(prefix)).isTrue();
    }

    @Override
    public void close() {
        reflector.close();
        thread.interrupt();
    }
}
