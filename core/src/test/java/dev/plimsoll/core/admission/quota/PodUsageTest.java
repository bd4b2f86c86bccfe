package dev.plimsoll.core.admission.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pod is charged to a quota: api.md §7.1, §7.2 and the usages of §7.5. */
// Acceptance of KEP-1287: quota-max, quota-shrink
// Acceptance of KEP-2837: quota-admission, quota-tracking
class PodUsageTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    record Row(String sentence, Pod pod, String usage) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder spec, PodStatus status, String usage) {
        return new Row(sentence, Pod.of("web", spec.build()).withStatus(status), usage);
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return PodSpec.builder().container("c", requests, limits);
    }

    private static PodStatus phase(String phase) {
        return new PodStatus(
                phase, "", 0, List.of(), List.of(), List.of(), ResourceRequirements.ABSENT, ResourceAmounts.ABSENT);
    }

    /** A node's word on container c: what it has, which is also what was allocated. */
    private static PodStatus has(String requests, String limits, Condition... conditions) {
        var status = new ContainerStatus(
                "c", true, ResourceRequirements.parse(requests, limits), ResourceAmounts.parse(requests));
        return new PodStatus(
                "Running",
                "",
                0,
                List.of(conditions),
                List.of(status),
                List.of(),
                ResourceRequirements.parse("cpu=7", "cpu=7"),
                ResourceAmounts.parse("cpu=7"));
    }

    private static Condition pending(String reason) {
        return new Condition(Condition.POD_RESIZE_PENDING, "True", reason, "", 0, "");
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("count/pods and pods are 1", one("", ""), PodStatus.NONE, "count/pods=1,pods=1"),
                row("Failed: nothing but count/pods", one("cpu=1", ""), phase("Failed"), "count/pods=1"),
                row("Succeeded: nothing but count/pods", one("cpu=1", ""), phase("Succeeded"), "count/pods=1"),
                row(
                        "R and L mapped to the names of §7.1",
                        one("cpu=1,memory=1Gi,ephemeral-storage=1Gi", "cpu=2,memory=2Gi,ephemeral-storage=2Gi"),
                        PodStatus.NONE,
                        "count/pods=1,cpu=1,ephemeral-storage=1Gi,limits.cpu=2,limits.ephemeral-storage=2Gi,"
                                + "limits.memory=2Gi,memory=1Gi,pods=1,requests.cpu=1,requests.ephemeral-storage=1Gi,"
                                + "requests.memory=1Gi"),
                row(
                        "hugepages and extended names",
                        one("hugepages-2Mi=2Mi,example.com/gpu=1", "hugepages-2Mi=2Mi,example.com/gpu=1"),
                        PodStatus.NONE,
                        "count/pods=1,hugepages-2Mi=2Mi,pods=1,requests.example.com/gpu=1,requests.hugepages-2Mi=2Mi"),
                row(
                        "each supported name in PLR overrides",
                        one("cpu=1,ephemeral-storage=1Gi", "cpu=1").podLevel("cpu=3", "cpu=4"),
                        PodStatus.NONE,
                        "count/pods=1,cpu=3,ephemeral-storage=1Gi,limits.cpu=4,pods=1,requests.cpu=3,"
                                + "requests.ephemeral-storage=1Gi"),
                row(
                        "overhead added to R always, to L only where L is non-zero",
                        one("cpu=1", "cpu=2").overhead("cpu=100m,memory=1Gi"),
                        PodStatus.NONE,
                        "count/pods=1,cpu=1100m,limits.cpu=2100m,memory=1Gi,pods=1,requests.cpu=1100m,"
                                + "requests.memory=1Gi"));
    }

    @ParameterizedTest(name = "§7.2 {0}")
    @MethodSource("rows")
    void usage(Row row) {
        assertThat(PodUsage.DEFAULT.of(row.pod(), NOW)).hasToString(row.usage());
    }

    record Resize(String sentence, PodSpecBuilder spec, PodStatus status, String requests, String limits) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Resize> resizes() {
        var infeasible = pending(Condition.INFEASIBLE);
        return Stream.of(
                new Resize("1 to 3, alloc/actual 1", one("cpu=3", "cpu=3"), has("cpu=1", "cpu=1"), "3", "3"),
                new Resize("3 to 1, alloc/actual 3", one("cpu=1", "cpu=1"), has("cpu=3", "cpu=3"), "3", "3"),
                new Resize(
                        "5 to 3, Infeasible present, alloc/actual 1",
                        one("cpu=3", "cpu=3"),
                        has("cpu=1", "cpu=1", infeasible),
                        "1",
                        "1"),
                new Resize(
                        "Deferred counts the spec",
                        one("cpu=3", "cpu=3"),
                        has("cpu=1", "cpu=1", pending(Condition.DEFERRED)),
                        "3",
                        "3"),
                new Resize(
                        "only the first PodResizePending condition counts",
                        one("cpu=3", "cpu=3"),
                        has("cpu=1", "cpu=1", pending(Condition.DEFERRED), infeasible),
                        "3",
                        "3"),
                new Resize(
                        "PLR 3 to 1: the spec value, always",
                        one("", "").podLevel("cpu=1", "cpu=1"),
                        has("cpu=3", "cpu=3"),
                        "1",
                        "1"),
                new Resize(
                        "PLR 1 to 3, Infeasible: the spec value, always",
                        one("", "").podLevel("cpu=3", "cpu=3"),
                        has("cpu=1", "cpu=1", infeasible),
                        "3",
                        "3"));
    }

    @ParameterizedTest(name = "§7.5 {0}")
    @MethodSource("resizes")
    void usageWhileResizing(Resize row) {
        var usage = PodUsage.DEFAULT.of(Pod.of("web", row.spec().build()).withStatus(row.status()), NOW);
        assertThat(usage.amount(ResourceName.of("requests.cpu"))).hasToString(row.requests());
        assertThat(usage.amount(ResourceName.of("limits.cpu"))).hasToString(row.limits());
    }

    @Test
    void aSwitchCountsPodLevelStatusAsTheKepsDo() {
        var usage = PodUsage.under(FeatureGates.DEFAULT.with(Gate.QUOTA_POD_LEVEL_STATUS, true));
        var name = ResourceName.of("requests.cpu");
        var shrunk = Pod.of("web", one("", "").podLevel("cpu=1", "cpu=1").build());
        assertThat(usage.of(shrunk.withStatus(has("", "")), NOW).amount(name)).hasToString("7");
        var grown = Pod.of("web", one("", "").podLevel("cpu=9", "cpu=9").build());
        assertThat(usage.of(grown.withStatus(has("", "")), NOW).amount(name)).hasToString("9");
        var refused = grown.withStatus(has("", "", pending(Condition.INFEASIBLE)));
        assertThat(usage.of(refused, NOW).amount(name)).hasToString("7");
    }

    @Test
    void aPodPastItsGracePeriodCountsAsAnObjectOnly() {
        var pod = deleted(30);
        assertThat(PodUsage.DEFAULT.of(pod, NOW.plusSeconds(30)).contains(ResourceName.PODS))
                .isTrue();
        assertThat(PodUsage.DEFAULT.of(pod, NOW.plusSeconds(30).plusNanos(1))).hasToString("count/pods=1");
    }

    @Test
    void aGracePeriodWithoutEndIsNeverPast() {
        assertThat(PodUsage.DEFAULT.of(deleted(Long.MAX_VALUE), Instant.MAX).contains(ResourceName.PODS))
                .isTrue();
    }

    private static Pod deleted(long graceSeconds) {
        var deletion = new ObjectMeta.Deletion(NOW, graceSeconds);
        var metadata = new ObjectMeta("web", "", "default", "", 1, Map.of(), Map.of(), deletion);
        return Pod.of("web", one("cpu=1", "").build()).withMetadata(metadata);
    }
}
