package dev.plimsoll.core.estimation.podlevel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.PodEstimator.Request;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** vpa.md §6.4, the recommendations of E2, E3, E10 and E11, and the OOM rule of §6.6. */
// Acceptance of the autoscaler: E2, E3, E10, E11, T9, users-36
// Acceptance of KEP-2837: vpa
class SummedContainersTest {
    private static ResourceAmounts amounts(String text) {
        return ResourceAmounts.parse(text);
    }

    private static ContainerEstimate container(String name, String target) {
        return container(name, target, target, target);
    }

    private static ContainerEstimate container(String name, String target, String lower, String upper) {
        return new ContainerEstimate(
                name, new Estimate(amounts(target), amounts(lower), amounts(upper), amounts(target)));
    }

    private static final List<ContainerEstimate> IDE = List.of(
            container("ide", "cpu=700m,memory=200Mi"),
            container("tool1", "cpu=100m,memory=60Mi"),
            container("tool2", "cpu=50m,memory=40Mi"));

    private static Recommendation estimate(List<ContainerEstimate> containers, ResourcePolicy policy, String largest) {
        return new SummedContainers(amounts(largest))
                .estimate(new Request(containers, List.of(), policy, Set.of(), true));
    }

    private static ResourcePolicy podPolicies(PodPolicies policies, ContainerPolicy... containers) {
        return ResourcePolicy.of(containers).withPodPolicies(policies);
    }

    private static String targets(Recommendation recommendation, Compute compute) {
        return recommendation.containers().stream()
                .map(c -> c.estimate().target().amount(compute.resource()).toString())
                .collect(Collectors.joining(" "));
    }

    private static String pod(Recommendation recommendation) {
        return recommendation.pod().orElseThrow().target().toString();
    }

    @Test
    void thePodIsTheSumOfItsContainers() {
        var summed = estimate(IDE, ResourcePolicy.NONE, "");
        assertThat(pod(summed)).isEqualTo("cpu=850m,memory=300Mi");
        assertThat(summed.containers()).isEqualTo(IDE);
    }

    @Test
    void e3_theMaximumOfThePodIsSharedInProportion() {
        var policies = PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=500m"));
        var summed = estimate(IDE, podPolicies(policies), "cpu=400m");
        assertThat(pod(summed)).isEqualTo("cpu=500m,memory=300Mi");
        assertThat(targets(summed, Compute.CPU)).isEqualTo("411m 58m 29m");
        assertThat(summed.pod().orElseThrow().uncappedTarget()).hasToString("cpu=850m,memory=300Mi");
    }

    @Test
    void e3_aContainerKeepsTheLeastItsPolicyAllows() {
        var policies = PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=500m"));
        var least = ContainerPolicy.of("tool1").withMinAllowed(amounts("cpu=80m"));
        assertThat(targets(estimate(IDE, podPolicies(policies, least), ""), Compute.CPU))
                .isEqualTo("392m 80m 28m");
    }

    @Test
    void theMaximumWinsWhereTheLeastsAreTooMuch() {
        var policies = PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=500m"));
        var least = ContainerPolicy.of("*").withMinAllowed(amounts("cpu=200m"));
        assertThat(targets(estimate(IDE, podPolicies(policies, least), ""), Compute.CPU))
                .isEqualTo("411m 58m 29m");
    }

    @Test
    void e10_aCappedPodIsSteady() {
        var policies = PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=500m"));
        var pod = estimate(List.of(container("app", "cpu=900m", "cpu=600m", "cpu=2")), podPolicies(policies), "")
                .pod()
                .orElseThrow();
        assertThat(List.of(pod.lowerBound(), pod.target(), pod.upperBound()))
                .hasToString("[cpu=500m, cpu=500m, cpu=500m]");
    }

    @ParameterizedTest(name = "E11: flag {0}, podPolicies.maxAllowed {1}, {2} wanted: {3}")
    @CsvSource({
        "memory=2Gi, memory=3Gi, memory=4Gi, memory=3Gi",
        "memory=2Gi, '', memory=4Gi, memory=2Gi",
        "'memory=2Gi,cpu=3', cpu=1, 'cpu=4,memory=4Gi', 'cpu=1,memory=2Gi'"
    })
    void e11(String flag, String maxAllowed, String wanted, String expected) {
        var policies = PodPolicies.DEFAULT.withMaxAllowed(amounts(maxAllowed));
        var summed = estimate(List.of(container("app", wanted)), podPolicies(policies), flag);
        assertThat(pod(summed)).isEqualTo(expected);
    }

    @Test
    void e11_theLeastRaisesThePodButNotItsContainers() {
        var policies = PodPolicies.DEFAULT.withMinAllowed(amounts("memory=1Gi"));
        var summed = estimate(List.of(container("app", "memory=700Mi")), podPolicies(policies), "");
        assertThat(pod(summed)).isEqualTo("memory=1Gi");
        assertThat(targets(summed, Compute.MEMORY)).isEqualTo("700Mi");
    }

    @Test
    void boundsAreScaledWithTheTargetAndStayAroundIt() {
        var policies = PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=1"));
        var summed = estimate(
                List.of(
                        container("a", "cpu=1500m", "cpu=300m", "cpu=3"),
                        container("b", "cpu=500m", "cpu=400m", "cpu=600m")),
                podPolicies(policies),
                "");
        var a = summed.containers().getFirst().estimate();
        var b = summed.containers().getLast().estimate();
        assertThat(List.of(a.lowerBound(), a.target(), a.upperBound())).hasToString("[cpu=150m, cpu=750m, cpu=833m]");
        assertThat(List.of(b.lowerBound(), b.target(), b.upperBound())).hasToString("[cpu=200m, cpu=250m, cpu=250m]");
    }

    @Test
    void theFlagHoldsForContainersAloneToo() {
        var containers = List.of(container("a", "memory=4Gi"), container("b", "memory=4Gi"));
        var summed = new SummedContainers(amounts("memory=7Gi"))
                .estimate(new Request(containers, List.of(), ResourcePolicy.NONE, Set.of(), false));
        assertThat(summed.pod()).isEmpty();
        assertThat(targets(summed, Compute.MEMORY)).isEqualTo("3584Mi 3584Mi");
    }

    @Test
    void modeOffIgnoresThePoliciesButNotTheFlag() {
        var policies = PodPolicies.DEFAULT.withMode(PodMode.OFF).withMaxAllowed(amounts("cpu=1m"));
        var summed = estimate(IDE, podPolicies(policies), "cpu=500m");
        assertThat(summed.pod()).isEmpty();
        assertThat(targets(summed, Compute.CPU)).isEqualTo("411m 58m 29m");
    }

    @Test
    void onlyResourcesThatThePodPolicyControlsAreRecommended() {
        var policies = PodPolicies.DEFAULT.withControlledResources(Set.of(Compute.MEMORY));
        assertThat(pod(estimate(IDE, podPolicies(policies), ""))).isEqualTo("memory=300Mi");
    }

    @Test
    void containersThatAreOffDoNotCountAndThoseForRecommendationOnlyDo() {
        var policy = ResourcePolicy.of(
                ContainerPolicy.of("tool1").withMode(ContainerMode.OFF),
                ContainerPolicy.of("tool2").withMode(ContainerMode.RECOMMENDATION_ONLY));
        assertThat(pod(estimate(IDE, policy, ""))).isEqualTo("cpu=750m,memory=240Mi");
    }

    @Test
    void sidecarsCountForThePodButAreNotRecommendedFor() {
        var summed = new SummedContainers(ResourceAmounts.ABSENT)
                .estimate(new Request(
                        List.of(container("main", "cpu=250m")),
                        List.of(container("sidecar", "cpu=80m")),
                        ResourcePolicy.NONE,
                        Set.of(),
                        true));
        assertThat(pod(summed)).isEqualTo("cpu=330m");
        assertThat(summed.containers()).hasSize(1);
        assertThat(summed.use("sidecar", Compute.CPU)).hasValue(80);
        assertThat(estimate(IDE, ResourcePolicy.NONE, "").use("sidecar", Compute.CPU))
                .isEmpty();
    }

    @Test
    void wholeCoresAreKeptWhole() {
        var policies = PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=4"));
        var containers = List.of(container("a", "cpu=5"), container("b", "cpu=3"));
        var summed = new SummedContainers(ResourceAmounts.ABSENT)
                .estimate(new Request(containers, List.of(), podPolicies(policies), Set.of("a"), true));
        assertThat(targets(summed, Compute.CPU)).isEqualTo("2 1500m");
    }

    @Test
    void whatNobodyElseClaimsOfAPodIsAttributedToTheContainerThatWasKilled() {
        var mebi = 1L << 20;
        assertThat(PodKill.claimed(0, 1024 * mebi, 200 * mebi)).isEqualTo(824 * mebi);
        assertThat(PodKill.claimed(900 * mebi, 1024 * mebi, 200 * mebi)).isEqualTo(900 * mebi);
        assertThat(Quantity.of("824Mi").value()).isEqualTo(824 * mebi);
    }
}
