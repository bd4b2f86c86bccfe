package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.updater.Updater;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The updater against a real API server: T1, T5, T7 and T8 of vpa.md §6.11. */
// Acceptance of the autoscaler: E9, T1, T6, T7, T8, scale-10, scale-12, users-36
// Acceptance of KEP-1287: goal-actors
class UpdaterTest {
    private static final String POD_LEVEL =
            "\"resources\":{\"requests\":{\"cpu\":\"2\",\"memory\":\"512Mi\"},\"limits\":{\"cpu\":\"4\",\"memory\":\"1Gi\"}},";
    private static final String SET = """
            [{"name":"main","image":"i","resources":{"requests":{"cpu":"500m","memory":"128Mi"},
             "limits":{"cpu":"1","memory":"256Mi"}}},{"name":"side","image":"i"}]""";
    private static final String UNSET = "[{\"name\":\"main\",\"image\":\"i\"},{\"name\":\"side\",\"image\":\"i\"}]";

    private final TestCluster cluster = new TestCluster();
    private final Heard heard = new Heard();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Updater updater() {
        return new Parts(cluster).updater(heard);
    }

    /** Two running pods and a recommendation of 700m/200Mi and 150m/100Mi. */
    private void runs(String mode, String policy, String podLevel, String containers) throws InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa(mode, policy);
        var status = TestCluster.json("""
                {"status":{"recommendation":{
                 "podRecommendation":{"target":{"cpu":"850m","memory":"300Mi"}},
                 "containerRecommendations":[
                  {"containerName":"main","target":{"cpu":"700m","memory":"200Mi"}},
                  {"containerName":"side","target":{"cpu":"150m","memory":"100Mi"}}]}}}""");
        var name = new ObjectName("default", "web");
        assertThat(cluster.client
                        .patch(AutoscalerResources.VPAS.sub("status"), name, new Patch.Merge(status))
                        .done())
                .isPresent();
        for (var pod : List.of("web-1-a", "web-1-b")) {
            cluster.pod(pod, podLevel, containers);
            cluster.running(pod, "[]");
        }
        cluster.started();
    }

    private String resources(String pod) {
        var spec = cluster.get(ApiResource.PODS, pod).path("spec");
        return spec.path("resources") + " " + spec.at("/containers/0/resources") + " "
                + spec.at("/containers/1/resources");
    }

    @Test
    void bothLevelsAreResizedInOneRequestAndOnePodAtATime() throws InterruptedException {
        runs("InPlaceOrRecreate", "{}", POD_LEVEL, SET);
        var done = updater().runOnce();
        assertThat(heard.told).containsExactly("resized");
        assertThat(done.candidates()).isEqualTo(2);
        var resized = List.of(resources("web-1-a"), resources("web-1-b"));
        assertThat(resized)
                .contains(("{'requests':{'cpu':'850m','memory':'300Mi'},'limits':{'cpu':'1700m','memory':'600Mi'}} "
                                + "{'requests':{'cpu':'700m','memory':'200Mi'},'limits':{'cpu':'1400m','memory':'400Mi'}} {}")
                        .replace('\'', '"'));
    }

    @ParameterizedTest(name = "{0}, pod level {1}, containers {2}: {3}")
    @CsvSource({
        "InPlaceOrRecreate, true, true, resized",
        "InPlaceOrRecreate, true, false, resized",
        "InPlaceOrRecreate, false, true, resized",
        "InPlace, true, true, resized",
        "InPlace, true, false, resized",
        "Recreate, true, true, evicted",
        "Recreate, true, false, evicted",
        "Recreate, false, true, evicted",
        "Recreate, false, false, evicted",
        "InPlaceOrRecreate, false, false, evicted",
        "Off, true, true, ",
        "Initial, true, true, "
    })
    void modes(String mode, boolean podLevel, boolean containers, @Nullable String told) throws InterruptedException {
        runs(mode, "{}", podLevel ? POD_LEVEL : "", containers ? SET : UNSET);
        updater().runOnce();
        assertThat(heard.told).isEqualTo(told == null ? List.of() : List.of(told));
    }

    @Test
    void t7_podOnlyWithLeftoversIsEvictedOnceAndNeverInPlace() throws InterruptedException {
        runs("InPlaceOrRecreate", "{\"podPolicies\":{\"mode\":\"PodOnly\"}}", POD_LEVEL, SET);
        updater().runOnce();
        assertThat(heard.told).containsExactly("evicted");
    }

    @Test
    void t7_inPlaceKeepsLeftoversConsistent() throws InterruptedException {
        runs("InPlace", "{\"podPolicies\":{\"mode\":\"PodOnly\"}}", POD_LEVEL, SET);
        updater().runOnce();
        assertThat(heard.told).containsExactly("resized");
    }

    @Test
    void t8_nothingIsEvictedWhereAQuotaWouldRefuseTheNewPod() throws InterruptedException {
        cluster.create(AutoscalerResources.QUOTAS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"q"},"spec":{"hard":{"requests.cpu":"4"}}}"""));
        runs("Recreate", "{\"podPolicies\":{\"minAllowed\":{\"cpu\":\"3\"}}}", POD_LEVEL, UNSET);
        TestCluster.await(
                "the quota's use",
                cluster.cluster.pods(),
                _ -> cluster.cluster.quotas("default").stream()
                        .anyMatch(quota -> !quota.used().isEmpty()));
        updater().runOnce();
        assertThat(heard.told).containsOnly("quota");
    }

    @Test
    void aPodThatHasItsRecommendationIsLeftAlone() throws InterruptedException {
        runs("Recreate", "{}", "\"resources\":{\"requests\":{\"cpu\":\"850m\",\"memory\":\"300Mi\"}},", UNSET);
        assertThat(updater().runOnce()).isEqualTo(new Updater.Round(2, 0, 0, 0));
    }

    @Test
    void nothingIsDoneWhileNoAdmissionControllerIsThere() throws InterruptedException {
        runs("Recreate", "{}", POD_LEVEL, SET);
        var settings = UpdaterSettings.DEFAULT.withGates(AutoscalerSettings.NEW);
        var waiting = new Parts(cluster).updater(cluster.client, settings, heard);
        assertThat(waiting.runOnce().controlled()).isZero();
    }

    @Test
    void aResizeThatCannotBeDoneEndsInAnEviction() throws InterruptedException {
        runs("InPlaceOrRecreate", "{}", POD_LEVEL, SET);
        for (var pod : List.of("web-1-a", "web-1-b")) {
            cluster.status(pod, """
                    {"status":{"conditions":[{"type":"PodResizePending","status":"True","reason":"Infeasible"}]}}""");
        }
        TestCluster.await(
                "the conditions",
                cluster.cluster.pods(),
                pods -> pods.all().stream()
                        .allMatch(pod -> pod.pod().status().conditions().stream()
                                .anyMatch(condition -> condition.type().equals("PodResizePending"))));
        updater().runOnce();
        assertThat(heard.told).containsExactly("evicted");
    }

    @Test
    void aPodThatAsksForItsRecommendationAndIsNotGivenItIsEvicted() throws InterruptedException {
        var asked = "\"resources\":{\"requests\":{\"cpu\":\"850m\",\"memory\":\"300Mi\"}},";
        runs("InPlaceOrRecreate", "{}", asked, UNSET);
        assertThat(updater().runOnce()).isEqualTo(new Updater.Round(2, 0, 0, 0));
        for (var pod : List.of("web-1-a", "web-1-b")) {
            cluster.status(pod, """
                    {"status":{"resources":{"requests":{"cpu":"100m","memory":"100Mi"}},
                    "conditions":[{"type":"PodResizePending","status":"True","reason":"Infeasible"}]}}""");
        }
        TestCluster.await(
                "the conditions",
                cluster.cluster.pods(),
                pods -> pods.all().stream()
                        .allMatch(pod -> pod.pod().status().conditions().stream()
                                .anyMatch(condition -> condition.type().equals("PodResizePending"))));
        updater().runOnce();
        assertThat(heard.told).containsExactly("evicted");
    }

    @Test
    void evictionsAreHeldToTheirRate() throws InterruptedException {
        runs("Recreate", "{}", POD_LEVEL, SET);
        for (var pod : List.of("web-1-c", "web-1-d", "web-1-e", "web-1-f")) {
            cluster.pod(pod, POD_LEVEL, SET);
            cluster.running(pod, "[]");
        }
        TestCluster.await(
                "all pods",
                cluster.cluster.pods(),
                pods -> pods.all().stream().filter(pod -> !pod.isPending()).count() == 6);
        // Two pods are asked for, six run: five might go, but only three at once, and the next one in an hour.
        var settings = UpdaterSettings.DEFAULT
                .withGates(AutoscalerSettings.NEW)
                .withoutAdmission()
                .withInterval(Duration.ofMillis(1))
                .withRate(1.0 / 3600, 3);
        new Parts(cluster).updater(cluster.client, settings, heard).runOnce();
        assertThat(heard.told).containsExactly("evicted", "evicted", "evicted");
    }

    private static final String BOOSTED = """
            [{"name":"main","image":"i","resources":{"requests":{"cpu":"2","memory":"200Mi"}}},
             {"name":"side","image":"i","resources":{"requests":{"cpu":"150m","memory":"100Mi"}}}]""";

    private void boosted(String ready, String spec) throws InterruptedException {
        runs("Off", "{}", "", BOOSTED);
        var name = new ObjectName("default", "web");
        cluster.client.patch(AutoscalerResources.VPAS, name, new Patch.Merge(TestCluster.json("%s", spec)));
        for (var pod : List.of("web-1-a", "web-1-b")) {
            var note = TestCluster.json("""
                    {"metadata":{"annotations":{"vpaCpuStartupBoost/main":"{\\"requests\\":{\\"cpu\\":\\"400m\\"},\\"limits\\":{}}"}}}""");
            cluster.client.patch(ApiResource.PODS, new ObjectName("default", pod), new Patch.Merge(note));
            cluster.status(pod, """
                    {"status":{"conditions":[{"type":"Ready","status":"%s","lastTransitionTime":"2026-01-10T00:00:00Z"}]}}""".formatted(ready));
        }
        TestCluster.await(
                "the conditions and the object",
                cluster.cluster.pods(),
                pods -> pods.all().stream()
                        .allMatch(pod -> pod.pod().status().conditions().stream()
                                .anyMatch(condition -> condition.type().equals("Ready"))));
        TestCluster.await(
                "the boost",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream().noneMatch(vpa -> vpa.boosts().isEmpty()));
    }

    @Test
    void aBoostThatIsOverIsTakenBackInPlaceToWhatThereWasAtFirst() throws InterruptedException {
        boosted(
                "True",
                "{\"spec\":{\"startupBoost\":{\"cpu\":{\"type\":\"Factor\",\"factor\":5,\"durationSeconds\":60}}}}");
        updater().runOnce();
        assertThat(heard.told).contains("resized").doesNotContain("evicted");
        var pods = List.of(cluster.get(ApiResource.PODS, "web-1-a"), cluster.get(ApiResource.PODS, "web-1-b"));
        assertThat(pods).anySatisfy(pod -> {
            assertThat(pod.at("/spec/containers/0/resources/requests/cpu").asText())
                    .isEqualTo("400m");
            assertThat(pod.at("/metadata/annotations").has("vpaCpuStartupBoost/main"))
                    .isFalse();
        });
    }

    @Test
    void aPodWhoseBoostRunsIsLeftAlone() throws InterruptedException {
        boosted(
                "False",
                "{\"spec\":{\"updatePolicy\":{\"updateMode\":\"Recreate\"},\"startupBoost\":{\"cpu\":{\"type\":\"Factor\",\"factor\":5}}}}");
        updater().runOnce();
        assertThat(heard.told).isEmpty();
    }
}
