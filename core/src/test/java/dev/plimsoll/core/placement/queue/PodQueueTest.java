package dev.plimsoll.core.placement.queue;

import static dev.plimsoll.core.placement.Given.node;
import static dev.plimsoll.core.placement.Given.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.placement.Given.PodBuilder;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeAdded;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodDeleted;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is tried next, and what wakes a pod that was refused. */
// Acceptance: backoff, wake, order
class PodQueueTest {
    private static final Set<Plugin> FIT = EnumSet.of(Plugin.NODE_RESOURCES_FIT);

    private final List<String> moves = new ArrayList<>();
    private final PodQueue queue = new PodQueue(BackoffTimes.DEFAULT, (to, event) -> moves.add(to + " " + event));

    private void put(PodBuilder pod, long now) {
        queue.put(pod.build(), now);
    }

    private String next(long now) {
        return queue.take(now).map(queued -> queued.pod().key().name()).orElse("");
    }

    @Test
    void higherPriorityFirstThenTheOlder() {
        put(pod("first", ""), 0);
        put(pod("second", ""), 1);
        put(pod("urgent", "").priority(7), 2);
        assertThat(List.of(next(3), next(3), next(3), next(3))).containsExactly("urgent", "first", "second", "");
    }

    @Test
    void backoffDoublesUpToTenSeconds() {
        put(pod("p", ""), 0);
        var now = 0L;
        var waits = new ArrayList<Long>();
        for (var i = 0; i < 6; i++) {
            var queued = queue.take(now).orElseThrow();
            queue.failed(queued, now);
            var until = now;
            while (queue.untilDue(until) > 0) until += queue.untilDue(until);
            // whole seconds: due in the second after the one in which the time is over
            waits.add((until - now) / 1000 - 1);
            now = until;
        }
        assertThat(waits).containsExactly(1L, 2L, 4L, 8L, 10L, 10L);
    }

    @Test
    void aPodInBackoffIsTriedAtOnceIfNothingElseIsToDo() {
        put(pod("p", "cpu=1"), 0);
        queue.refused(queue.take(0).orElseThrow(), FIT, 0);
        assertThat(next(1)).isEmpty();
        queue.tell(new PodDeleted(pod("x", "cpu=1").on("n1").build()), 1);
        assertThat(queue.counts()).containsEntry("backoff", 1);
        assertThat(next(2)).isEqualTo("p");
    }

    @Test
    void afterAnErrorItsTimeMustCome() {
        put(pod("p", "cpu=1"), 0);
        queue.failed(queue.take(0).orElseThrow(), 0);
        assertThat(next(1999)).isEmpty();
        assertThat(next(2000)).isEqualTo("p");
    }

    @Test
    void aGateKeepsItUntilItIsTakenAway() {
        put(pod("p", "").gated("a"), 0);
        assertThat(next(0)).isEmpty();
        assertThat(queue.counts()).containsEntry("gated", 1);
        put(pod("p", ""), 1);
        assertThat(next(1)).isEqualTo("p");
    }

    @Test
    void withinFiveMinutesItIsTriedAnyway() {
        put(pod("p", "cpu=1"), 0);
        queue.refused(queue.take(0).orElseThrow(), FIT, 0);
        assertThat(queue.untilDue(0)).isEqualTo(300_000);
        assertThat(next(299_999)).isEmpty();
        assertThat(next(300_000)).isEqualTo("p");
        assertThat(moves).contains("active UnschedulableTimeout");
    }

    @Test
    void onePodIsThereOnce() {
        put(pod("p", ""), 0);
        put(pod("p", "").labels("a", "b"), 1);
        assertThat(next(2)).isEqualTo("p");
        assertThat(next(2)).isEmpty();
        queue.remove("p");
        assertThat(queue.contains("p")).isFalse();
    }

    @Test
    void whatHappensWhileRoomIsMadeIsNotLost() {
        put(pod("p", "cpu=1").priority(1), 0);
        var queued = queue.take(0).orElseThrow();
        queue.makingRoom(queued);
        queue.refused(queued, FIT, 0);
        queue.tell(new PodDeleted(pod("victim", "cpu=1").on("n1").build()), 1);
        assertThat(next(5000)).isEmpty();
        queue.roomMade("p", false, 5000);
        assertThat(next(5000)).isEqualTo("p");
    }

    record Wake(String rule, ClusterEvent event, boolean wakes) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Wake> wakes() {
        var large = node("n1", "cpu=4,memory=4Gi").build();
        return Stream.of(
                new Wake(
                        "a pod is deleted", new PodDeleted(pod("x", "").on("n1").build()), true),
                new Wake(
                        "a shrink has come into force",
                        new PodChanged(
                                pod("x", "cpu=1").holds("cpu=2").on("n1").build(),
                                pod("x", "cpu=1").on("n1").build()),
                        true),
                new Wake(
                        "a resize has become infeasible",
                        new PodChanged(
                                pod("x", "cpu=9").on("n1").build(),
                                pod("x", "cpu=9").holds("cpu=2").on("n1").build()),
                        true),
                new Wake(
                        "a shrink of what the pod does not ask for",
                        new PodChanged(
                                pod("x", "memory=2Gi").on("n1").build(),
                                pod("x", "memory=1Gi").on("n1").build()),
                        false),
                new Wake(
                        "labels of another pod",
                        new PodChanged(
                                pod("x", "cpu=1").on("n1").build(),
                                pod("x", "cpu=1").labels("a", "b").on("n1").build()),
                        false),
                new Wake("a node that is large enough", new NodeAdded(large), true),
                new Wake(
                        "a node that is too small",
                        new NodeAdded(node("n2", "cpu=1").build()),
                        false),
                new Wake("a node grows", new NodeChanged(node("n1", "cpu=2").build(), large), true),
                new Wake(
                        "a node gets another label",
                        new NodeChanged(
                                large,
                                node("n1", "cpu=4,memory=4Gi").labels("a", "b").build()),
                        false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wakes")
    void aPodShortOfCpu(Wake row) {
        put(pod("p", "cpu=2"), 0);
        queue.refused(queue.take(0).orElseThrow(), FIT, 0);
        queue.tell(row.event(), 60_000);
        assertThat(next(60_000)).isEqualTo(row.wakes() ? "p" : "");
    }

    @Test
    void aPodThatShrankItselfIsTriedAgain() {
        put(pod("p", "cpu=2"), 0);
        queue.refused(queue.take(0).orElseThrow(), FIT, 0);
        put(pod("p", "cpu=2").labels("a", "b"), 60_000);
        assertThat(next(60_000)).isEmpty();
        put(pod("p", "cpu=1"), 60_000);
        assertThat(next(60_000)).isEqualTo("p");
    }

    @Test
    void aPodThatWaitsOnItsNodeIsWokenByThatNodeOnly() {
        put(pod("p", "cpu=2").on("n1").deferred(), 0);
        var refused = EnumSet.of(Plugin.NODE_RESOURCES_FIT, Plugin.DEFERRED_POD_SCHEDULING);
        queue.refused(queue.take(0).orElseThrow(), refused, 0);
        queue.tell(new PodDeleted(pod("x", "cpu=1").on("n2").build()), 60_000);
        assertThat(next(60_000)).isEmpty();
        queue.tell(new PodDeleted(pod("x", "cpu=1").on("n1").build()), 60_000);
        assertThat(next(60_000)).isEqualTo("p");
    }
}
