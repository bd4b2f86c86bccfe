package dev.plimsoll.client.cache;

import static dev.plimsoll.client.testing.Documents.bookmark;
import static dev.plimsoll.client.testing.Documents.event;
import static dev.plimsoll.client.testing.Documents.list;
import static dev.plimsoll.client.testing.Documents.pod;
import static dev.plimsoll.client.testing.Documents.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.client.testing.ScriptedTransport;
import dev.plimsoll.client.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

// Acceptance of production: back-off
class ReflectorTest {
    /** A view small enough to compare. */
    record View(String name, String version, String node) {}

    private static final CacheIndex<View> BY_NODE = new CacheIndex<>("node", view -> Set.of(view.node()));

    private final VirtualTime time = new VirtualTime();
    private final ScriptedTransport server = new ScriptedTransport();
    private final List<String> troubles = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private int decoded;
    private int recovered;

    private final Observer observer = new Observer() {
        @Override
        public void unreadable(ObjectName name, String why) {
            troubles.add("unreadable " + name + ": " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            troubles.add(problem);
        }

        @Override
        public void recovered(ApiResource resource) {
            recovered++;
        }

        @Override
        public void defect(RuntimeException exception) {
            troubles.add("defect: " + exception.getMessage());
        }
    };

    private final Cache<View> cache = new Cache<>(
            document -> {
                decoded++;
                var node = document.path("spec").path("nodeName").asText();
                if (node.equals("?")) return new Decoded.Unreadable<>("no such node");
                var metadata = document.path("metadata");
                return new Decoded.View<>(new View(
                        metadata.path("name").asText(),
                        metadata.path("resourceVersion").asText(),
                        node));
            },
            List.of(BY_NODE),
            observer);
    private final Reflector<View> reflector = new Reflector<>(
            ApiClient.over(server, "test", TokenBucket.unlimited(time), time),
            ApiResource.PODS,
            ObjectSelection.ALL,
            cache,
            observer,
            time,
            new Random(1));

    private static String text(CacheChange<View> change) {
        return switch (change) {
            case CacheChange.Added<View>(var _, var now) -> "+" + now.name() + "@" + now.version();
            case CacheChange.Updated<View>(var _, var before, var now) ->
                "~" + now.name() + "@" + before.version() + ">" + now.version();
            case CacheChange.Removed<View>(var _, var before) -> "-" + before.name() + "@" + before.version();
            case CacheChange.Synced<View>() -> "synced";
        };
    }

    private List<Duration> turns(int count) {
        var pauses = new ArrayList<Duration>();
        for (var i = 0; i < count; i++) pauses.add(reflector.runOnce());
        return pauses;
    }

    private String lastWatch() {
        var asked = server.asked().getLast();
        return asked.replaceAll("&timeoutSeconds=\\d+", "");
    }

    @Test
    void aListThenTheEventsAfterIt() {
        cache.subscribe(change -> told.add(text(change)));
        server.answer(200, list(5, pod("a", 1, "n1"), pod("b", 2, "n1")));
        server.stream(
                event("MODIFIED", pod("a", 6, "n1")),
                event("DELETED", pod("b", 7, "n1")),
                event("ADDED", pod("c", 8, "n2")));
        var pauses = turns(5);
        assertThat(told).containsExactlyInAnyOrder("+a@1", "+b@2", "synced", "~a@1>6", "-b@2", "+c@8");
        assertThat(told.subList(2, 6)).containsExactly("synced", "~a@1>6", "-b@2", "+c@8");
        assertThat(lastWatch()).isEqualTo("GET /api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=5");
        assertThat(pauses).containsOnly(Duration.ZERO);
        assertThat(cache.isSynced()).isTrue();
        assertThat(cache.find(new ObjectName("default", "a"))).contains(new View("a", "6", "n1"));
    }

    @Test
    void aWatchThatEndsIsResumedAfterTheLastVersionSeenBookmarksIncluded() {
        server.answer(200, list(5)).stream(event("ADDED", pod("a", 6, "n1")), bookmark(40)).stream();
        var pauses = turns(6);
        assertThat(lastWatch()).endsWith("resourceVersion=40");
        assertThat(pauses).containsOnly(Duration.ZERO);
        assertThat(troubles).isEmpty();
    }

    @Test
    void aCutStreamLosesNothingAndIsResumedAfterAPause() {
        server.answer(200, list(5)).cut(event("ADDED", pod("a", 6, "n1"))).stream(event("ADDED", pod("b", 7, "n1")));
        var pauses = turns(6);
        assertThat(lastWatch()).endsWith("resourceVersion=6");
        assertThat(pauses.get(3)).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
        assertThat(cache.all()).hasSize(2);
        assertThat(troubles).containsExactly("watch: connection reset");
        assertThat(recovered).as("the first watch was no recovery").isEqualTo(1);
    }

    @Test
    void aLineThatIsNoEventEndsTheStreamAndNothingAfterItIsBelieved() {
        server.answer(200, list(5)).stream(
                event("ADDED", pod("a", 6, "n1")), "{\"type\":\"ADD", event("ADDED", pod("x", 9, "n1")))
                .stream(event("ADDED", pod("b", 7, "n1")));
        turns(6);
        assertThat(lastWatch()).endsWith("resourceVersion=6");
        assertThat(cache.all()).extracting(View::name).containsExactlyInAnyOrder("a", "b");
        assertThat(troubles).containsExactly("watch: not an event: {\"type\":\"ADD");
    }

    @Test
    void aVersionTooOldLeadsToANewListOfWhichOnlyTheDifferencesAreTold() {
        server.answer(200, list(5, pod("a", 1, "n1"), pod("b", 2, "n1"), pod("c", 3, "n1")));
        server.stream(bookmark(6), event("ERROR", status(410, "Expired", "too old resource version")));
        server.answer(200, list(90, pod("a", 1, "n1"), pod("b", 50, "n1"), pod("d", 60, "n1")));
        turns(3);
        cache.subscribe(change -> told.add(text(change)));
        told.clear();
        decoded = 0;
        assertThat(turns(2)).containsOnly(Duration.ZERO);
        assertThat(told).containsExactlyInAnyOrder("~b@2>50", "+d@60", "-c@3");
        assertThat(decoded).as("what did not change is not decoded again").isEqualTo(2);
    }

    @Test
    void aVersionThatIsTooOldAtOnceIsNotAskedForInATightLoop() {
        for (var i = 0; i < 8; i++) {
            server.answer(200, list(5)).answer(410, status(410, "Expired", "too old resource version"));
        }
        var pauses = turns(16).stream().filter(Duration::isPositive).toList();
        assertThat(pauses).hasSize(8);
        assertThat(pauses.get(7)).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
    }

    @Test
    void failuresArePausedLongerEachTimeUntilSomethingArrives() {
        server.fail("connection refused")
                .answer(403, status(403, "Forbidden", "no"))
                .answer(403, status(403, "Forbidden", "no"));
        server.answer(200, list(5)).answer(403, status(403, "Forbidden", "no")).answer(200, list(5)).stream(bookmark(6))
                .fail("reset");
        var pauses = turns(9);
        assertThat(pauses.get(1)).isGreaterThanOrEqualTo(Duration.ofMillis(1600));
        assertThat(pauses.get(2)).isGreaterThanOrEqualTo(Duration.ofMillis(3200));
        assertThat(pauses.get(4)).isGreaterThanOrEqualTo(Duration.ofMillis(6400));
        assertThat(turns(1).getFirst()).isLessThan(Duration.ofMillis(1700));
        assertThat(troubles)
                .containsExactly("list: connection refused", "list: no", "list: no", "watch: no", "watch: reset");
    }

    @Test
    void aServerThatCannotBeReachedIsTriedOften() {
        for (var i = 0; i < 20; i++) server.fail("connection refused");
        assertThat(turns(20).subList(2, 20))
                .allMatch(pause -> pause.compareTo(Duration.ofMillis(1500)) >= 0 && pause.toSeconds() <= 3);
    }

    @Test
    void anOverloadedServerIsAskedForTheWatchAgainNotForAList() {
        server.answer(200, list(5)).answer(429, status(429, "TooManyRequests", "later")).stream();
        turns(3);
        assertThat(lastWatch()).endsWith("resourceVersion=5");
    }

    @Test
    void anObjectMadeAgainUnderItsNameIsRemovedAndAdded() {
        server.answer(200, list(5, pod("a", 1, "n1")));
        server.stream(event("MODIFIED", pod("a", 9, "n1").replace("uid-a", "uid-other")));
        turns(1);
        cache.subscribe(change -> told.add(text(change)));
        told.clear();
        turns(2);
        assertThat(told).containsExactly("-a@1", "+a@9");
    }

    @Test
    void anObjectThatCannotBeReadKeepsItsLastViewAndIsReported() {
        server.answer(200, list(5, pod("a", 1, "n1"), pod("x", 2, "?")));
        server.stream(event("MODIFIED", pod("a", 6, "?")));
        turns(3);
        assertThat(cache.all()).containsExactly(new View("a", "1", "n1"));
        assertThat(troubles)
                .containsExactly("unreadable default/x: no such node", "unreadable default/a: no such node");
    }

    @Test
    void followersOfAKeyHearOnlyOfItAndOfWhatLeavesIt() {
        var other = new ArrayList<String>();
        cache.subscribe(BY_NODE, "n1", change -> told.add(text(change)));
        server.answer(200, list(5, pod("a", 1, "n1"), pod("b", 2, "n2")));
        server.stream(
                event("MODIFIED", pod("a", 6, "n1")),
                event("MODIFIED", pod("a", 7, "n2")),
                event("ADDED", pod("c", 8, "n2")));
        turns(4);
        cache.subscribe(BY_NODE, "n2", change -> other.add(text(change)));
        turns(1);
        assertThat(told).containsExactly("+a@1", "synced", "~a@1>6", "-a@6");
        assertThat(other.subList(0, 2)).containsExactlyInAnyOrder("+a@7", "+b@2");
        assertThat(other.subList(2, 4)).containsExactly("synced", "+c@8");
        assertThat(cache.found(BY_NODE, "n2")).hasSize(3);
        assertThat(cache.found(BY_NODE, "n1")).isEmpty();
    }

    @Test
    void thousandsOfFollowersShareOneWatchAndOneDecoding() {
        var perNode = new int[5000];
        for (var i = 0; i < perNode.length; i++) {
            var node = i;
            cache.subscribe(BY_NODE, "n" + i, change -> {
                if (change instanceof CacheChange.Added<View>) perNode[node]++;
            });
        }
        var pods = new String[10_000];
        for (var i = 0; i < pods.length; i++) pods[i] = pod("p" + i, i + 1, "n" + i % perNode.length);
        server.answer(200, list(20_000, pods));
        turns(1);
        assertThat(perNode).containsOnly(2);
        assertThat(decoded).isEqualTo(10_000);
    }

    @Test
    void aHandlerThatThrowsIsReportedAndTheOthersAreTold() {
        cache.subscribe(_ -> {
            throw new IllegalStateException("mistake");
        });
        var subscription = cache.subscribe(change -> told.add(text(change)));
        server.answer(200, list(5, pod("a", 1, "n1"))).stream(event("DELETED", pod("a", 6, "n1")));
        turns(1);
        subscription.close();
        turns(2);
        assertThat(told).containsExactly("+a@1", "synced");
        assertThat(troubles).containsExactly("defect: mistake", "defect: mistake", "defect: mistake");
    }
}
