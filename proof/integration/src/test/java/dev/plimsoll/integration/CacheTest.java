package dev.plimsoll.integration;

import static dev.plimsoll.integration.Server.json;
import static dev.plimsoll.integration.Server.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.EventSource;
import dev.plimsoll.client.events.Occurrence;
import dev.plimsoll.client.lease.ElectionCandidate;
import dev.plimsoll.client.lease.LeaderElection;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stands on the client, against the API server: caches, elections, events. */
@Timeout(120)
class CacheTest {
    private final Server server = new Server();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<CacheChange<String>> changes = new ArrayBlockingQueue<>(100);

    private final Observer observer = new Observer() {
        @Override
        public void unreadable(ObjectName name, String why) {
            errors.add(why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            errors.add(problem);
        }

        @Override
        public void defect(RuntimeException exception) {
            errors.add(exception.toString());
        }
    };

    private final Cache<String> cache = new Cache<>(
            document -> new Decoded.View<>(
                    document.at("/spec/containers/0/resources/requests/cpu").asText()),
            List.of(),
            observer);

    @AfterEach
    void close() {
        server.close();
    }

    private CacheChange<String> next() throws InterruptedException {
        var change = changes.poll(60, TimeUnit.SECONDS);
        assertThat(change).isNotNull();
        return change;
    }

    @Test
    void aCacheFollowsTheServerUntilItIsClosed() throws InterruptedException {
        var client = server.client();
        var a = new ObjectName("default", "a");
        client.create(ApiResource.PODS, pod("a", "1"));
        cache.subscribe(changes::add);
        var reflector = new Reflector<>(
                client, ApiResource.PODS, ObjectSelection.ALL, cache, observer, Time.system(), new Random(1));
        var thread = Thread.ofVirtual().name("pods").start(reflector);

        assertThat(next()).isEqualTo(new CacheChange.Added<>(a, "1"));
        assertThat(next()).isEqualTo(new CacheChange.Synced<>());
        var resize =
                json("{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"2\"}}}]}}");
        client.patch(ApiResource.PODS.sub("resize"), a, new Patch.Strategic(resize));
        assertThat(next()).isEqualTo(new CacheChange.Updated<>(a, "1", "2"));
        client.delete(ApiResource.PODS, a, DeleteOptions.atOnce(""));
        assertThat(next()).isEqualTo(new CacheChange.Removed<>(a, "2"));

        reflector.close();
        assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
        assertThat(errors).isEmpty();
    }

    /** Says nothing. */
    private record Quiet() implements ElectionCandidate {
        @Override
        public void elected() {}

        @Override
        public void ousted() {}

        @Override
        public void leaderIs(String identity) {}
    }

    private LeaderElection candidate(String identity) {
        var lease = new ObjectName("default", "leader");
        return new LeaderElection(
                server.client(), lease, identity, LeaseTimes.DEFAULT, new Quiet(), Time.system(), new Random(1));
    }

    @Test
    void ofTwoCandidatesOneLeadsAndTheOtherFollowsWhenItStops() {
        var one = candidate("one");
        var two = candidate("two");
        one.runOnce();
        two.runOnce();
        one.runOnce();
        assertThat(one.isLeading()).isTrue();
        assertThat(two.isLeading()).isFalse();
        one.close();
        two.runOnce();
        assertThat(two.isLeading()).isTrue();
        assertThat(server.client()
                        .get(ApiResource.LEASES, new ObjectName("default", "leader"))
                        .done()
                        .orElseThrow()
                        .at("/spec/leaseTransitions")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void anEventIsWrittenAndCountedUp() throws InterruptedException {
        var client = server.client();
        var pod = client.create(ApiResource.PODS, pod("a", "1")).done().orElseThrow();
        var recorder = new EventRecorder(client, new EventSource("kubelet", "n1"), Time.system(), new Random(1));
        for (var i = 0; i < 3; i++) recorder.record(About.of(pod), Occurrence.Type.WARNING, "Failed", "oh no");
        recorder.flush();
        var events = client.listAll(
                        ApiResource.EVENTS,
                        ObjectSelection.inNamespace("default").withFields("involvedObject.name=a"),
                        100)
                .done()
                .orElseThrow()
                .items();
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().at("/count").asInt()).isEqualTo(3);
        assertThat(recorder.dropped()).isZero();
    }
}
