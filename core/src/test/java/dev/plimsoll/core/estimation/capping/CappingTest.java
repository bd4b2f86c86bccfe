package dev.plimsoll.core.estimation.capping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** vpa.md §3.2 and §3.3. */
// Acceptance of the autoscaler: cap-order, cap-container-range, cap-pod-range, cap-requests-only, cap-limit
class CappingTest {
    private static ResourceAmounts amounts(String text) {
        return ResourceAmounts.parse(text);
    }

    private static ContainerEstimate recommended(String name, String target) {
        var all = amounts(target);
        return new ContainerEstimate(name, new Estimate(all, all, all, all));
    }

    private static NamespaceRanges range(String type, String max, String min, String defaultLimit) {
        var item = new LimitRange.Item(
                type,
                amounts(max),
                amounts(min),
                amounts(defaultLimit),
                ResourceAmounts.ABSENT,
                ResourceAmounts.ABSENT);
        return NamespaceRanges.of(List.of(new LimitRange(ObjectMeta.named("range"), List.of(item))));
    }

    private static Pod pod(String requests, String limits) {
        return Pod.of(
                "web", PodSpec.builder().container("app", requests, limits).build());
    }

    private static PodCaps.Capped capped(Pod pod, ResourcePolicy policy, NamespaceRanges around, String target) {
        return new PodCaps(policy, around).apply(pod, List.of(recommended("app", target)));
    }

    private static String target(PodCaps.Capped capped, String name) {
        return Objects.requireNonNull(capped.estimates().get(name)).target().toString();
    }

    @Test
    void theRequestIsHeldWhereItsLimitInProportionMeetsTheMaximumOfContainers() {
        var capped = capped(
                pod("cpu=100m", "cpu=200m"), ResourcePolicy.NONE, range("Container", "cpu=1", "", ""), "cpu=800m");
        assertThat(target(capped, "app")).isEqualTo("cpu=500m");
        assertThat(capped.notes().get("app")).containsExactly("cpu capped to fit Max in container LimitRange");
    }

    @Test
    void withoutAnyLimitTheMaximumOfContainersBoundsNothing() {
        var around = range("Container", "cpu=1", "", "");
        assertThat(target(capped(pod("cpu=100m", ""), ResourcePolicy.NONE, around, "cpu=3"), "app"))
                .isEqualTo("cpu=3");
    }

    @Test
    void theDefaultOfALimitRangeStandsInForAMissingLimit() {
        var around = range("Container", "cpu=1", "", "cpu=200m");
        assertThat(target(capped(pod("cpu=100m", ""), ResourcePolicy.NONE, around, "cpu=3"), "app"))
                .isEqualTo("cpu=500m");
    }

    @Test
    void withoutARequestTheMaximumItselfIsTheBound() {
        var around = range("Container", "cpu=1", "", "");
        assertThat(target(capped(pod("", "cpu=200m"), ResourcePolicy.NONE, around, "cpu=3"), "app"))
                .isEqualTo("cpu=1");
    }

    @Test
    void theMinimumOfContainersRaises() {
        var capped = capped(
                pod("memory=64Mi", "memory=128Mi"),
                ResourcePolicy.NONE,
                range("Container", "", "memory=100Mi", ""),
                "memory=20Mi");
        assertThat(target(capped, "app")).isEqualTo("memory=100Mi");
        assertThat(capped.notes().get("app")).containsExactly("memory capped to fit Min in container LimitRange");
    }

    @Test
    void thePolicyBeatsTheLimitRange() {
        var policy = ResourcePolicy.of(ContainerPolicy.of("app").withMinAllowed(amounts("cpu=700m")));
        var capped = capped(pod("cpu=100m", "cpu=200m"), policy, range("Container", "cpu=1", "", ""), "cpu=800m");
        assertThat(target(capped, "app")).isEqualTo("cpu=700m");
        assertThat(capped.notes().get("app"))
                .containsExactly("cpu capped to fit Max in container LimitRange", "cpu capped to minAllowed");
    }

    @Test
    void requestsAloneStayBelowTheLimit() {
        var policy = ResourcePolicy.of(ContainerPolicy.of("app").withControlledValues(ControlledValues.REQUESTS_ONLY));
        var capped = capped(pod("cpu=100m", "cpu=200m"), policy, NamespaceRanges.NONE, "cpu=800m");
        assertThat(target(capped, "app")).isEqualTo("cpu=200m");
        assertThat(capped.notes().get("app")).containsExactly("cpu capped to container limit");
    }

    @Test
    void containersShareTheMaximumOfAPod() {
        var pod = Pod.of(
                "web",
                PodSpec.builder()
                        .container("a", "memory=100Mi", "memory=100Mi")
                        .container("b", "memory=100Mi", "memory=100Mi")
                        .build());
        var capped = new PodCaps(ResourcePolicy.NONE, range("Pod", "memory=1Gi", "", ""))
                .apply(pod, List.of(recommended("a", "memory=600Mi"), recommended("b", "memory=600Mi")));
        assertThat(target(capped, "a")).isEqualTo("memory=512Mi");
        assertThat(target(capped, "b")).isEqualTo("memory=512Mi");
    }

    @Test
    void aContainerWithoutRecommendationTakesPartWithItsRequest() {
        var pod = Pod.of(
                "web",
                PodSpec.builder()
                        .container("a", "cpu=1", "cpu=1")
                        .container("b", "cpu=1", "cpu=1")
                        .container("c", "", "")
                        .build());
        var capped = new PodCaps(ResourcePolicy.NONE, range("Pod", "cpu=2", "", ""))
                .apply(pod, List.of(recommended("a", "cpu=3"), recommended("gone", "cpu=9")));
        assertThat(target(capped, "a")).isEqualTo("cpu=1500m");
        assertThat(capped.estimates()).containsOnlyKeys("a");
    }

    @Test
    void theMinimumOfAPodIsRoundedUpForEach() {
        var pod = Pod.of(
                "web",
                PodSpec.builder()
                        .container("a", "cpu=1", "cpu=1")
                        .container("b", "cpu=1", "cpu=1")
                        .container("c", "cpu=1", "cpu=1")
                        .build());
        var capped = new PodCaps(ResourcePolicy.NONE, range("Pod", "", "cpu=100m", ""))
                .apply(
                        pod,
                        List.of(recommended("a", "cpu=10m"), recommended("b", "cpu=10m"), recommended("c", "cpu=10m")));
        assertThat(target(capped, "a")).isEqualTo("cpu=34m");
    }

    @Test
    void severalLimitRangesCountAsTheNarrowest() {
        var merged = MergedRange.ofContainers(List.of(
                range("Container", "cpu=4", "cpu=1m", "cpu=1").ranges().getFirst(),
                range("Container", "cpu=2", "cpu=5m", "cpu=3").ranges().getFirst(),
                range("Pod", "cpu=1", "cpu=1", "").ranges().getFirst()));
        assertThat(List.of(merged.max(), merged.min(), merged.defaultLimit())).hasToString("[cpu=2, cpu=5m, cpu=3]");
    }

    @ParameterizedTest(name = "request {0} with limit {1}, recommended {2}: limit {3}")
    @CsvSource({
        "200, 400, 587, 1174",
        "256, 256, 300, 300",
        ", 400, 587, 587",
        "200, , 587, ",
        "200, 400, 0, ",
        "3, 10, 7, 23",
        "1, 9000000000000000000, 1000, 9223372036854775807"
    })
    void limitsInProportion(@Nullable Long request, @Nullable Long limit, long recommended, @Nullable Long expected) {
        var before = new ProportionalLimit.Before(optional(request), optional(limit));
        assertThat(ProportionalLimit.of(before, recommended)).isEqualTo(optional(expected));
    }

    private static OptionalLong optional(@Nullable Long units) {
        return units == null ? OptionalLong.empty() : OptionalLong.of(units);
    }
}
