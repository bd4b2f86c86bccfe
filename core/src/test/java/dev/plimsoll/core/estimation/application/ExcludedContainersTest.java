package dev.plimsoll.core.estimation.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.ResourcePlan.Reason;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What containers need that are not ours to change, and pods that would be refused or change their class. */
// Acceptance of the autoscaler: excluded, refused, class
class ExcludedContainersTest {
    private static final ResourcePolicy OFF =
            ResourcePolicy.of(ContainerPolicy.of("a").withMode(ContainerMode.OFF));

    private static Applying shared(ResourcePolicy policy) {
        return Applying.to(PodSpec.builder()
                        .podLevel("cpu=500m,memory=800Mi", "cpu=500m,memory=800Mi")
                        .container("a", "", "")
                        .container("b", "", ""))
                .policy(policy)
                .target("b", "cpu=30m,memory=69Mi");
    }

    @Test
    @DisplayName("a container that is off counts with what it uses")
    void off() {
        assertThat(shared(OFF).uses("a", "cpu=60m,memory=550Mi").result())
                .startsWith("pod cpu=90m,memory=619Mi / cpu=90m,memory=619Mi;");
    }

    @Test
    @DisplayName("a container counts with what it uses of a resource that is not controlled")
    void uncontrolled() {
        var cpu = ResourcePolicy.of(ContainerPolicy.of("a").withControlledResources(Set.of(Compute.CPU)));
        assertThat(shared(cpu).target("a", "cpu=60m").uses("a", "memory=550Mi").result())
                .startsWith("pod cpu=90m,memory=619Mi / cpu=90m,memory=619Mi;");
    }

    @Test
    @DisplayName("a pod is not lowered while nothing is known of a container, and says so")
    void unknown() {
        var applying = shared(OFF);
        assertThat(applying.result()).startsWith("pod cpu=500m,memory=800Mi / cpu=500m,memory=800Mi;");
        assertThat(applying.outcome().edits().updates("web")).contains("memory not lowered, nothing is known of a");
    }

    @Test
    @DisplayName("a pod is raised though nothing is known of a container")
    void raised() {
        assertThat(shared(OFF).target("c", "memory=1Gi").result()).contains("memory=1093Mi");
    }

    @Test
    @DisplayName("an excluded container that requests more than it uses keeps what it requests")
    void requestsMore() {
        var applying = Applying.to(PodSpec.builder()
                        .podLevel("memory=800Mi", "memory=800Mi")
                        .container("a", "memory=300Mi", "")
                        .container("b", "", ""))
                .policy(OFF)
                .uses("a", "memory=100Mi")
                .target("b", "memory=50Mi");
        assertThat(applying.result()).startsWith("pod memory=350Mi / memory=350Mi;");
    }

    @Test
    @DisplayName("an init container that asks for nothing and was never seen keeps its pod from being lowered")
    void initContainer() {
        var pod = PodSpec.builder()
                .podLevel("memory=800Mi", "memory=800Mi")
                .container("b", "", "")
                .initContainer("migrate", "", "");
        assertThat(Applying.to(pod).target("b", "memory=50Mi").result()).startsWith("pod memory=800Mi / memory=800Mi;");
        assertThat(Applying.to(pod)
                        .target("b", "memory=50Mi")
                        .usesAtFirst("migrate", "memory=400Mi")
                        .result())
                .startsWith("pod memory=400Mi / memory=400Mi;");
    }

    @Test
    @DisplayName("the minimum does not raise a pod above the maximum that its status names")
    void oneOrder() {
        var applying = Applying.to(PodSpec.builder().podLevel("cpu=1", "").container("a", "", ""))
                .podPolicies(PodPolicies.DEFAULT.withMinAllowed(ResourceAmounts.parse("cpu=2")))
                .largest("cpu=400m")
                .target("a", "cpu=700m");
        assertThat(applying.recommendation().pod().orElseThrow().target()).hasToString("cpu=400m");
        assertThat(applying.result()).startsWith("pod cpu=400m /");
    }

    @Test
    @DisplayName("the minimum of a container does not raise it above what its status shows")
    void oneOrderOfContainers() {
        var least = ContainerPolicy.of("*").withMinAllowed(ResourceAmounts.parse("cpu=2"));
        var applying = Applying.to(PodSpec.builder().container("a", "cpu=1", "").container("b", "cpu=1", ""))
                .policy(ResourcePolicy.of(least))
                .largest("cpu=400m")
                .target("a", "cpu=2")
                .target("b", "cpu=2");
        assertThat(applying.result()).isEqualTo("pod  / ; a cpu=200m / ; b cpu=200m / ");
    }

    @Test
    @DisplayName("RequestsOnly leaves a Guaranteed pod Guaranteed")
    void guaranteed() {
        var applying = shared(ResourcePolicy.NONE)
                .podPolicies(PodPolicies.DEFAULT.withControlledValues(ControlledValues.REQUESTS_ONLY))
                .target("a", "cpu=60m,memory=550Mi");
        assertThat(applying.result()).startsWith("pod cpu=500m,memory=800Mi / cpu=500m,memory=800Mi;");
        assertThat(applying.outcome().skipped()).allSatisfy(skipped -> {
            assertThat(skipped.reason()).isEqualTo(Reason.QOS);
            assertThat(skipped.detail()).isEqualTo("the pod would no longer be Guaranteed but Burstable");
        });
    }

    @Test
    @DisplayName("RequestsOnly of containers leaves a Guaranteed pod Guaranteed")
    void guaranteedContainers() {
        var only = ContainerPolicy.of("*").withControlledValues(ControlledValues.REQUESTS_ONLY);
        var applying = Applying.to(PodSpec.builder().container("a", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi"))
                .policy(ResourcePolicy.of(only))
                .target("a", "cpu=200m,memory=200Mi");
        assertThat(applying.result()).isEqualTo("pod  / ; a cpu=1,memory=1Gi / cpu=1,memory=1Gi");
    }

    @Test
    @DisplayName("requests that would reach all limits stay a unit below, so that a Burstable pod stays Burstable")
    void burstable() {
        var applying = Applying.to(PodSpec.builder()
                        .podLevel("cpu=100m,memory=100Mi", "cpu=200m,memory=200Mi")
                        .container("a", "", ""))
                .podPolicies(PodPolicies.DEFAULT.withControlledValues(ControlledValues.REQUESTS_ONLY))
                .target("a", "cpu=1,memory=1Gi");
        assertThat(applying.result()).startsWith("pod cpu=199m,memory=209715199 / cpu=200m,memory=200Mi;");
    }

    @Test
    @DisplayName("a Guaranteed pod that gets a pod level stays Guaranteed")
    void guaranteedPodLevel() {
        var applying = Applying.to(PodSpec.builder().container("a", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi"))
                .podPolicies(PodPolicies.DEFAULT.withMode(PodMode.POD_AND_CONTAINERS))
                .target("a", "cpu=200m,memory=200Mi");
        assertThat(applying.result())
                .isEqualTo("pod cpu=200m,memory=200Mi / cpu=200m,memory=200Mi; "
                        + "a cpu=200m,memory=200Mi / cpu=200m,memory=200Mi");
    }

    @Test
    @DisplayName("without the gate a pod is left alone whose containers would exceed its pod level")
    void gateOff() {
        var applying =
                shared(ResourcePolicy.NONE).target("a", "cpu=60m,memory=900Mi").withoutPodLevel();
        assertThat(applying.result())
                .isEqualTo("pod cpu=500m,memory=800Mi / cpu=500m,memory=800Mi; a cpu=60m / ; b cpu=30m / ");
        assertThat(applying.outcome().skipped()).singleElement().satisfies(skipped -> {
            assertThat(skipped.reason()).isEqualTo(Reason.VALIDITY);
            assertThat(skipped.detail()).contains("must be greater than or equal to aggregate container requests");
        });
    }

    @Test
    @DisplayName("a container whose policy would break the LimitRange is left alone")
    void limitRange() {
        var least = ContainerPolicy.of("*").withMinAllowed(ResourceAmounts.parse("memory=1Gi"));
        var applying = Applying.to(PodSpec.builder().container("a", "memory=100Mi", "memory=100Mi"))
                .policy(ResourcePolicy.of(least))
                .containerRange("memory=512Mi")
                .target("a", "memory=1Gi");
        assertThat(applying.result()).isEqualTo("pod  / ; a memory=100Mi / memory=100Mi");
        assertThat(applying.outcome().skipped())
                .singleElement()
                .satisfies(skipped -> assertThat(skipped.reason()).isEqualTo(Reason.LIMIT_RANGE));
    }
}
