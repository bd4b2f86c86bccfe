package dev.plimsoll.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.profile.ScoringStrategy;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.config.SchedulerConfiguration.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulerConfigurationTest {
    private static final String HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

    private static SchedulerSettings configured(String rest) {
        return ((Outcome.Configured) SchedulerConfiguration.read("f", HEAD + rest, SchedulerSettings.ALONE)).settings();
    }

    private static List<String> problems(String text) {
        return ((Outcome.Invalid) SchedulerConfiguration.read("f", text, SchedulerSettings.ALONE)).problems();
    }

    @Test
    void whatIsNotNamedStaysAsItWas() {
        assertThat(configured("")).isEqualTo(SchedulerSettings.ALONE);
    }

    @Test
    void everyFieldThatThereIs() {
        var settings = configured("""
                parallelism: 4
                clientConnection: {kubeconfig: /etc/kubeconfig}
                percentageOfNodesToScore: 30
                podInitialBackoffSeconds: 2
                podMaxBackoffSeconds: 20
                leaderElection: {leaderElect: true, leaseDuration: 30s, renewDeadline: 20s, retryPeriod: 3s, resourceName: mine}
                profiles:
                - schedulerName: packing
                  plugins:
                    score:
                      disabled: [{name: ImageLocality}]
                      enabled: [{name: NodeResourcesFit, weight: 5}]
                    filter:
                      disabled: [{name: NodePorts}]
                  pluginConfig:
                  - name: NodeResourcesFit
                    args:
                      ignoredResources: [example.com/foo]
                      scoringStrategy:
                        type: RequestedToCapacityRatio
                        resources: [{name: cpu, weight: 3}]
                        requestedToCapacityRatio: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}
                  - name: InterPodAffinity
                    args: {hardPodAffinityWeight: 7}
                """);
        var profile = settings.profiles().getFirst();
        assertThat(profile.schedulerName()).isEqualTo("packing");
        assertThat(profile.percentageOfNodesToScore()).isEqualTo(30);
        assertThat(profile.weight(Plugin.IMAGE_LOCALITY)).isZero();
        assertThat(profile.weight(Plugin.NODE_RESOURCES_FIT)).isEqualTo(5);
        assertThat(profile.has(Plugin.NODE_PORTS)).isFalse();
        assertThat(profile.scoring().strategy()).isEqualTo(ScoringStrategy.Strategy.REQUESTED_TO_CAPACITY_RATIO);
        assertThat(profile.hardPodAffinityWeight()).isEqualTo(7);
        assertThat(settings.backoff().mostMillis()).isEqualTo(20_000);
        assertThat(settings.election().isHeld()).isTrue();
        assertThat(settings.election().lease().name()).isEqualTo("mine");
        assertThat(settings.election().times().lease()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void fieldsOfWhichNothingIsKnownAreNamed() {
        assertThat(problems(HEAD + """
                extenders: [{urlPrefix: "http://x"}]
                percentageOfNodesToScore: 101
                profiles:
                - schedulerName: a
                  plugins:
                    bind: {disabled: [{name: DefaultBinder}]}
                    score: {enabled: [{name: MyPlugin}]}
                  pluginConfig:
                  - name: VolumeBinding
                    args: {bindTimeoutSeconds: 1}
                - schedulerName: a
                """))
                .containsExactlyInAnyOrder(
                        "f: percentageOfNodesToScore: expected a number from 0 to 100, found 101",
                        "f: profiles[0].plugins.score.enabled[0].name: \"MyPlugin\" is not a plugin of this scheduler",
                        "f: profiles[0].plugins.bind: not supported by this scheduler",
                        "f: profiles[0].pluginConfig[0].name: \"VolumeBinding\" has no arguments that this scheduler"
                                + " supports",
                        "f: profiles[0].pluginConfig[0].args.bindTimeoutSeconds: not supported by this scheduler",
                        "f: profiles: two are called \"a\"",
                        "f: extenders: not supported by this scheduler");
        assertThat(problems("apiVersion: v1\nkind: Pod\n"))
                .contains("f: apiVersion: expected kubescheduler.config.k8s.io/v1");
        assertThat(problems("a: [")).hasSize(1);
    }

    @Test
    void theDefaultProfileIsUpstreams() {
        assertThat(Profile.DEFAULT.weights()).containsEntry(Plugin.TAINT_TOLERATION, 3);
    }
}
