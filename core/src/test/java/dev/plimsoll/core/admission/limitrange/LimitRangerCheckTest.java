package dev.plimsoll.core.admission.limitrange;

import static dev.plimsoll.core.admission.limitrange.Ranges.bounds;
import static dev.plimsoll.core.admission.limitrange.Ranges.range;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bounds of LimitRanges and their messages: api.md §6.4. */
// Acceptance of KEP-1287: limit-range
// Acceptance of KEP-2837: range-bounds
class LimitRangerCheckTest {
    record Row(String sentence, LimitRange.Item item, PodSpec spec, List<String> messages) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, LimitRange.Item item, PodSpecBuilder spec, String... messages) {
        return new Row(sentence, item, spec.build(), List.of(messages));
    }

    private static LimitRange.Item min(String min) {
        return bounds("Container", min, "", "");
    }

    private static LimitRange.Item max(String max) {
        return bounds("Container", "", max, "");
    }

    private static LimitRange.Item ratio(String ratio) {
        return bounds("Container", "", "", ratio);
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return PodSpec.builder().container("a", requests, limits);
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "min, request absent",
                        min("cpu=1"),
                        one("", ""),
                        "minimum cpu usage per Container is 1.  No request is specified"),
                row(
                        "min, request < min",
                        min("cpu=1"),
                        one("cpu=500m", "cpu=500m"),
                        "minimum cpu usage per Container is 1, but request is 500m"),
                row(
                        "min, limit present and < min",
                        min("cpu=1"),
                        one("cpu=1", "cpu=500m"),
                        "minimum cpu usage per Container is 1, but limit is 500m"),
                row("min, equal", min("cpu=1"), one("cpu=1", "")),
                row(
                        "max, limit absent",
                        max("cpu=1"),
                        one("cpu=1", ""),
                        "maximum cpu usage per Container is 1.  No limit is specified"),
                row(
                        "max, limit > max",
                        max("cpu=1"),
                        one("cpu=2", "cpu=2"),
                        "maximum cpu usage per Container is 1, but limit is 2"),
                row(
                        "max, request > max",
                        max("cpu=1"),
                        one("cpu=2", "cpu=1"),
                        "maximum cpu usage per Container is 1, but request is 2"),
                row("max, equal", max("cpu=1"), one("", "cpu=1")),
                row(
                        "ratio, request absent",
                        ratio("cpu=2"),
                        one("", "cpu=1"),
                        "cpu max limit to request ratio per Container is 2, but no request is specified or request is 0"),
                row(
                        "ratio, request 0",
                        ratio("cpu=2"),
                        one("cpu=0", "cpu=1"),
                        "cpu max limit to request ratio per Container is 2, but no request is specified or request is 0"),
                row(
                        "ratio, limit absent",
                        ratio("cpu=2"),
                        one("cpu=1", ""),
                        "cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0"),
                row(
                        "ratio, limit 0",
                        ratio("cpu=2"),
                        one("cpu=1", "cpu=0"),
                        "cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0"),
                row(
                        "ratio exceeded",
                        ratio("cpu=2"),
                        one("cpu=300m", "cpu=1"),
                        "cpu max limit to request ratio per Container is 2, but provided ratio is 3.333333"),
                row("ratio, equal", ratio("cpu=2"), one("cpu=500m", "cpu=1")),
                row("a ratio may have a fraction", ratio("cpu=1500m"), one("cpu=1", "cpu=1500m")),
                row(
                        "ratio, whole values where milli values do not fit",
                        ratio("memory=2"),
                        one("memory=100P", "memory=300P"),
                        "memory max limit to request ratio per Container is 2, but provided ratio is 3.000000"),
                row(
                        "container: every regular and init container, duplicates merged",
                        min("cpu=1"),
                        one("", "").container("b", "", "").initContainer("i", "cpu=1m", ""),
                        "minimum cpu usage per Container is 1.  No request is specified",
                        "minimum cpu usage per Container is 1, but request is 1m"),
                row(
                        "Pod: f of requests and limits",
                        bounds("Pod", "cpu=4", "memory=1Gi", ""),
                        one("cpu=1", "memory=1Gi").container("b", "cpu=1", "memory=1Gi"),
                        "minimum cpu usage per Pod is 4, but request is 2",
                        "maximum memory usage per Pod is 1Gi, but limit is 2Gi"),
                row(
                        "Pod: each pod-level entry overrides; max cpu 2, PLR cpu 1/3",
                        bounds("Pod", "", "cpu=2", ""),
                        one("cpu=1", "cpu=1").podLevel("cpu=1", "cpu=3"),
                        "maximum cpu usage per Pod is 2, but limit is 3"),
                row(
                        "Pod: max memory 1Gi; no limits anywhere",
                        bounds("Pod", "", "memory=1Gi", ""),
                        one("", ""),
                        "maximum memory usage per Pod is 1Gi.  No limit is specified"),
                row(
                        "Pod: overhead is not considered",
                        bounds("Pod", "", "cpu=1", ""),
                        one("cpu=1", "cpu=1").overhead("cpu=1")),
                row(
                        "[EXT] pod-level hugepages override too",
                        bounds("Pod", "", "hugepages-2Mi=4Mi", ""),
                        one("cpu=1", "").podLevel("cpu=1,hugepages-2Mi=8Mi", "hugepages-2Mi=8Mi"),
                        "maximum hugepages-2Mi usage per Pod is 4Mi, but limit is 8Mi"));
    }

    @ParameterizedTest(name = "§6.4 {0}")
    @MethodSource("rows")
    void messages(Row row) {
        var violation = LimitRanger.DEFAULT.check(row.spec(), List.of(range("r", row.item())));
        assertThat(violation
                        .map(found -> found.messages().stream().distinct().toList())
                        .orElse(List.of()))
                .containsExactlyElementsOf(row.messages());
    }

    @Test
    void oneMessageStandsAloneSeveralInBrackets() {
        var range = List.of(range("r", bounds("Container", "cpu=1", "memory=1Gi", "")));
        assertThat(text(one("cpu=1", "").build(), range))
                .isEqualTo("maximum memory usage per Container is 1Gi.  No limit is specified");
        assertThat(text(one("", "").container("b", "", "").build(), range))
                .isEqualTo("[minimum cpu usage per Container is 1.  No request is specified,"
                        + " maximum memory usage per Container is 1Gi.  No limit is specified]");
    }

    private static String text(PodSpec spec, List<LimitRange> ranges) {
        return LimitRanger.DEFAULT.check(spec, ranges).orElseThrow().text();
    }

    @Test
    void theFirstObjectWithViolationsIsReported() {
        var ranges = List.of(range("c", min("cpu=9")), range("b", min("cpu=5")), range("a", min("cpu=1")));
        var violation =
                LimitRanger.DEFAULT.check(one("cpu=2", "").build(), ranges).orElseThrow();
        assertThat(violation.rangeName()).isEqualTo("b");
        assertThat(violation.text()).isEqualTo("minimum cpu usage per Container is 5, but request is 2");
    }

    @Test
    void upstreamIgnoresPodLevelHugePages() {
        var ranger = LimitRanger.under(FeatureGates.DEFAULT.with(Gate.LIMIT_RANGE_POD_LEVEL_HUGE_PAGES, false));
        var spec = one("cpu=1", "")
                .podLevel("cpu=1,hugepages-2Mi=8Mi", "hugepages-2Mi=8Mi")
                .build();
        var ranges = List.of(range("r", bounds("Pod", "", "hugepages-2Mi=4Mi", "")));
        assertThat(ranger.check(spec, ranges).orElseThrow().text())
                .isEqualTo("maximum hugepages-2Mi usage per Pod is 4Mi.  No limit is specified");
    }

    @Test
    void withPodLevelResourcesOffOnlyContainersCount() {
        var ranger = LimitRanger.under(FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false));
        var spec = one("cpu=1", "cpu=1").podLevel("cpu=1", "cpu=3").build();
        assertThat(ranger.check(spec, List.of(range("r", bounds("Pod", "", "cpu=2", "")))))
                .isEmpty();
    }
}
