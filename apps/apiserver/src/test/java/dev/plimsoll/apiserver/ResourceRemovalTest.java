package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * spec/api.md §4, rows 7 and 9: on a pod that is there no request and no limit can be taken away, whichever way it is tried. A pod level
 * that is left out altogether is kept, since older clients leave it out, and who patches is told so.
 */
class ResourceRemovalTest {
    private static final String POD = "/api/v1/namespaces/default/pods/a";
    private static final String RESOURCES =
            "{\"limits\":{\"cpu\":\"2\",\"memory\":\"2Gi\"},\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private ObjectNode pod() {
        var created = server.post("/api/v1/namespaces/default/pods", """
                {"metadata":{"name":"a"},"spec":{"resources":%s,"containers":[{"name":"c","image":"i","resources":
                 {"requests":{"cpu":"500m"},"limits":{"cpu":"1"}}}]}}""".formatted(RESOURCES));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return (ObjectNode) created.json();
    }

    private TestServer.Answer patch(String type, String patch) {
        var path = type.startsWith("apply") ? POD + "/resize?fieldManager=m&force=true" : POD + "/resize";
        return server.patch(type, path, patch.replace('\'', '"'));
    }

    private void assertUnchanged(ObjectNode before) {
        var now = server.get(POD).json();
        assertThat(now.at("/spec")).isEqualTo(before.at("/spec"));
        assertThat(now.at("/metadata/generation")).isEqualTo(before.at("/metadata/generation"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            merge-patch+json           | {"spec":{"resources":null}}
            strategic-merge-patch+json | {"spec":{"resources":null}}
            json-patch+json            | [{"op":"remove","path":"/spec/resources"}]
            """)
    @DisplayName("a patch that takes the whole pod level away changes nothing and is warned")
    void wholePodLevel(String type, String patch) {
        var before = pod();
        var answer = patch(type, patch);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.warning())
                .isEqualTo("299 - \"spec.resources: pod-level resources cannot be removed; the stored ones are kept\"");
        assertUnchanged(before);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            merge-patch+json           | {"spec":{"resources":{"limits":{"memory":null}}}}      | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            merge-patch+json           | {"spec":{"resources":{"limits":null}}}                 | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            merge-patch+json           | {"spec":{"resources":{"requests":{"memory":null},"limits":{"memory":null}}}} | spec.resources.requests: Forbidden: pod-level resource requests cannot be removed
            strategic-merge-patch+json | {"spec":{"resources":{"limits":{"memory":null}}}}      | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            strategic-merge-patch+json | {"spec":{"resources":{"limits":{"$patch":"delete"}}}}  | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            strategic-merge-patch+json | {"spec":{"resources":{"$patch":"replace","limits":{"cpu":"2"}}}} | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            strategic-merge-patch+json | {"spec":{"resources":{"$patch":"delete"}}}             | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            json-patch+json            | [{"op":"remove","path":"/spec/resources/limits/memory"}] | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            json-patch+json            | [{"op":"remove","path":"/spec/resources/limits"}]      | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            json-patch+json            | [{"op":"replace","path":"/spec/resources","value":{}}] | spec.resources.limits: Forbidden: pod-level resource limits cannot be removed
            merge-patch+json           | {"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"500m"}}}]}} | spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed
            strategic-merge-patch+json | {"spec":{"containers":[{"name":"c","resources":{"limits":{"cpu":null}}}]}} | spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed
            json-patch+json            | [{"op":"remove","path":"/spec/containers/0/resources/limits/cpu"}] | spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed
            """)
    @DisplayName("a patch that takes single requests or limits away is refused")
    void singleAmounts(String type, String patch, String problem) {
        var before = pod();
        var answer = patch(type, patch);
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.message()).contains(problem);
        assertUnchanged(before);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            merge-patch+json           | {"spec":{"resources":{"limits":{"cpu":null}}}}
            strategic-merge-patch+json | {"spec":{"resources":{"limits":{"cpu":null}}}}
            json-patch+json            | [{"op":"remove","path":"/spec/resources/limits/cpu"}]
            """)
    @DisplayName(
            "a pod limit that is taken away where every container has one becomes the sum of theirs, as on creation")
    void defaulted(String type, String patch) {
        pod();
        var answer = patch(type, patch);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().at("/spec/resources/limits/cpu").asText()).isEqualTo("1");
    }

    @Test
    @DisplayName("an update that leaves the pod level out keeps it; one with an empty pod level is refused")
    void updates() {
        var before = pod();
        var without = before.deepCopy();
        without.withObject("/spec").remove("resources");
        var kept = put(without);
        assertThat(kept.status()).as(kept.text()).isEqualTo(200);
        assertUnchanged(before);
        var empty = before.deepCopy();
        empty.withObject("/spec").putObject("resources");
        empty.withObject("/metadata").remove("resourceVersion");
        assertThat(put(empty).message())
                .contains("spec.resources.limits: Forbidden: pod-level resource limits cannot be removed");
        assertUnchanged(before);
    }

    private TestServer.Answer put(ObjectNode pod) {
        return server.call("PUT", POD + "/resize", pod.toString(), Map.of("Content-Type", "application/json"));
    }

    @Test
    @DisplayName("a manager that no longer applies its limits, or the pod level, is refused")
    void apply() {
        pod();
        var applied = patch(
                "apply-patch+yaml",
                "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a'},'spec':{'resources':{'limits':{'cpu':'3','memory':'3Gi'},"
                        + "'requests':{'cpu':'1','memory':'1Gi'}}}}");
        assertThat(applied.status()).as(applied.text()).isEqualTo(200);
        assertThat(applied.json().at("/spec/resources/limits/cpu").asText()).isEqualTo("3");
        var before = (ObjectNode) server.get(POD).json();
        var fewer = patch(
                "apply-patch+yaml",
                "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a'},'spec':{'resources':{'limits':{'cpu':'3'},"
                        + "'requests':{'cpu':'1','memory':'1Gi'}}}}");
        assertThat(fewer.message())
                .contains("spec.resources.limits: Forbidden: pod-level resource limits cannot be removed");
        assertUnchanged(before);
        var none = patch("apply-patch+yaml", "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a'}}");
        assertThat(none.message())
                .contains("spec.resources.limits: Forbidden: pod-level resource limits cannot be removed");
        assertUnchanged(before);
    }
}
