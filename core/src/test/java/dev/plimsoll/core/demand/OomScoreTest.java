package dev.plimsoll.core.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code oom_score_adj}: node.md §7.1. Scores are listed for the regular containers, then the init containers. */
// Acceptance of KEP-2837: oom-constant, oom-formula, off-oom
class OomScoreTest {
    private static final long NODE = 1000L << 30;
    private static final PodPlacement NODE_CRITICAL =
            new PodPlacement("", "system-node-critical", PodPlacement.UNSET, PodPlacement.UNSET, false, List.of());

    record Row(String sentence, PodSpec spec, List<Integer> scores) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder spec, Integer... scores) {
        return new Row(sentence, spec.build(), List.of(scores));
    }

    private static PodSpecBuilder pod() {
        return PodSpec.builder();
    }

    private static PodSpecBuilder three() {
        return pod().container("a", "memory=50Gi", "")
                .container("b", "memory=100Gi", "")
                .container("c", "", "");
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("priority class system-node-critical is -997", three().placement(NODE_CRITICAL), -997, -997, -997),
                row(
                        "Guaranteed is -997",
                        pod().podLevel("cpu=1,memory=1Gi", "cpu=1,memory=1Gi").container("a", "", ""),
                        -997),
                row("BestEffort is 1000", pod().container("a", "", ""), 1000),
                row("Burstable: 1000 - 1000 x memReq / capacity; ==1000 becomes 999", three(), 950, 900, 999),
                row("example: PLR memory 180Gi gives 940/890/990", three().podLevel("memory=180Gi", ""), 940, 890, 990),
                row("a PLR memory request of 0 shares nothing", three().podLevel("cpu=1,memory=0", ""), 950, 900, 999),
                row("PLR requests without memory share nothing", three().podLevel("cpu=1", ""), 950, 900, 999),
                row("PLR limits alone share nothing", three().podLevel("", "memory=180Gi"), 950, 900, 999),
                row("extra is never negative", three().podLevel("memory=10Gi", ""), 950, 900, 999),
                row(
                        "extra divides by regular and all init containers",
                        pod().podLevel("memory=100Gi", "")
                                .container("a", "", "")
                                .initContainer("i", "", ""),
                        950,
                        950),
                row(
                        "extra is what the aggregate leaves, not the sum",
                        pod().podLevel("memory=100Gi", "")
                                .container("a", "memory=40Gi", "")
                                .initContainer("i", "memory=80Gi", ""),
                        950,
                        910),
                row(
                        "a sidecar is never killed before the regular container that requests least",
                        pod().container("a", "memory=300Gi", "")
                                .container("b", "memory=200Gi", "")
                                .sidecar("s", "memory=1Gi", ""),
                        700,
                        800,
                        800),
                row(
                        "a sidecar that requests more keeps its own score",
                        pod().container("a", "memory=10Gi", "").sidecar("s", "memory=100Gi", ""),
                        990,
                        900),
                row(
                        "a plain init container keeps its own score",
                        pod().container("a", "memory=300Gi", "").initContainer("i", "memory=1Gi", ""),
                        700,
                        999),
                row(
                        "a sidecar's bound has extra too",
                        pod().podLevel("memory=220Gi", "")
                                .container("a", "memory=100Gi", "")
                                .sidecar("s", "memory=0", ""),
                        840,
                        840),
                row("below 3 becomes 3", pod().container("a", "memory=999Gi", ""), 3),
                row("more than the node has becomes 3", pod().container("a", "memory=5000Gi", ""), 3),
                row("division truncates", pod().container("a", "memory=1535Mi", ""), 999),
                row("and counts from the full unit", pod().container("a", "memory=2048Mi", ""), 998));
    }

    @ParameterizedTest(name = "§7.1 {0}")
    @MethodSource("rows")
    void score(Row row) {
        assertThat(scores(OomScore.DEFAULT, row.spec())).containsExactlyElementsOf(row.scores());
    }

    @Test
    void withTheGateOffThePodLevelSharesNothing() {
        var gates = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false);
        var spec = three().podLevel("memory=180Gi", "").build();
        assertThat(scores(OomScore.under(gates), spec)).containsExactly(950, 900, 999);
    }

    @Test
    void amountsBeyond64BitsDoNotWrap() {
        var spec = pod().podLevel("memory=1e30", "")
                .container("a", "memory=8Ei", "")
                .build();
        assertThat(scores(OomScore.DEFAULT, spec)).containsExactly(3);
    }

    private static Stream<Integer> scores(OomScore oomScore, PodSpec spec) {
        return Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .map(container -> oomScore.of(spec, container, NODE));
    }
}
