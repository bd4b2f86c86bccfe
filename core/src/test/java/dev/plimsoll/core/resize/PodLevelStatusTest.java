package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.status.StatusGeneration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a running pod as a whole, from what its cgroup says. */
// Acceptance of KEP-5419: goal-report, status-pod-level, status-aggregate, re-read
// Acceptance of KEP-2837: status-fields
class PodLevelStatusTest {
    record Row(String sentence, PodSpec spec, PodLimits read, String requests, String limits, String allocated) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "without pod-level resources it is the sum of the containers, as long as the weight still means it",
                        PodSpec.builder()
                                .container("c1", "cpu=250m,memory=64Mi", "cpu=500m,memory=128Mi")
                                .container("c2", "cpu=250m,memory=64Mi", "cpu=500m,memory=128Mi")
                                .build(),
                        PodLimits.read(20, 100_000, 268_435_456),
                        "cpu=500m,memory=128Mi",
                        "cpu=1,memory=256Mi",
                        "cpu=500m,memory=128Mi"),
                new Row(
                        "a pod that the kernel does not limit has no limits",
                        PodSpec.builder()
                                .container("c1", "cpu=250m,memory=64Mi", "cpu=500m,memory=128Mi")
                                .container("c2", "cpu=250m,memory=64Mi", "")
                                .build(),
                        PodLimits.read(20, 0, 0),
                        "cpu=500m,memory=128Mi",
                        "",
                        "cpu=500m,memory=128Mi"),
                new Row(
                        "a weight that nobody wrote is reported as it reads",
                        PodSpec.builder()
                                .container("c1", "cpu=250m,memory=64Mi", "")
                                .build(),
                        PodLimits.read(20, 0, 0),
                        "cpu=489m,memory=64Mi",
                        "",
                        "cpu=250m,memory=64Mi"),
                new Row(
                        "overhead is part of every request",
                        PodSpec.builder()
                                .podLevel("cpu=250m,memory=64Mi", "")
                                .overhead("cpu=250m,memory=64Mi")
                                .container("c1", "", "")
                                .build(),
                        PodLimits.read(20, 0, 0),
                        "cpu=500m,memory=128Mi",
                        "",
                        "cpu=500m,memory=128Mi"),
                new Row(
                        "a pod-level request that the weight still means is reported as it is",
                        podLevel("cpu=500m,memory=256Mi", "cpu=1,memory=512Mi"),
                        PodLimits.read(20, 100_000, 536_870_912),
                        "cpu=500m,memory=256Mi",
                        "cpu=1,memory=512Mi",
                        "cpu=500m,memory=256Mi"),
                new Row(
                        "the least requests cannot be told apart",
                        podLevel("cpu=1m", ""),
                        PodLimits.read(1, 0, 0),
                        "cpu=1m",
                        "",
                        "cpu=1m"),
                new Row(
                        "nor can the least limits",
                        podLevel("", "cpu=5m"),
                        PodLimits.read(1, 1_000, 0),
                        "",
                        "cpu=5m",
                        ""),
                new Row(
                        "BestEffort has nothing",
                        PodSpec.builder().container("c1", "", "").build(),
                        PodLimits.read(1, 0, 0),
                        "",
                        "",
                        ""),
                new Row(
                        "a weight that was not written yet is reported as it is",
                        podLevel("cpu=2", ""),
                        PodLimits.read(20, 0, 0),
                        "cpu=489m",
                        "",
                        "cpu=2"));
    }

    private static PodSpec podLevel(String requests, String limits) {
        return PodSpec.builder()
                .podLevel(requests, limits)
                .container("c1", "", "")
                .build();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void status(Row row) {
        var record = Records.with(
                Records.running("a", row.spec),
                draft -> draft.observed =
                        draft.observed.withActual(draft.observed.actual().withPod(row.read)));
        var status = StatusGeneration.under(FeatureGates.DEFAULT).of(record, Records.NOW);
        assertThat(status.phase()).isEqualTo("Running");
        assertThat(status.resources().requests().toString()).isEqualTo(row.requests);
        assertThat(status.resources().limits().toString()).isEqualTo(row.limits);
        assertThat(status.allocatedResources().toString()).isEqualTo(row.allocated);
    }
}
