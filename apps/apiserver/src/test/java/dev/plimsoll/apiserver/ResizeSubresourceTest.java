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

/** What KEP-1287 and KEP-5419 say of {@code /resize}, asked over HTTP: verbs, fields, rules, quotas, limit ranges, nodes that cannot resize. */
// Acceptance of KEP-1287: subresource-verbs, subresource-fields, update-immutable, valid-as-created, valid-qos
// Acceptance of KEP-1287: valid-support, valid-no-node, valid-not-running, cpu-memory-only, policy-values
// Acceptance of KEP-1287: policy-never, policy-immutable, quota-resize, limit-range, e2e-quota-ranges
// Acceptance of KEP-1287: metric-in-use
// Acceptance of KEP-5419: only-cpu-memory, qos-fixed, policy-names, metric-in-use
class ResizeSubresourceTest {
    private static final String NAMESPACE = "/api/v1/namespaces/default/";
    private static final String PODS = NAMESPACE + "pods";
    private static final String RESIZE = PODS + "/a/resize";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private ObjectNode create(String spec) {
        var made = server.post(PODS, "{\"metadata\":{\"name\":\"a\"},\"spec\":" + spec.replace('\'', '"') + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return (ObjectNode) made.json();
    }

    private TestServer.Answer resize(String spec) {
        return server.patch("strategic-merge-patch+json", RESIZE, "{\"spec\":" + spec.replace('\'', '"') + "}");
    }

    private static final String ONE =
            "{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'2','memory':'2Gi'}}}]}";

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            PATCH | application/json-patch+json            | [{'op':'replace','path':'/spec/containers/0/resources/requests/cpu','value':'1500m'}]
            PATCH | application/merge-patch+json           | {'spec':{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1500m','memory':'1Gi'},'limits':{'cpu':'2','memory':'2Gi'}}}]}}
            PATCH | application/strategic-merge-patch+json | {'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'1500m'}}}]}}
            PATCH | application/apply-patch+yaml           | {'apiVersion':'v1','kind':'Pod','metadata':{'name':'a'},'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'1500m'}}}]}}
            """)
    void aPatchOfEveryKindIsTakenAndAnsweredWithTheWholePod(String method, String type, String body) {
        create(ONE);
        var path = RESIZE + (type.contains("apply") ? "?fieldManager=test&force=true" : "");
        var answer = server.call(method, path, body.replace('\'', '"'), Map.of("Content-Type", type));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertResized(answer);
    }

    @Test
    @DisplayName("an update is taken and answered with the whole pod; what else it changes is not taken")
    void anUpdate() {
        var pod = create(ONE);
        ((ObjectNode) pod.at("/spec/containers/0/resources/requests")).put("cpu", "1500m");
        ((ObjectNode) pod.at("/spec/containers/0")).put("image", "other");
        ((ObjectNode) pod.path("spec")).put("terminationGracePeriodSeconds", 1).put("hostNetwork", true);
        pod.withObject("/metadata/labels").put("changed", "yes");
        pod.withObject("/status").put("phase", "Failed");
        var answer = server.call("PUT", RESIZE, pod.toString());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertResized(answer);
        assertThat(answer.json().at("/spec/containers/0/image").asText()).isEqualTo("i");
        assertThat(answer.json().at("/spec/terminationGracePeriodSeconds").asInt())
                .isEqualTo(30);
        assertThat(answer.json().at("/spec/hostNetwork").asBoolean()).isFalse();
        assertThat(answer.json().at("/metadata/labels").isMissingNode()).isTrue();
        assertThat(answer.json().at("/status/phase").asText()).isEqualTo("Pending");
    }

    private void assertResized(TestServer.Answer answer) {
        assertThat(answer.json().path("kind").asText()).isEqualTo("Pod");
        var resources = answer.json().at("/spec/containers/0/resources");
        assertThat(resources.path("requests").toString()).isEqualTo("{\"cpu\":\"1500m\",\"memory\":\"1Gi\"}");
        assertThat(resources.path("limits").toString()).isEqualTo("{\"cpu\":\"2\",\"memory\":\"2Gi\"}");
        assertThat(answer.json().at("/metadata/generation").asLong()).isEqualTo(2);
        assertThat(server.get(PODS + "/a").json()).isEqualTo(answer.json());
        assertThat(server.get(RESIZE).json()).isEqualTo(answer.json());
        TestServer.eventually(
                "the resize and the look at it are counted",
                () -> server.metric(
                                "apiserver_request_total",
                                "resource=\"pods\"",
                                "subresource=\"resize\"",
                                "code=\"200\"")
                        == 2);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            resources of a container         | {'containers':[{'name':'c','resources':{'requests':{'cpu':'1500m'}}}]}
            resources of a sidecar           | {'initContainers':[{'name':'s','resources':{'requests':{'cpu':'200m'}}}]}
            resources of the pod             | {'resources':{'requests':{'cpu':'3'}}}
            """)
    void areImmutableOutsideOfResize(String what, String change) {
        create("""
                {'resources':{'requests':{'cpu':'2','memory':'2Gi'}},
                 'initContainers':[{'name':'s','image':'i','restartPolicy':'Always','resources':{'requests':{'cpu':'100m'}}}],
                 'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1','memory':'1Gi'}}}]}""");
        var patch = "{\"spec\":" + change.replace('\'', '"') + "}";
        var update = server.patch("strategic-merge-patch+json", PODS + "/a", patch);
        assertThat(update.status()).as(what).isEqualTo(422);
        assertThat(update.message()).contains("pod updates may not change fields other than");
        assertThat(server.patch("strategic-merge-patch+json", RESIZE, patch).status())
                .isEqualTo(200);
    }

    @ParameterizedTest(name = "{0}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
            only cpu and memory, of a container | {'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1','ephemeral-storage':'1Gi'}}}]} | {'containers':[{'name':'c','resources':{'requests':{'ephemeral-storage':'2Gi'}}}]} | only cpu and memory resources are mutable
            only cpu and memory, of a device | {'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'},'limits':{'example.com/gpu':'1'}}}]} | {'containers':[{'name':'c','resources':{'requests':{'example.com/gpu':'2'},'limits':{'example.com/gpu':'2'}}}]} | only cpu and memory resources are mutable
            only cpu and memory, of the pod | {'resources':{'requests':{'cpu':'1','hugepages-2Mi':'2Mi'},'limits':{'hugepages-2Mi':'2Mi'}},'containers':[{'name':'c','image':'i'}]} | {'resources':{'requests':{'hugepages-2Mi':'4Mi'},'limits':{'hugepages-2Mi':'4Mi'}}} | only cpu and memory resources are mutable at pod-level
            what could not be made | {'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'},'limits':{'cpu':'2'}}}]} | {'containers':[{'name':'c','resources':{'requests':{'cpu':'3'}}}]} | must be less than or equal to cpu limit of 2
            another class, Guaranteed | {'containers':[{'name':'c','image':'i','resources':{'limits':{'cpu':'1','memory':'1Gi'}}}]} | {'containers':[{'name':'c','resources':{'limits':{'cpu':'2'}}}]} | Pod QOS Class may not change as a result of resizing
            another class, Burstable | {'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'1','memory':'2Gi'}}}]} | {'containers':[{'name':'c','resources':{'requests':{'memory':'2Gi'}}}]} | Pod QOS Class may not change as a result of resizing
            another class, BestEffort | {'containers':[{'name':'c','image':'i'}]} | {'containers':[{'name':'c','resources':{'requests':{'cpu':'1'}}}]} | Pod QOS Class may not change as a result of resizing
            another class, by the pod level | {'resources':{'limits':{'cpu':'1','memory':'1Gi'}},'containers':[{'name':'c','image':'i'}]} | {'resources':{'limits':{'cpu':'2'}}} | Pod QOS Class may not change as a result of resizing
            the resize policy | {'containers':[{'name':'c','image':'i','resizePolicy':[{'resourceName':'cpu','restartPolicy':'NotRequired'}],'resources':{'requests':{'cpu':'1'}}}]} | {'containers':[{'name':'c','resizePolicy':[{'resourceName':'cpu','restartPolicy':'RestartContainer'}]}]} | only cpu and memory resources are mutable
            """)
    void isRefused(String what, String spec, String change, String message) {
        create(spec);
        var answer = resize(change);
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.message()).contains(message);
        assertThat(server.get(PODS + "/a").json().at("/metadata/generation").asLong())
                .as(what)
                .isEqualTo(1);
    }

    @Test
    @DisplayName("a pod that never restarts has no container that a resize would restart")
    void neverRestarted() {
        var answer = server.post(PODS, """
                {"metadata":{"name":"a"},"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i",
                 "resizePolicy":[{"resourceName":"memory","restartPolicy":"RestartContainer"}]}]}}""");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains("spec.containers[0].resizePolicy").contains("NotRequired");
    }

    @Test
    @DisplayName(
            "names of a resize policy are cpu and memory, its values NotRequired and RestartContainer, each name once")
    void policies() {
        for (var policy : List.of(
                "{\"resourceName\":\"nvidia.com/gpu\",\"restartPolicy\":\"NotRequired\"}",
                "{\"resourceName\":\"cpu\",\"restartPolicy\":\"RestartRequired\"}",
                "{\"resourceName\":\"cpu\",\"restartPolicy\":\"NotRequired\"},{\"resourceName\":\"cpu\",\"restartPolicy\":\"RestartContainer\"}")) {
            var answer = server.post(
                    PODS,
                    "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resizePolicy\":["
                            + policy + "]}]}}");
            assertThat(answer.status()).as(policy).isEqualTo(422);
            assertThat(answer.message()).contains("spec.containers[0].resizePolicy");
        }
    }

    /** KEP-1287, version skew: whether the node can resize is seen in what it says of containers that run. */
    @ParameterizedTest(name = "{0}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
            no node yet | | | 200
            a node, nothing said of containers | n | [] | 200
            none runs, and nothing is said of resources | n | [{'name':'c','state':{'waiting':{}}},{'name':'d','state':{'terminated':{'exitCode':0}}}] | 200
            one runs, with resources | n | [{'name':'c','state':{'running':{}},'resources':{'requests':{'cpu':'1'}}},{'name':'d','state':{'waiting':{}}}] | 200
            one runs, with empty resources | n | [{'name':'c','state':{'waiting':{}}},{'name':'d','state':{'running':{}},'resources':{}}] | 200
            one runs, and nothing is said of resources | n | [{'name':'c','state':{'waiting':{}}},{'name':'d','state':{'running':{}}}] | 422
            both run, the first of them without resources | n | [{'name':'c','state':{'running':{}}},{'name':'d','state':{'running':{}},'resources':{}}] | 422
            """)
    void dependsOnTheNode(String what, String node, String statuses, int status) {
        assertThat(server.post(
                                "/api/v1/nodes",
                                "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"9\"}}}")
                        .status())
                .isEqualTo(201);
        create("{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}},{'name':'d','image':'i'}]"
                + (node == null ? "" : ",'nodeName':'n'") + "}");
        if (statuses != null) {
            var filled = statuses.replace('\'', '"')
                    .replace(
                            "{\"name\":\"",
                            "{\"image\":\"i\",\"imageID\":\"\",\"ready\":false,\"restartCount\":0,\"name\":\"");
            var told = server.patch(
                    "merge-patch+json", PODS + "/a/status", "{\"status\":{\"containerStatuses\":" + filled + "}}");
            assertThat(told.status()).as(told.text()).isEqualTo(200);
        }
        var answer = resize("{'containers':[{'name':'c','resources':{'requests':{'cpu':'2'}}}]}");
        assertThat(answer.status()).as(what + ": " + answer.text()).isEqualTo(status);
        if (status == 422) assertThat(answer.message()).contains("Pod running on node without support for resize");
    }

    /** KEP-1287, "Resource Quota and Limit Ranges". */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            cpu within the quota       | {'cpu':'2'}                 |
            memory within the quota    | {'memory':'2Gi'}            |
            both within the quota      | {'cpu':'2','memory':'2Gi'}  |
            cpu beyond the quota       | {'cpu':'3'}                 | exceeded quota: q, requested: requests.cpu=2, used: requests.cpu=1, limited: requests.cpu=2
            memory beyond the quota    | {'memory':'3Gi'}            | exceeded quota: q, requested: requests.memory=2Gi, used: requests.memory=1Gi, limited: requests.memory=2Gi
            both beyond the quota      | {'cpu':'3','memory':'3Gi'}  | exceeded quota: q, requested: requests.cpu=2,requests.memory=2Gi, used: requests.cpu=1,requests.memory=1Gi, limited: requests.cpu=2,requests.memory=2Gi
            less than before           | {'cpu':'500m','memory':'1Mi'} |
            """)
    void isHeldToQuotas(String what, String requests, String refusal) {
        var quota = server.post(
                NAMESPACE + "resourcequotas",
                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"requests.cpu\":\"2\",\"requests.memory\":\"2Gi\"}}}");
        assertThat(quota.status()).isEqualTo(201);
        create("{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1','memory':'1Gi'}}}]}");
        TestServer.eventually(
                "charged",
                () -> server.get(NAMESPACE + "resourcequotas/q")
                        .json()
                        .at("/status/used/requests.cpu")
                        .asText()
                        .equals("1"));
        var answer = resize("{'containers':[{'name':'c','resources':{'requests':" + requests + "}}]}");
        assertThat(answer.status()).as(what + ": " + answer.text()).isEqualTo(refusal == null ? 200 : 403);
        if (refusal != null) assertThat(answer.message()).isEqualTo("pods \"a\" is forbidden: " + refusal);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            more within the bounds  | Container | {'cpu':'3','memory':'3Gi'}      |
            less within the bounds  | Container | {'cpu':'600m','memory':'600Mi'} |
            cpu beyond the most     | Container | {'cpu':'5'}                     | maximum cpu usage per Container is 4, but limit is 5
            cpu below the least     | Container | {'cpu':'100m'}                  | minimum cpu usage per Container is 500m, but request is 100m
            memory beyond the most  | Container | {'memory':'5Gi'}                | maximum memory usage per Container is 4Gi, but limit is 5Gi
            memory below the least  | Container | {'memory':'100Mi'}              | minimum memory usage per Container is 500Mi, but request is 100Mi
            cpu of the pod as a whole beyond the most | Pod | {'cpu':'5'}         | maximum cpu usage per Pod is 4, but limit is 5
            """)
    void isHeldToLimitRanges(String what, String type, String amounts, String refusal) {
        var range = server.post(NAMESPACE + "limitranges", """
                {"metadata":{"name":"l"},"spec":{"limits":[{"type":"%s","min":{"cpu":"500m","memory":"500Mi"},"max":{"cpu":"4","memory":"4Gi"}}]}}""".formatted(type));
        assertThat(range.status()).as(range.text()).isEqualTo(201);
        create("{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1','memory':'1Gi'},"
                + "'limits':{'cpu':'1','memory':'1Gi'}}}]}");
        var answer = resize(
                "{'containers':[{'name':'c','resources':{'requests':" + amounts + ",'limits':" + amounts + "}}]}");
        assertThat(answer.status()).as(what + ": " + answer.text()).isEqualTo(refusal == null ? 200 : 403);
        if (refusal != null) assertThat(answer.message()).contains(refusal);
    }
}
