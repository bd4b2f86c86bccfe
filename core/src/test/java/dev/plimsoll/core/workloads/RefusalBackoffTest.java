package dev.plimsoll.core.workloads;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalBackoffTest {
    /**
     * A sentence.
     *
     * @param left seconds; 0 for no wait
     */
    record Row(String sentence, int left, List<ControlledPod> pods) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, int left, ControlledPod... pods) {
        return new Row(sentence, left, List.of(pods));
    }

    private static TestPod pod(int ago, String node) {
        return TestPod.running("p").created(NOW.minusSeconds(ago)).node(node);
    }

    private static ControlledPod refused(int ago, String node) {
        return pod(ago, node).refused("OutOfmemory").build();
    }

    /** By a node whose clock is ten minutes ahead. */
    private static ControlledPod refusedAhead(int ago) {
        return pod(ago, "a")
                .failed(PodFailure.of(List.of(), Map.of(), "OutOfmemory", false, NOW.plusSeconds(600)))
                .build();
    }

    private static ControlledPod ready(int ago, String node) {
        return pod(ago, node).readySince(NOW.minusSeconds(ago)).build();
    }

    private static ControlledPod failed(String reason, Map<String, String> conditions, boolean hasRun) {
        return pod(0, "a")
                .failed(PodFailure.of(List.of(), conditions, reason, hasRun, Instant.EPOCH))
                .build();
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("without refusals nobody waits", 0, ready(9, "a")),
                row("a second after the first", 1, refused(0, "a")),
                row("not longer", 0, refused(1, "a")),
                row("a node whose clock is ahead makes nobody wait longer", 1, refusedAhead(0)),
                row("nor later again", 0, refusedAhead(1)),
                row("two seconds after the second try", 2, refused(1, "a"), refused(0, "a")),
                row("four after the third", 3, refused(8, "a"), refused(4, "a"), refused(1, "a")),
                row("pods of one try count once", 1, refused(0, "a"), refused(0, "a"), refused(0, "a")),
                row(
                        "each node has a count of its own, and the longest wait counts",
                        2,
                        refused(1, "a"),
                        refused(0, "a"),
                        refused(0, "b")),
                row(
                        "a pod that became ready on the node ends its count",
                        1,
                        refused(9, "a"),
                        ready(5, "a"),
                        refused(0, "a")),
                row("one that became ready elsewhere does not", 2, refused(1, "a"), ready(1, "b"), refused(0, "a")),
                row(
                        "one that became ready anywhere since ends the wait",
                        0,
                        refused(2, "a"),
                        refused(1, "a"),
                        ready(0, "b")),
                row(
                        "long after the last one the next is the first again",
                        1,
                        refused(2000, "a"),
                        refused(1999, "a"),
                        refused(0, "a")),
                row("a pod whose containers ran and failed was not refused", 0, failed("Evicted", Map.of(), true)),
                row("nor was one that failed without a reason", 0, failed("", Map.of(), false)),
                row(
                        "nor one that was lost or evicted before it ran",
                        0,
                        failed("Gone", Map.of("DisruptionTarget", "True"), false)),
                row(
                        "the time is when its node heard of it, where that is later than it was made",
                        1,
                        pod(500, "a")
                                .failed(PodFailure.of(List.of(), Map.of(), "OutOfcpu", false, NOW))
                                .build()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void left(Row row) {
        var wait = RefusalBackoff.of(row.pods(), NOW);
        assertThat(wait.map(RefusalBackoff.Wait::left).orElse(Duration.ZERO)).isEqualTo(Duration.ofSeconds(row.left()));
    }

    @Test
    @DisplayName(
            "an owner that always tries at once when it may makes 20 pods in an hour, with whole seconds in the API")
    void anHour() {
        var pods = new ArrayList<ControlledPod>();
        var now = NOW;
        for (var end = NOW.plus(Duration.ofHours(1)); now.isBefore(end); ) {
            var wait = RefusalBackoff.of(pods, now);
            if (wait.isPresent()) {
                now = now.plus(wait.get().left());
                continue;
            }
            pods.add(refused(now));
            now = now.plusMillis(1);
        }
        assertThat(pods).hasSizeBetween(15, 25);
    }

    private static ControlledPod refused(Instant at) {
        return refused((int) -Duration.between(NOW, at).toSeconds(), "a");
    }
}
