package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that are written back by clients that do not know all of their fields, and patches that ask for what cannot be. */
// Acceptance of KEP-1287: older-clients, policy-immutable
// Acceptance of KEP-5419: remove
class OlderClientsTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private ObjectNode pod() {
        var created = server.post(PODS, """
                {"metadata":{"name":"a"},"spec":{"resources":{"requests":{"cpu":"1"}},
                 "initContainers":[{"name":"i","image":"i","restartPolicy":"Always",
                  "resizePolicy":[{"resourceName":"cpu","restartPolicy":"NotRequired"}]}],
                 "containers":[{"name":"c","image":"i","resources":{"requests":{"memory":"1Gi"}},
                  "resizePolicy":[{"resourceName":"memory","restartPolicy":"RestartContainer"}]},
                  {"name":"d","image":"i","resources":{"requests":{"memory":"101Mi"}}},
                  {"name":"e","image":"i","resources":{"requests":{"memory":"1e3"}}}]}}""");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return (ObjectNode) created.json();
    }

    private TestServer.Answer put(String path, String body) {
        return server.call("PUT", path, body, Map.of("Content-Type", "application/json"));
    }

    private static String policies(JsonNode pod) {
        return pod.at("/spec/initContainers/0/resizePolicy").toString()
                + pod.at("/spec/containers/0/resizePolicy").toString();
    }

    private static ObjectNode withoutPolicies(ObjectNode pod) {
        var sent = pod.deepCopy();
        for (var list : List.of("initContainers", "containers")) {
            for (var container : sent.path("spec").path(list)) ((ObjectNode) container).remove("resizePolicy");
        }
        return sent;
    }

    @Test
    void anUpdateWithoutResizePolicyKeepsTheStoredOne() {
        var stored = pod();
        var sent = withoutPolicies(stored);
        sent.withObject("/metadata/labels").put("by", "older");
        var answer = put(PODS + "/a", sent.toString());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(policies(answer.json())).isEqualTo(policies(stored)).contains("RestartContainer", "NotRequired");
    }

    @Test
    void aResizeWithoutResizePolicyKeepsTheStoredOne() {
        var stored = pod();
        var sent = withoutPolicies(stored);
        ((ObjectNode) sent.at("/spec/containers/0/resources/requests")).put("cpu", "500m");
        var answer = put(PODS + "/a/resize", sent.toString());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(policies(answer.json())).isEqualTo(policies(stored));
        assertThat(answer.json().at("/spec/containers/0/resources/requests/cpu").asText())
                .isEqualTo("500m");
    }

    @Test
    void anotherResizePolicyIsStillRefused() {
        var sent = pod().deepCopy();
        ((ObjectNode) sent.at("/spec/containers/0/resizePolicy/0")).put("restartPolicy", "NotRequired");
        assertThat(put(PODS + "/a/resize", sent.toString()).message())
                .contains("only cpu and memory resources are mutable");
        assertThat(put(PODS + "/a", sent.toString()).message()).contains("pod updates may not change fields");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/resize"})
    void whoeverTakesPodLevelResourcesAwayIsToldThatTheyStay(String subresource) {
        var stored = pod();
        var answer = server.patch("merge-patch+json", PODS + "/a" + subresource, "{\"spec\":{\"resources\":null}}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().at("/spec/resources")).isEqualTo(stored.at("/spec/resources"));
        assertThat(answer.warning())
                .isEqualTo("299 - \"spec.resources: pod-level resources cannot be removed; the stored ones are kept\"");
    }

    @Test
    void whoeverTakesAResizePolicyAwayIsToldThatItStays() {
        pod();
        var answer = server.patch(
                "json-patch+json",
                PODS + "/a/resize",
                "[{\"op\":\"remove\",\"path\":\"/spec/containers/0/resizePolicy\"}]");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.warning())
                .isEqualTo("299 - \"spec.containers[0].resizePolicy: cannot be removed; the stored one is kept\"");
    }

    @Test
    void podLimitsCannotBeRemoved() {
        pod();
        assertThat(server.patch(
                                "merge-patch+json",
                                PODS + "/a/resize",
                                "{\"spec\":{\"resources\":{\"limits\":{\"cpu\":\"2\"}}}}")
                        .status())
                .isEqualTo(200);
        assertThat(server.patch(
                                "merge-patch+json",
                                PODS + "/a/resize",
                                "{\"spec\":{\"resources\":{\"limits\":{\"cpu\":null}}}}")
                        .message())
                .contains("spec.resources.limits: Forbidden: pod-level resource limits cannot be removed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "merge-patch+json | {'spec':{'resources':{'requests':{'cpu':'1x'}}}} | spec.resources.requests.cpu | 1x",
                "strategic-merge-patch+json | {'spec':{'containers':[{'name':'d','resources':{'limits':{'memory':'lots'}}}]}} | spec.containers[1].resources.limits.memory | lots",
                "json-patch+json | [{'op':'add','path':'/spec/containers/2/resources/requests/cpu','value':'1 1'}] | spec.containers[2].resources.requests.cpu | 1 1",
                "json-patch+json | [{'op':'add','path':'/spec/containers/2/resources/requests/cpu','value':true}] | spec.containers[2].resources.requests.cpu | true",
            })
    void aMistypedQuantityIsNamedWithItsField(String type, String patch, String field, String value) {
        pod();
        for (var subresource : List.of("", "/resize", "/status")) {
            var answer = server.patch(type, PODS + "/a" + subresource, patch.replace('\'', '"'));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.message())
                    .isEqualTo(
                            "Pod \"a\" is invalid: " + field + ": Invalid value: \"" + value
                                    + "\": quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            assertThat(answer.json().at("/details/causes/0/field").asText()).isEqualTo(field);
        }
    }

    @Test
    void aSumKeepsItsTextWhenSomethingElseIsResized() {
        assertThat(pod().at("/spec/resources/requests/memory").asText()).isEqualTo("1179649000");
        var answer = server.patch(
                "merge-patch+json", PODS + "/a/resize", "{\"spec\":{\"resources\":{\"requests\":{\"cpu\":\"2\"}}}}");
        assertThat(answer.json().at("/spec/resources/requests").toString())
                .isEqualTo("{\"cpu\":\"2\",\"memory\":\"1179649000\"}");
    }
}
