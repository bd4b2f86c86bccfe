package dev.plimsoll.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What clients get who take what there is ({@code resourceVersion=0}). */
// Acceptance of production: bounded-reads
class KindCachesTest {
    private static final Kind MAPS = Kinds.bundled().named("", "ConfigMap");

    private final AtomicLong ahead = new AtomicLong();
    private final Partitioned store = new Partitioned(new MemoryStore());
    private final KindCaches caches = new KindCaches(store, (_, _) -> Map.of(), new RecentWrites(), new Time() {
        @Override
        public Instant instant() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime() + ahead.get();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    });

    /** Its watches bring nothing any more once it is cut off, though it takes writes: those of another server. */
    private static final class Partitioned extends ForwardingStore {
        private final AtomicInteger revisions = new AtomicInteger();
        private volatile boolean isCutOff;

        Partitioned(Store store) {
            super(store);
        }

        @Override
        public long revision() {
            revisions.incrementAndGet();
            return super.revision();
        }

        @Override
        public Watch watch(String prefix, long after) {
            var watch = super.watch(prefix, after);
            return new Watch() {
                @Override
                public Delivery next() throws InterruptedException {
                    return heard(watch.next());
                }

                @Override
                public Delivery next(Duration patience) throws InterruptedException {
                    return heard(watch.next(patience));
                }

                @Override
                public void progressTo(long revision) {
                    watch.progressTo(revision);
                }

                @Override
                public void close() {
                    watch.close();
                }
            };
        }

        private Delivery heard(Delivery delivery) throws InterruptedException {
            if (isCutOff) new CountDownLatch(1).await(); // until the cache is closed
            return delivery;
        }
    }

    @AfterEach
    void close() {
        caches.close();
        store.close();
    }

    private void map(String name) {
        var text = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name + "\"}}";
        store.create("/registry/configmaps/default/" + name, text.getBytes(StandardCharsets.UTF_8));
    }

    private int count() {
        return caches.recent(MAPS)
                .snapshot(ObjectKey.prefix(MAPS, ""))
                .objects()
                .size();
    }

    @Test
    @DisplayName("the store is asked once in ten seconds, however often the cache is read")
    void asked() {
        map("a");
        caches.serve();
        for (var i = 0; i < 100; i++) assertThat(count()).isEqualTo(1);
        assertThat(store.revisions).hasValue(1);
        ahead.addAndGet(Duration.ofSeconds(11).toNanos());
        for (var i = 0; i < 100; i++) assertThat(count()).isEqualTo(1);
        assertThat(store.revisions).hasValue(2);
    }

    @Test
    @DisplayName("a server that hears of no changes any more tells what it has for ten seconds, and then refuses")
    void cutOff() {
        map("a");
        caches.serve();
        assertThat(count()).isEqualTo(1);
        store.isCutOff = true;
        map("b");
        assertThat(count()).isEqualTo(1);
        ahead.addAndGet(Duration.ofSeconds(11).toNanos());
        assertThatThrownBy(this::count).isInstanceOf(RefusedException.class);
    }
}
