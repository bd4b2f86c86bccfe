package dev.plimsoll.core.estimation.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodKill;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.update.PodMeasures;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.estimation.update.UpdateRules;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** vpa.md §6.11, those that are decided here: T1 (admission and in place), T4, T10, T13, T14 and T15. */
// Acceptance of the autoscaler: E10, T1, T4, T10, T13, T14, T15
class AcceptanceTest {
    private static final long MEBI = 1L << 20;
    private static final String POD = "cpu=2,memory=512Mi";
    private static final String SET = "cpu=500m,memory=128Mi";

    private static Applying applying(String pod, String container, PodMode mode) {
        return Applying.to(PodSpec.builder()
                        .podLevel(pod, "")
                        .container("a", container, "")
                        .container("b", "", ""))
                .podPolicies(PodPolicies.DEFAULT.withMode(mode))
                .target("a", "cpu=700m,memory=200Mi")
                .target("b", "cpu=150m,memory=100Mi");
    }

    @ParameterizedTest(name = "T1: pod \"{0}\", container \"{1}\", {2}: {3}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "'' | 'cpu=500m,memory=128Mi' | AUTO | 'pod  / ; a cpu=700m,memory=200Mi / ; b cpu=150m,memory=100Mi / '",
                "'' | 'cpu=500m,memory=128Mi' | POD_AND_CONTAINERS | 'pod cpu=850m,memory=300Mi / ; a cpu=700m,memory=200Mi / ; b  / '",
                "'' | 'cpu=500m,memory=128Mi' | POD_ONLY | 'pod cpu=850m,memory=300Mi / ; a  / ; b  / '",
                "'' | 'cpu=500m,memory=128Mi' | OFF | 'pod  / ; a cpu=700m,memory=200Mi / ; b cpu=150m,memory=100Mi / '",
                "'cpu=2,memory=512Mi' | '' | AUTO | 'pod cpu=850m,memory=300Mi / ; a  / ; b  / '",
                "'cpu=2,memory=512Mi' | '' | POD_AND_CONTAINERS | 'pod cpu=850m,memory=300Mi / ; a  / ; b  / '",
                "'cpu=2,memory=512Mi' | '' | POD_ONLY | 'pod cpu=850m,memory=300Mi / ; a  / ; b  / '",
                "'cpu=2,memory=512Mi' | '' | OFF | 'pod cpu=2,memory=512Mi / ; a  / ; b  / '",
                "'cpu=2,memory=512Mi' | 'cpu=500m,memory=128Mi' | AUTO | 'pod cpu=850m,memory=300Mi / ; a cpu=700m,memory=200Mi / ; b  / '",
                "'cpu=2,memory=512Mi' | 'cpu=500m,memory=128Mi' | POD_ONLY | 'pod cpu=850m,memory=300Mi / ; a  / ; b  / '",
                "'cpu=2,memory=512Mi' | 'cpu=500m,memory=128Mi' | OFF | 'pod cpu=2,memory=512Mi / ; a cpu=700m,memory=200Mi / ; b  / '",
                "'' | '' | AUTO | 'pod  / ; a cpu=700m,memory=200Mi / ; b cpu=150m,memory=100Mi / '",
                "'' | '' | POD_AND_CONTAINERS | 'pod cpu=850m,memory=300Mi / ; a  / ; b  / '",
                "'' | '' | POD_ONLY | 'pod cpu=850m,memory=300Mi / ; a  / ; b  / '",
                "'' | '' | OFF | 'pod  / ; a cpu=700m,memory=200Mi / ; b cpu=150m,memory=100Mi / '"
            })
    void t1(String pod, String container, PodMode mode, String expected) {
        assertThat(applying(pod, container, mode).result()).isEqualTo(expected);
    }

    @Test
    void t4_aCappedPodIsLeftAloneHoweverOldItIs() {
        var applying = applying(POD, SET, PodMode.AUTO)
                .podPolicies(PodPolicies.DEFAULT.withMaxAllowed(ResourceAmounts.parse("cpu=400m,memory=100Mi")))
                .inPlace();
        var originals = Originals.of(applying.spec);
        var capped = applying.outcome().edits().applyTo(applying.spec);
        for (var hours = 0; hours <= 24; hours++) {
            var outcome = applying.outcome(capped, originals);
            assertThat(outcome.edits().applyTo(capped)).isEqualTo(capped);
            var priority = UpdatePriority.of(PodMeasures.ofPod(Pod.of("web", capped), outcome));
            assertThat(UpdateRules.DEFAULT.accepts(priority, false, Duration.ofHours(hours)))
                    .isFalse();
        }
    }

    @Test
    void t10_aPodThatIsKilledAtItsLimitIsNotShrunk() {
        var podRequest = 1024 * MEBI;
        var estimator = new Estimator(EstimatorSettings.DEFAULT);
        var killed = new ContainerUsage(UsageScales.DEFAULT);
        var other = new ContainerUsage(UsageScales.DEFAULT);
        var sampler = new SampledContainer();
        sampler.memory(0, 300 * MEBI, killed, SamplingRules.DEFAULT);
        new SampledContainer().memory(0, 200 * MEBI, other, SamplingRules.DEFAULT);
        var before = estimator.bounds(killed, 2, Compute.MEMORY).target();
        sampler.oom(1000, PodKill.claimed(0, podRequest, 200 * MEBI), killed, SamplingRules.DEFAULT);
        var after = estimator.bounds(killed, 2, Compute.MEMORY).target();
        assertThat(after).isGreaterThan(before);
        assertThat(after + estimator.bounds(other, 2, Compute.MEMORY).target()).isGreaterThan(podRequest);
    }

    @Test
    void t13_podsOfBothKindsFollowTheirOwnRow() {
        assertThat(ManagedLevel.of(applying(POD, SET, PodMode.AUTO).spec, PodMode.AUTO))
                .isEqualTo(ManagedLevel.POD_AND_CONTAINERS);
        assertThat(ManagedLevel.of(applying("", SET, PodMode.AUTO).spec, PodMode.AUTO))
                .isEqualTo(ManagedLevel.CONTAINERS);
    }

    @Test
    void t14_aContainerThatIsOffKeepsItsLargeRequestWithinThePod() {
        var applying = Applying.to(PodSpec.builder()
                        .podLevel("cpu=5", "cpu=10")
                        .container("a", "cpu=100m", "")
                        .container("fixed", "cpu=4", ""))
                .policy(ResourcePolicy.of(ContainerPolicy.of("fixed").withMode(ContainerMode.OFF)))
                .target("a", "cpu=300m")
                .uses("fixed", "cpu=1500m");
        assertThat(applying.result()).isEqualTo("pod cpu=4300m / cpu=8600m; a cpu=300m / ; fixed cpu=4 / ");
    }

    @Test
    void t15_ratiosDoNotCompoundWhenTheWebhookIsAskedAgain() {
        var applying = Applying.to(PodSpec.builder().podLevel("cpu=1", "cpu=3").container("a", "cpu=100m", "cpu=700m"))
                .target("a", "cpu=333m");
        var originals = Originals.of(applying.spec);
        var once = applying.outcome().edits().applyTo(applying.spec);
        var twice = applying.outcome(once, originals).edits().applyTo(once);
        assertThat(Applying.text(twice))
                .isEqualTo(Applying.text(once))
                .isEqualTo("pod cpu=333m / cpu=999m; a cpu=333m / cpu=999m");
    }

    @Test
    void theCurrentResourcesOfAContainerAreThoseThatItsNodeSays() {
        var pod = Pod.of("web", PodSpec.builder().container("a", "cpu=1", "").build());
        assertThat(PodCaps.current(pod, pod.spec().containers().getFirst()).requests())
                .hasToString("cpu=1");
    }
}
