package dev.plimsoll.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.demand.OomScore;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The two examples of KEP-2837, "OOM Score Adjustment", on a node with 1000 Gi. A Burstable 1000 becomes 999 (node.md §7.1). */
// Acceptance of KEP-5419: e2e-oom
// Acceptance of KEP-2837: fair, oom-example-1, oom-example-2, oom-reward
class Kep2837OomTest {
    private static final long NODE_MEMORY = 1000L << 30;

    record Row(String sentence, PodSpec spec, long remainder, List<Integer> scores) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder spec, long gibibytes, Integer... scores) {
        return new Row(sentence, spec.build(), gibibytes << 30, List.of(scores));
    }

    private static PodSpecBuilder three(String first, String second, String third) {
        return PodSpec.builder()
                .container("c1", first, "")
                .container("c2", second, "")
                .container("c3", third, "");
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "example 1, pod 1: containers have no memory requests at all, 1000",
                        three("", "", ""),
                        0,
                        1000,
                        1000,
                        1000),
                row(
                        "example 1, pod 2: remainingPodMemRequestPerContainer = [180 - 0] / 3 = 60; 940 each",
                        three("", "", "").podLevel("memory=180Gi", ""),
                        60,
                        940,
                        940,
                        940),
                row(
                        "example 2, pod 1: 1000 - [1000 x 50] / 1000 = 950, then 900 and 1000",
                        three("memory=50Gi", "memory=100Gi", ""),
                        0,
                        950,
                        900,
                        999),
                row(
                        "example 2, pod 2: remainingPodMemRequestPerContainer = [180 - 150] / 3 = 10; 940, 890, 990",
                        three("memory=50Gi", "memory=100Gi", "").podLevel("memory=180Gi", ""),
                        10,
                        940,
                        890,
                        990));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void example(Row row) {
        assertThat(OomScore.DEFAULT.sharedRemainder(row.spec())).isEqualTo(row.remainder());
        assertThat(row.spec().containers().stream()
                        .map(container -> OomScore.DEFAULT.of(row.spec(), container, NODE_MEMORY)))
                .containsExactlyElementsOf(row.scores());
    }
}
