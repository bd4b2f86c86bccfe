package dev.plimsoll.core.estimation.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The examples of vpa.md §6.10, by their names. */
// Acceptance of the autoscaler: E1, E2, E3, E4, E5, E6, E7, E8, E9, E12, E13, E14, users-37
class WorkedExamplesTest {
    private static PodSpecBuilder pod() {
        return PodSpec.builder();
    }

    private static PodPolicies mode(PodMode mode) {
        return PodPolicies.DEFAULT.withMode(mode);
    }

    private static ResourceAmounts amounts(String text) {
        return ResourceAmounts.parse(text);
    }

    private static Applying ide(PodSpecBuilder podLevel) {
        return Applying.to(podLevel.container("ide", "cpu=500m,memory=128Mi", "cpu=1,memory=256Mi")
                        .container("tool1", "", "")
                        .container("tool2", "", ""))
                .target("ide", "cpu=700m,memory=200Mi")
                .target("tool1", "cpu=100m,memory=60Mi")
                .target("tool2", "cpu=50m,memory=40Mi");
    }

    private static Applying ide() {
        return ide(pod().podLevel("cpu=2,memory=512Mi", "cpu=4,memory=1024Mi"));
    }

    @Test
    void e1_podOnly() {
        assertThat(Applying.to(pod().podLevel("cpu=1,memory=1Gi", "cpu=2,memory=2Gi")
                                .container("main", "", "")
                                .container("side", "", ""))
                        .target("main", "cpu=300m,memory=600Mi")
                        .target("side", "cpu=100m,memory=200Mi")
                        .result())
                .isEqualTo("pod cpu=400m,memory=800Mi / cpu=800m,memory=1600Mi; main  / ; side  / ");
    }

    @Test
    void e2_both() {
        assertThat(ide().result())
                .isEqualTo("pod cpu=850m,memory=300Mi / cpu=1700m,memory=600Mi; "
                        + "ide cpu=700m,memory=200Mi / cpu=1400m,memory=400Mi; tool1  / ; tool2  / ");
    }

    @Test
    void e2_podOnlyRemovesTheValuesOfContainers() {
        assertThat(ide().podPolicies(mode(PodMode.POD_ONLY)).result())
                .isEqualTo("pod cpu=850m,memory=300Mi / cpu=1700m,memory=600Mi; ide  / ; tool1  / ; tool2  / ");
    }

    @Test
    void e2_limitsAloneKeepTheirRatioToWhatTheContainersRequest() {
        assertThat(ide(pod().podLevel("", "cpu=4,memory=1024Mi")).result())
                .startsWith("pod cpu=850m,memory=300Mi / cpu=6800m,memory=2400Mi; ");
    }

    @Test
    void e3_podMaximum() {
        assertThat(ide().podPolicies(PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=500m")))
                        .result())
                .isEqualTo("pod cpu=500m,memory=300Mi / cpu=1,memory=600Mi; "
                        + "ide cpu=411m,memory=200Mi / cpu=822m,memory=400Mi; tool1  / ; tool2  / ");
    }

    @Test
    void e4_containerLimitAbovePodLimit() {
        assertThat(Applying.to(pod().podLevel("memory=1Gi", "memory=1Gi")
                                .container("main", "memory=256Mi", "memory=1Gi")
                                .container("side", "", ""))
                        .target("main", "memory=400Mi")
                        .target("side", "memory=100Mi")
                        .result())
                .isEqualTo("pod memory=500Mi / memory=500Mi; main memory=400Mi / memory=500Mi; side  / ");
    }

    @Test
    void e5_offContainer() {
        assertThat(Applying.to(pod().podLevel("cpu=500m", "")
                                .container("main", "", "")
                                .container("proxy", "cpu=200m", ""))
                        .policy(ResourcePolicy.of(ContainerPolicy.of("proxy").withMode(ContainerMode.OFF)))
                        .target("main", "cpu=300m")
                        .result())
                .isEqualTo("pod cpu=500m / ; main  / ; proxy cpu=200m / ");
    }

    @Test
    void e6_podLimitRange() {
        assertThat(ide().podRange("memory=512Mi", "memory=64Mi").result())
                .isEqualTo("pod cpu=850m,memory=256Mi / cpu=1700m,memory=512Mi; "
                        + "ide cpu=700m,memory=200Mi / cpu=1400m,memory=400Mi; tool1  / ; tool2  / ");
    }

    @Test
    void e7_requestsOnly() {
        assertThat(Applying.to(pod().podLevel("memory=512Mi", "memory=1Gi").container("main", "", ""))
                        .podPolicies(PodPolicies.DEFAULT.withControlledValues(ControlledValues.REQUESTS_ONLY))
                        .target("main", "memory=1200Mi")
                        .result())
                .isEqualTo("pod memory=1Gi / memory=1Gi; main  / ");
    }

    @Test
    void e8_sidecarAndInit() {
        assertThat(Applying.to(pod().podLevel("cpu=1", "")
                                .container("main", "cpu=100m", "")
                                .sidecar("sidecar", "cpu=50m", "")
                                .initContainer("init", "cpu=900m", ""))
                        .target("main", "cpu=250m")
                        .uses("sidecar", "cpu=80m")
                        .result())
                .isEqualTo("pod cpu=950m / ; main cpu=250m / ");
    }

    @Test
    void e9_resizePatch() {
        var outcome = ide().inPlace().outcome();
        assertThat(outcome.edits().patch(ide().spec).stream()
                        .map(operation -> operation.path() + " "
                                + (operation instanceof PatchOperation.AddText(var _, var text) ? text : operation))
                        .collect(Collectors.joining("\n")))
                .isEqualTo("""
                        /spec/resources/requests/cpu 850m
                        /spec/resources/requests/memory 300Mi
                        /spec/resources/limits/cpu 1700m
                        /spec/resources/limits/memory 600Mi
                        /spec/containers/0/resources/requests/cpu 700m
                        /spec/containers/0/resources/requests/memory 200Mi
                        /spec/containers/0/resources/limits/cpu 1400m
                        /spec/containers/0/resources/limits/memory 400Mi""");
    }

    @Test
    void e12_frozen() {
        assertThat(Applying.to(pod().podLevel("cpu=600m", "cpu=1200m")
                                .container("main", "cpu=400m", "")
                                .container("side", "cpu=100m", ""))
                        .podPolicies(PodPolicies.DEFAULT.withControlledResources(Set.of(Compute.MEMORY)))
                        .target("main", "cpu=900m,memory=100Mi")
                        .target("side", "cpu=100m,memory=100Mi")
                        .result())
                .isEqualTo("pod cpu=600m,memory=200Mi / cpu=1200m; main cpu=540m / ; side cpu=60m / ");
    }

    @Test
    void e13_noneWithPodOnly() {
        assertThat(Applying.to(pod().container("a", "", "").container("b", "", ""))
                        .podPolicies(mode(PodMode.POD_ONLY))
                        .target("a", "cpu=200m,memory=300Mi")
                        .target("b", "cpu=50m,memory=80Mi")
                        .result())
                .isEqualTo("pod cpu=250m,memory=380Mi / ; a  / ; b  / ");
    }

    @Test
    void e13b_podOnlyOnAContainerOnlyPod() {
        assertThat(Applying.to(pod().container("a", "cpu=100m", "cpu=200m").container("b", "cpu=50m", "cpu=100m"))
                        .podPolicies(mode(PodMode.POD_ONLY))
                        .target("a", "cpu=150m")
                        .target("b", "cpu=50m")
                        .result())
                .isEqualTo("pod cpu=200m / cpu=400m; a  / ; b  / ");
    }

    @Test
    void e14_explicitPodModeOnAContainerOnlyPod() {
        assertThat(Applying.to(pod().container("a", "cpu=100m", "cpu=200m").container("b", "", ""))
                        .podPolicies(mode(PodMode.POD_AND_CONTAINERS))
                        .target("a", "cpu=150m")
                        .target("b", "cpu=50m")
                        .result())
                .isEqualTo("pod cpu=200m / ; a cpu=150m / cpu=300m; b  / ");
    }
}
