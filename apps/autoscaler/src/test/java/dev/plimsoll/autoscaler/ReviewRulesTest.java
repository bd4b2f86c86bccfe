package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.admission.AdmissionReviews;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.PodLevelResize.Choice;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the webhook answers, review by review: T11 and T12 of vpa.md §6.11, §1.1, §5.3 and §5.4. */
// Acceptance of the autoscaler: T11, T12
class ReviewRulesTest {
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private AdmissionReviews reviews(AutoscalerGates gates, Choice choice) throws NoSuchAlgorithmException {
        var local = AdmissionSettings.local(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                ServingIdentity.of(SSLContext.getDefault(), ""),
                gates);
        var settings = new AdmissionSettings(
                local.address(),
                local.tls(),
                local.registering(),
                local.namespace(),
                local.identity(),
                gates,
                choice,
                local.mostBoosted());
        return new Parts(cluster).reviews(settings);
    }

    private static JsonNode review(AdmissionReviews reviews, String resource, ObjectNode object, JsonNode before) {
        var review = ClientJson.object();
        var request = review.putObject("request").put("uid", "u").put("namespace", "default");
        request.put("operation", before.isObject() ? "UPDATE" : "CREATE");
        request.putObject("resource").put("resource", resource);
        request.set("object", object);
        if (before.isObject()) request.set("oldObject", before);
        return ClientJson.read(reviews.answer(ClientJson.bytes(review)))
                .orElseThrow()
                .path("response");
    }

    private static ObjectNode vpa(String mode, String podMode) {
        var vpa = TestCluster.json("""
                {"metadata":{"namespace":"default","name":"web"},"spec":{
                 "targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},"updatePolicy":{"updateMode":"%s"}}}""", mode);
        if (!podMode.equals("none")) {
            vpa.withObject("/spec/resourcePolicy/podPolicies").put("mode", podMode);
        }
        return vpa;
    }

    private void target(boolean setsPodLevel) throws InterruptedException {
        var deployment = TestCluster.json("""
                {"metadata":{"namespace":"default","name":"web"},"spec":{"replicas":1,
                 "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
                 "spec":{"containers":[{"name":"main","image":"i"}]}}}}""");
        if (setsPodLevel)
            deployment.withObject("/spec/template/spec/resources/requests").put("cpu", "1");
        cluster.create(AutoscalerResources.controller("Deployment").orElseThrow(), deployment);
        cluster.started();
    }

    @ParameterizedTest(name = "resize {0}, template with pod level {1}, {2}, podPolicies.mode {3}: allowed {4}")
    @CsvSource({
        "AUTO, true, InPlaceOrRecreate, none, true",
        "ENABLED, true, InPlace, PodOnly, true",
        "DISABLED, true, InPlaceOrRecreate, none, false",
        "DISABLED, true, InPlace, Auto, false",
        "DISABLED, true, Recreate, none, true",
        "DISABLED, true, Initial, PodOnly, true",
        "DISABLED, true, Off, PodAndContainers, true",
        "DISABLED, true, InPlaceOrRecreate, Off, true",
        "DISABLED, false, InPlaceOrRecreate, none, true",
        "DISABLED, false, InPlaceOrRecreate, PodOnly, false",
        "DISABLED, false, InPlace, PodAndContainers, false"
    })
    void t11_inPlaceModesNeedAClusterThatCanResizeThePodLevel(
            Choice choice, boolean setsPodLevel, String mode, String podMode, boolean allowed)
            throws NoSuchAlgorithmException, InterruptedException {
        target(setsPodLevel);
        var answer = review(
                reviews(AutoscalerSettings.NEW, choice),
                "verticalpodautoscalers",
                vpa(mode, podMode),
                ClientJson.object().path("x"));
        assertThat(answer.path("allowed").asBoolean()).isEqualTo(allowed);
        if (allowed) return;
        assertThat(answer.at("/status/message").asText())
                .isEqualTo("spec.updatePolicy.updateMode: Forbidden: in-place resize of pod-level resources is not "
                        + "available in this cluster; use Recreate or Initial");
    }

    @Test
    void t11_anUpdateOfSomethingElseIsNotAskedAgain() throws NoSuchAlgorithmException, InterruptedException {
        target(true);
        var reviews = reviews(AutoscalerSettings.NEW, Choice.DISABLED);
        var before = vpa("InPlaceOrRecreate", "none");
        var relabelled = before.deepCopy();
        relabelled.withObject("/metadata/labels").put("a", "b");
        assertThat(review(reviews, "verticalpodautoscalers", relabelled, before)
                        .path("allowed")
                        .asBoolean())
                .isTrue();
        assertThat(review(reviews, "verticalpodautoscalers", vpa("InPlace", "none"), before)
                        .path("allowed")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void t11_aTargetThatIsNotThereIsAllowed() throws NoSuchAlgorithmException, InterruptedException {
        cluster.started();
        var answer = review(
                reviews(AutoscalerSettings.NEW, Choice.DISABLED),
                "verticalpodautoscalers",
                vpa("InPlaceOrRecreate", "none"),
                ClientJson.object().path("x"));
        assertThat(answer.path("allowed").asBoolean()).isTrue();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            {"updatePolicy":{"updateMode":"InPlace"}} | spec.updatePolicy.updateMode: Forbidden
            {"updatePolicy":{"updateMode":"Off","evictAfterOOMSeconds":60}} | evictAfterOOMSeconds: Forbidden
            {"startupBoost":{"cpu":{"type":"Factor","factor":2}}} | spec.startupBoost: Forbidden
            {"resourcePolicy":{"podPolicies":{}}} | spec.resourcePolicy.podPolicies: Forbidden
            {"resourcePolicy":{"containerPolicies":[{"containerName":"a","mode":"RecommendationOnly"}]}} | mode: Forbidden
            {"resourcePolicy":{"containerPolicies":[{"containerName":"a","oomBumpUpRatio":"2"}]}} | oomBumpUpRatio: Forbidden
            """)
    void fieldsOfAGateThatIsOffAreForbiddenUnlessTheObjectHadThem(String spec, String message)
            throws NoSuchAlgorithmException {
        var none = reviews(AutoscalerGates.NONE, Choice.AUTO);
        var object = vpa("Off", "none");
        object.withObject("/spec").setAll(TestCluster.json("%s", spec));
        var refused = review(
                none, "verticalpodautoscalers", object, ClientJson.object().path("x"));
        assertThat(refused.at("/status/message").asText()).contains(message);
        assertThat(review(none, "verticalpodautoscalers", object, object)
                        .path("allowed")
                        .asBoolean())
                .as("an object that had it may keep it")
                .isTrue();
        assertThat(review(
                                reviews(AutoscalerSettings.NEW, Choice.AUTO),
                                "verticalpodautoscalers",
                                object,
                                ClientJson.object().path("x"))
                        .path("allowed")
                        .asBoolean())
                .isTrue();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            {"startupBoost":{"cpu":{"type":"Factor","factor":0}}} | factor: Invalid value: 0: must be greater than or equal to 1
            {"startupBoost":{"cpu":{"type":"Quantity","quantity":"0.5m"}}} | quantity: Invalid value: "0.5m": must be a whole number of milli CPUs
            {"startupBoost":{"cpu":{"type":"Quantity","factor":2}}} | factor: Forbidden
            {"updatePolicy":{"updateMode":"Off","evictAfterOOMSeconds":0}} | evictAfterOOMSeconds: Invalid value: 0
            {"resourcePolicy":{"containerPolicies":[{"containerName":"a","oomBumpUpRatio":"0.5"}]}} | oomBumpUpRatio: Invalid value: "500m"
            {"resourcePolicy":{"containerPolicies":[{"containerName":"a","minAllowed":{"cpu":"1.5m"}}]}} | minAllowed[cpu]: Invalid value: "1.5m": must be a whole number of milli CPUs
            {"resourcePolicy":{"podPolicies":{"maxAllowed":{"cpu":"1.5m"}}}} | maxAllowed[cpu]: Invalid value: "1.5m": must be a whole number of milli CPUs
            {"resourcePolicy":{"containerPolicies":[{"containerName":"a","maxAllowed":{"memory":"-1"}}]}} | maxAllowed[memory]: Invalid value: "-1": must be greater than or equal to 0
            {"resourcePolicy":{"podPolicies":{"maxAllowed":{"cpu":"-1"}}}} | maxAllowed[cpu]: Invalid value: "-1": must be greater than or equal to 0
            {"resourcePolicy":{"podPolicies":{"maxAllowedScope":"Limits"}}} | maxAllowedScope: Unsupported value: "Limits"
            {"resourcePolicy":{"podPolicies":{"maxAllowed":{"nvidia.com/gpu":"1"}}}} | podPolicies.maxAllowed: Unsupported value: "nvidia.com/gpu"
            """)
    void valuesAreHeldToTheirRules(String spec, String message) throws NoSuchAlgorithmException {
        var object = vpa("Off", "none");
        object.withObject("/spec").setAll(TestCluster.json("%s", spec));
        var refused = review(
                reviews(AutoscalerSettings.NEW, Choice.AUTO),
                "verticalpodautoscalers",
                object,
                ClientJson.object().path("x"));
        assertThat(refused.at("/status/message").asText()).contains(message);
    }

    @Test
    void whatIsHardlyMeantIsAllowedWithAWarning() throws NoSuchAlgorithmException {
        var object = vpa("Recreate", "PodOnly");
        object.withObject("/spec").setAll(TestCluster.json("""
                {"startupBoost":{"cpu":{"type":"Factor","factor":2}},"resourcePolicy":{
                 "podPolicies":{"mode":"PodOnly","maxAllowed":{"cpu":"1"}},"containerPolicies":[
                  {"containerName":"a","minAllowed":{"cpu":"800m"}},{"containerName":"b","minAllowed":{"cpu":"300m"}}]}}"""));
        var answer = review(
                reviews(AutoscalerSettings.NEW, Choice.AUTO),
                "verticalpodautoscalers",
                object,
                ClientJson.object().path("x"));
        assertThat(answer.path("allowed").asBoolean()).isTrue();
        assertThat(answer.path("warnings"))
                .extracting(JsonNode::asText)
                .containsExactly(
                        "the minAllowed of the containers add up to 1100m of cpu, more than podPolicies.maxAllowed of 1",
                        "startupBoost is ignored for pods with pod-level resources");
    }

    private void recommended(String spec) throws InterruptedException {
        cluster.deployment(2);
        var vpa = vpa("Initial", "none");
        vpa.withObject("/spec").setAll(TestCluster.json("%s", spec));
        cluster.create(AutoscalerResources.VPAS, vpa);
        var status = TestCluster.json("""
                {"status":{"recommendation":{"podRecommendation":{"target":{"cpu":"9","memory":"9Gi"}},
                 "containerRecommendations":[{"containerName":"app","target":{"cpu":"587m","memory":"297164212"}}]}}}""");
        cluster.client.patch(
                AutoscalerResources.VPAS.sub("status"), new ObjectName("default", "web"), new Patch.Merge(status));
        cluster.started();
        TestCluster.await(
                "the recommendation",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .anyMatch(own -> !own.recommendation().containers().isEmpty()));
    }

    private static ObjectNode pod(String podLevel) {
        return TestCluster.json("""
                {"metadata":{"namespace":"default","name":"web-1-a","labels":{"app":"web"},"ownerReferences":[
                 {"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-1","uid":"r","controller":true}]},
                 "spec":{%s"containers":[{"name":"app","image":"i","resources":{"requests":{"cpu":"200m","memory":"256Mi"},
                 "limits":{"cpu":"400m","memory":"256Mi"}}},{"name":"proxy","image":"i"}]}}""", podLevel);
    }

    private static String patch(JsonNode response) {
        return new String(Base64.getDecoder().decode(response.path("patch").asText()), StandardCharsets.UTF_8);
    }

    /** The patch of §5.3, byte for byte; a pod with resources of its own gets the very same one. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '`',
            value = {"``", "`\"resources\":{\"requests\":{\"cpu\":\"2\"}},`"})
    void t12_withoutTheGatePatchesAreThoseOfUpstream(String podLevel)
            throws NoSuchAlgorithmException, InterruptedException {
        recommended("{\"resourcePolicy\":{\"containerPolicies\":[{\"containerName\":\"proxy\",\"mode\":\"Off\"}]}}");
        var answer = review(
                reviews(AutoscalerGates.NONE, Choice.AUTO),
                "pods",
                pod(podLevel),
                ClientJson.object().path("x"));
        assertThat(patch(answer)).isEqualTo("""
                [{"op":"add","path":"/metadata/annotations","value":{}},\
                {"op":"add","path":"/spec/containers/0/resources/requests/cpu","value":"587m"},\
                {"op":"add","path":"/spec/containers/0/resources/requests/memory","value":"297164212"},\
                {"op":"add","path":"/spec/containers/0/resources/limits/cpu","value":"1174m"},\
                {"op":"add","path":"/spec/containers/0/resources/limits/memory","value":"297164212"},\
                {"op":"add","path":"/metadata/annotations/vpaUpdates","value":"Pod resources updated by web: container 0: \
                cpu request, memory request, cpu limit, memory limit"},\
                {"op":"add","path":"/metadata/annotations/vpaObservedContainers","value":"app, proxy"}]""");
    }

    @Test
    void aBoostedPodHasMoreCpuAndANoteOfWhatItHad() throws NoSuchAlgorithmException, InterruptedException {
        recommended("{\"startupBoost\":{\"cpu\":{\"type\":\"Factor\",\"factor\":2,\"durationSeconds\":30}}}");
        var gates = AutoscalerGates.of(AutoscalerGate.CPU_STARTUP_BOOST);
        var patch = patch(review(
                reviews(gates, Choice.AUTO),
                "pods",
                pod(""),
                ClientJson.object().path("x")));
        assertThat(patch)
                .contains("{\"op\":\"add\",\"path\":\"/spec/containers/0/resources/requests/cpu\",\"value\":\"1174m\"}")
                .contains("{\"op\":\"add\",\"path\":\"/spec/containers/0/resources/limits/cpu\",\"value\":\"2348m\"}")
                .contains("/metadata/annotations/vpaCpuStartupBoost~1app")
                .contains("{\\\"requests\\\":{\\\"cpu\\\":\\\"200m\\\",\\\"memory\\\":\\\"256Mi\\\"},"
                        + "\\\"limits\\\":{\\\"cpu\\\":\\\"400m\\\",\\\"memory\\\":\\\"256Mi\\\"}}");
    }
}
