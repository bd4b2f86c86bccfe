package dev.plimsoll.nodeagent.payload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.config.ContainerConfig.Variable;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the variables of a container hold. */
class EnvironmentTest {
    private static final NodeSetup NODE = new NodeSetup(
            "n1",
            "10.0.0.1",
            ResourceAmounts.parse("cpu=4,memory=8Gi"),
            Path.of("/root"),
            Path.of("/logs"),
            List.of(),
            "cluster.local");

    /** Has one config map and one secret. */
    private static final Transport API = new Transport() {
        private static final Map<String, String> OBJECTS = Map.of(
                "/api/v1/namespaces/default/configmaps/map", "{\"data\":{\"a\":\"1\",\"b\":\"2\"}}",
                "/api/v1/namespaces/default/secrets/secret", "{\"data\":{\"key\":\"c2VjcmV0\"}}");

        @Override
        public Reply send(ClientRequest request) {
            var found = OBJECTS.get(request.target());
            var body = found == null ? "{\"kind\":\"Status\",\"code\":404,\"message\":\"not found\"}" : found;
            return new Reply(found == null ? 404 : 200, Map.of(), body.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Streamed open(ClientRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    };

    private static CriReply<Environment> environment(String container) {
        var document = json("""
                {"metadata":{"name":"p","namespace":"default","uid":"u","labels":{"app":"x"}},
                "spec":{"serviceAccountName":"sa","resources":{"limits":{"memory":"1Gi"}},
                "containers":[%s,{"name":"other","image":"i","resources":{"requests":{"cpu":"1500m"}}}]}}""".formatted(container));
        var object = new PodObject(document);
        if (!(object.view() instanceof Read.Ok<Pod>(var pod))) throw new AssertionError("no pod");
        var downward = new DownwardApi(object, pod.spec(), "10.1.2.3", NODE);
        var time = Time.system();
        return Environment.of(
                pod.spec().containers().getFirst(),
                downward,
                new References(ApiClient.over(API, "test", TokenBucket.unlimited(time), time), time::instant));
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"fieldRef\":{\"fieldPath\":\"metadata.name\"}} | p",
                "{\"fieldRef\":{\"fieldPath\":\"metadata.labels['app']\"}} | x",
                "{\"fieldRef\":{\"fieldPath\":\"spec.nodeName\"}} | n1",
                "{\"fieldRef\":{\"fieldPath\":\"spec.serviceAccountName\"}} | sa",
                "{\"fieldRef\":{\"fieldPath\":\"status.podIP\"}} | 10.1.2.3",
                "{\"fieldRef\":{\"fieldPath\":\"status.hostIP\"}} | 10.0.0.1",
                // Its own limit, the pod's, the node's.
                "{\"resourceFieldRef\":{\"resource\":\"limits.cpu\"}} | 1",
                "{\"resourceFieldRef\":{\"resource\":\"limits.cpu\",\"divisor\":\"1m\"}} | 250",
                "{\"resourceFieldRef\":{\"resource\":\"limits.memory\",\"divisor\":\"1Mi\"}} | 1024",
                "{\"resourceFieldRef\":{\"resource\":\"limits.cpu\",\"containerName\":\"other\"}} | 4",
                "{\"resourceFieldRef\":{\"resource\":\"requests.cpu\",\"containerName\":\"other\"}} | 2",
                "{\"configMapKeyRef\":{\"name\":\"map\",\"key\":\"a\"}} | 1",
                "{\"secretKeyRef\":{\"name\":\"secret\",\"key\":\"key\"}} | secret"
            })
    void aValueMayComeFromElsewhere(String from, String value) {
        var environment = environment("{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"limits\":{\"cpu\":\"250m\"}},"
                + "\"env\":[{\"name\":\"X\",\"valueFrom\":" + from + "}]}");
        assertThat(environment.map(Environment::variables).ok()).contains(List.of(new Variable("X", value)));
    }

    /** A program can tell a variable that is not set from one that is empty. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"configMapKeyRef\":{\"name\":\"none\",\"key\":\"a\",\"optional\":true}}",
                "{\"configMapKeyRef\":{\"name\":\"map\",\"key\":\"none\",\"optional\":true}}",
                "{\"secretKeyRef\":{\"name\":\"none\",\"key\":\"key\",\"optional\":true}}",
                "{\"secretKeyRef\":{\"name\":\"secret\",\"key\":\"none\",\"optional\":true}}"
            })
    void anOptionalKeyThatIsMissingSetsNoVariable(String from) {
        var environment = environment("{\"name\":\"c\",\"image\":\"i\",\"env\":[{\"name\":\"X\",\"valueFrom\":" + from
                + "},{\"name\":\"Y\",\"value\":\"<$(X)>\"}]}");
        assertThat(environment.map(Environment::variables).ok()).contains(List.of(new Variable("Y", "<$(X)>")));
    }

    @Test
    void whatComesLaterMayUseWhatCameBefore() {
        var environment = environment("""
                {"name":"c","image":"i","envFrom":[{"prefix":"M_","configMapRef":{"name":"map"}}],
                "env":[{"name":"A","value":"$(M_a)-$(M_b)"},{"name":"B","value":"$(A) $$(A) $(NONE) $"}]}""");
        assertThat(environment.map(Environment::variables).ok())
                .contains(List.of(
                        new Variable("M_a", "1"),
                        new Variable("M_b", "2"),
                        new Variable("A", "1-2"),
                        new Variable("B", "1-2 $(A) $(NONE) $")));
    }

    @Test
    void aReferenceToNothingIsSaid() {
        assertThat(environment(
                        "{\"name\":\"c\",\"image\":\"i\",\"env\":[{\"name\":\"X\",\"valueFrom\":{\"secretKeyRef\":"
                                + "{\"name\":\"secret\",\"key\":\"other\"}}}]}"))
                .isEqualTo(new CriReply.Failed<>(
                        CriReply.Code.NOT_FOUND, "couldn't find key other in Secret default/secret"));
        assertThat(environment("{\"name\":\"c\",\"image\":\"i\",\"env\":[{\"name\":\"X\",\"valueFrom\":{\"fieldRef\":"
                        + "{\"fieldPath\":\"spec.other\"}}}]}"))
                .isEqualTo(new CriReply.Failed<>(
                        CriReply.Code.FAILED_PRECONDITION, "fieldRef spec.other is not supported by this node"));
    }
}
