package dev.plimsoll.integration;

import static dev.plimsoll.integration.PodJson.container;
import static dev.plimsoll.integration.PodJson.sidecar;
import static dev.plimsoll.integration.PodJson.spec;
import static dev.plimsoll.integration.PodJson.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** KEP-2837 as clients of the API meet it: what is taken and filled in, what is refused, LimitRanges and quotas. */
// Acceptance of KEP-2837: names, story-ide, symmetric, sum-of-requests, requests-below-limit, sum-of-limits
// Acceptance of KEP-2837: one-limit, case-1, case-2, case-3, case-4, case-5, case-6, case-7, case-8, case-9
// Acceptance of KEP-2837: qos-pod, qos-guaranteed, qos-missing, qos-burstable, qos-besteffort, init-override
// Acceptance of KEP-2837: ephemeral-none, range-bounds, range-defaults, range-containers, quota-admission
// Acceptance of KEP-2837: quota-tracking, huge-api, off-limit-range, in-use, windows-api
// Acceptance of KEP-5526: budget
// Acceptance of nodes: resize-limits, resize-defaults
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
class PodLevelApiTest {
    private static final ApiResource LIMIT_RANGES = ApiResource.namespaced("", "v1", "limitranges", "LimitRange");
    private static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");

    @TempDir
    Path folder;

    private GatedCluster cluster;

    @BeforeEach
    void start() {
        cluster = new GatedCluster(folder);
        cluster.replace(FeatureGates.DEFAULT, null, null);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    static Stream<Arguments> taken() {
        var none = container("a", "", "");
        return Stream.of(
                arguments(
                        "case 1: the limit is the request where no container asks for anything",
                        spec("", "memory=100Gi", none, container("b", "", "")),
                        "memory=100Gi / memory=100Gi",
                        "Burstable"),
                arguments(
                        "case 3: the sum of the containers' requests",
                        spec("", "memory=200Gi", container("a", "memory=50Gi", ""), container("b", "memory=50Gi", "")),
                        "memory=100Gi / memory=200Gi",
                        "Burstable"),
                arguments(
                        "case 4: no limit can be derived",
                        spec("memory=100Gi", "", none, container("b", "", "")),
                        "memory=100Gi / ",
                        "Burstable"),
                arguments(
                        "case 6: one container that asks is enough",
                        spec("", "memory=100Gi", container("a", "memory=50Gi", "memory=60Gi"), container("b", "", "")),
                        "memory=50Gi / memory=100Gi",
                        "Burstable"),
                arguments(
                        "case 7: limits of some containers make no pod-level limit",
                        spec("memory=100Gi", "", container("a", "", "memory=60Gi"), container("b", "", "")),
                        "memory=100Gi / ",
                        "Burstable"),
                arguments(
                        "case 8: requests of the pod alone",
                        spec("cpu=1,memory=100Gi", "", none, container("b", "", "")),
                        "cpu=1,memory=100Gi / ",
                        "Burstable"),
                arguments(
                        "case 9: 10 + 20 + 20",
                        spec(
                                "",
                                "memory=100Gi",
                                container("a", "memory=10Gi", ""),
                                container("b", "memory=20Gi", ""),
                                container("c", "memory=20Gi", "")),
                        "memory=50Gi / memory=100Gi",
                        "Burstable"),
                arguments(
                        "the story of the development environment: tools share what the editor leaves",
                        spec(
                                "",
                                "cpu=4,memory=1024Mi",
                                List.of(sidecar("shell", "", ""), sidecar("tool1", "", ""), sidecar("tool2", "", "")),
                                List.of(container("ide", "cpu=500m,memory=128Mi", "cpu=1,memory=256Mi"))),
                        "cpu=500m,memory=128Mi / cpu=4,memory=1Gi",
                        "Burstable"),
                arguments(
                        "pod-level values are an override beside init containers",
                        spec(
                                "cpu=1,memory=100Mi",
                                "cpu=2,memory=200Mi",
                                List.of(container("init-container", "", "")),
                                List.of(
                                        container("container-1", "", ""),
                                        container("container-2", "cpu=1,memory=50Mi", ""))),
                        "cpu=1,memory=100Mi / cpu=2,memory=200Mi",
                        "Burstable"),
                arguments(
                        "the sum of containers' limits may exceed the pod's",
                        spec("", "cpu=2", container("a", "cpu=1", "cpu=2"), container("b", "cpu=1", "cpu=2")),
                        "cpu=2 / cpu=2",
                        "Burstable"),
                arguments(
                        "Guaranteed by the pod level, whatever containers say",
                        spec("cpu=1,memory=1Gi", "cpu=1,memory=1Gi", container("a", "cpu=10m", "")),
                        "cpu=1,memory=1Gi / cpu=1,memory=1Gi",
                        "Guaranteed"),
                arguments(
                        "not Guaranteed where the pod level lacks a limit, though containers are",
                        spec(
                                "cpu=2,memory=2Gi",
                                "cpu=2",
                                container("a", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi"),
                                container("b", "cpu=1,memory=1Gi", "cpu=1")),
                        "cpu=2,memory=2Gi / cpu=2",
                        "Burstable"),
                arguments("nothing anywhere is BestEffort", spec("", "", none), " / ", "BestEffort"),
                arguments(
                        "huge pages of the pod",
                        spec("cpu=1,hugepages-2Mi=4Mi", "cpu=1,hugepages-2Mi=4Mi", none),
                        "cpu=1,hugepages-2Mi=4Mi / cpu=1,hugepages-2Mi=4Mi",
                        "Burstable"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("taken")
    void taken(String sentence, String spec, String stored, String qos) {
        cluster.create("p", spec);
        var pod = cluster.get("p");
        assertThat(text(pod.at("/spec/resources"))).as(sentence).isEqualTo(stored);
        assertThat(pod.at("/status/qosClass").asText()).isEqualTo(qos);
    }

    static Stream<Arguments> refused() {
        var none = container("a", "", "");
        return Stream.of(
                arguments(
                        "case 2: containers' limits become requests of more than the pod's limit",
                        spec("", "memory=100Gi", container("a", "", "memory=60Gi"), container("b", "", "memory=60Gi")),
                        "spec.resources.requests: Invalid value: \"120Gi\": must be less than or equal to memory limit of 100Gi"),
                arguments(
                        "case 5: containers' limits become requests of more than the pod's",
                        spec("memory=100Gi", "", container("a", "", "memory=60Gi"), container("b", "", "memory=60Gi")),
                        "spec.resources.requests[memory]: Invalid value: \"100Gi\": must be greater than or equal to aggregate"
                                + " container requests of 120Gi"),
                arguments(
                        "containers ask for more than the pod",
                        spec("cpu=1", "", container("a", "cpu=600m", ""), container("b", "cpu=600m", "")),
                        "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate"
                                + " container requests of 1200m"),
                arguments(
                        "one container's limit is more than the pod's",
                        spec("cpu=1", "cpu=1", container("a", "cpu=500m", "cpu=2")),
                        "spec.resources.containers[0][cpu].limits: Invalid value: \"2\": must be less than or equal to pod limits"
                                + " of 1"),
                arguments(
                        "only cpu, memory and huge pages",
                        spec("cpu=1,ephemeral-storage=1Gi", "", none),
                        "spec.resources.requests[ephemeral-storage]: Unsupported value: \"ephemeral-storage\": supported values:"
                                + " \"cpu\", \"hugepages-\", \"memory\""),
                arguments(
                        "no devices",
                        spec("cpu=1,example.com/gpu=1", "cpu=1,example.com/gpu=1", none),
                        "Unsupported value: \"example.com/gpu\""),
                arguments(
                        "huge pages cannot be overcommitted",
                        spec("cpu=1,hugepages-2Mi=2Mi", "cpu=1,hugepages-2Mi=4Mi", none),
                        "must be equal to hugepages-2Mi limit of 4Mi"),
                arguments(
                        "no pod-level resources on Windows",
                        spec("cpu=1", "", none)
                                .replace("{\"termination", "{\"os\":{\"name\":\"windows\"},\"termination"),
                        "spec.resources: Forbidden: may not be set for a windows pod"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refused(String sentence, String spec, String message) {
        var answer = cluster.client.create(ApiResource.PODS, Server.json(PodJson.pod("p", spec)));
        assertThat(answer.problem())
                .as(sentence)
                .startsWith("Pod \"p\" is invalid: ")
                .contains(message);
    }

    @Test
    @DisplayName(
            "an ephemeral container has no resources of its own; without them it is added, and the pod level stays")
    void ephemeral() {
        cluster.create("p", spec("cpu=1,memory=1Gi", "cpu=2,memory=2Gi", container("a", "", "")));
        assertThat(debug(",\"resources\":{\"limits\":{\"cpu\":\"1\"}}"))
                .contains("spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral Container");
        assertThat(debug("")).isEmpty();
        assertThat(cluster.get("p").at("/spec/ephemeralContainers/0/name").asText())
                .isEqualTo("debug");
        assertThat(text(cluster.get("p").at("/spec/resources"))).isEqualTo("cpu=1,memory=1Gi / cpu=2,memory=2Gi");
    }

    private String debug(String more) {
        var patch =
                Server.json("{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debug\",\"image\":\"i\"" + more + "}]}}");
        return cluster.client
                .patch(ApiResource.PODS.sub("ephemeralcontainers"), GatedCluster.named("p"), new Patch.Strategic(patch))
                .problem();
    }

    private static ObjectNode limitRange(String item) {
        return Server.json(
                "{\"apiVersion\":\"v1\",\"kind\":\"LimitRange\",\"metadata\":{\"namespace\":\"default\",\"name\":\"r\"},\"spec\":{\"limits\":["
                        + item + "]}}");
    }

    @Test
    @DisplayName("a LimitRange of type Pod measures the pod level where it is set, and the containers where it is not")
    void podBounds() {
        cluster.create(
                LIMIT_RANGES,
                limitRange(
                        "{\"type\":\"Pod\",\"min\":{\"cpu\":\"500m\"},\"max\":{\"cpu\":\"2\"},\"maxLimitRequestRatio\":{\"cpu\":\"4\"}}"));
        cluster.create("fits", spec("cpu=1", "cpu=2", container("a", "cpu=100m", "")));
        assertThat(problem("large", spec("cpu=1", "cpu=3", container("a", "cpu=1", "cpu=1"))))
                .contains("maximum cpu usage per Pod is 2, but limit is 3");
        assertThat(problem("small", spec("cpu=200m", "cpu=400m", container("a", "", ""))))
                .contains("minimum cpu usage per Pod is 500m, but request is 200m");
        assertThat(problem("bursting", spec("cpu=500m", "cpu=2500m", container("a", "", ""))))
                .contains("cpu max limit to request ratio per Pod is 4, but provided ratio is 5.000000");
        assertThat(problem("plain", spec("", "", container("a", "cpu=1", "cpu=3"))))
                .contains("maximum cpu usage per Pod is 2, but limit is 3");
    }

    private String problem(String name, String spec) {
        return cluster.client
                .create(ApiResource.PODS, Server.json(PodJson.pod(name, spec)))
                .problem();
    }

    @Test
    @DisplayName("a LimitRange of type Pod with default and defaultRequest: refused without its gate, applied with it")
    void podDefaults() {
        var range = limitRange(
                "{\"type\":\"Pod\",\"default\":{\"cpu\":\"2\",\"memory\":\"2Gi\"},\"defaultRequest\":{\"cpu\":\"500m\",\"memory\":\"512Mi\"}}");
        var refusal = cluster.client.create(LIMIT_RANGES, range).problem();
        assertThat(refusal)
                .contains("spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'")
                .contains("spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'");

        var extended = FeatureGates.DEFAULT.with(Gate.LIMIT_RANGE_POD_DEFAULTS, true);
        cluster.replace(extended, null, null);
        cluster.create(LIMIT_RANGES, range);
        cluster.create("p", spec("", "", container("a", "", "")));
        assertThat(text(cluster.get("p").at("/spec/resources"))).isEqualTo("cpu=500m,memory=512Mi / cpu=2,memory=2Gi");
        assertThat(text(cluster.get("p").at("/spec/containers/0/resources"))).isEqualTo(" / ");

        cluster.replace(extended.with(Gate.POD_LEVEL_RESOURCES, false), null, null);
        cluster.create("q", spec("", "", container("a", "", "")));
        assertThat(text(cluster.get("q").at("/spec/resources"))).isEqualTo(" / ");
        ((ObjectNode) range.path("metadata")).put("name", "again");
        assertThat(cluster.client.create(LIMIT_RANGES, range).problem())
                .as("without pod-level resources there are no defaults for them")
                .contains("may not be specified when `type` is 'Pod'");
    }

    @Test
    @DisplayName("a LimitRange of type Container gives its defaults to the containers of a pod that asks as a whole")
    void containerDefaults() {
        cluster.create(
                LIMIT_RANGES,
                limitRange(
                        "{\"type\":\"Container\",\"default\":{\"cpu\":\"500m\"},\"defaultRequest\":{\"cpu\":\"250m\"}}"));
        cluster.create("p", spec("", "cpu=2", container("a", "", ""), container("b", "", "")));
        var pod = cluster.get("p");
        assertThat(text(pod.at("/spec/containers/0/resources"))).isEqualTo("cpu=250m / cpu=500m");
        assertThat(text(pod.at("/spec/resources"))).isEqualTo("cpu=500m / cpu=2");
        assertThat(problem("narrow", spec("cpu=100m", "cpu=100m", container("a", "", ""))))
                .contains("must be greater than or equal to aggregate container requests of 250m");
    }

    @Test
    @DisplayName(
            "a quota is charged the pod level where it is set, when a pod comes, while it is there and when it goes")
    void quota() throws IOException {
        cluster.create(
                QUOTAS,
                Server.json(
                        "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"namespace\":\"default\",\"name\":\"q\"},"
                                + "\"spec\":{\"hard\":{\"requests.cpu\":\"4\",\"limits.cpu\":\"8\",\"requests.memory\":\"4Gi\"}}}"));
        cluster.await(QUOTAS, "q", "known", quota -> quota.path("status").has("used"));
        cluster.create("level", spec("cpu=3,memory=1Gi", "cpu=4", container("a", "cpu=100m", "cpu=1")));
        cluster.await(
                QUOTAS,
                "q",
                "charged",
                quota -> PodJson.sorted(quota.at("/status/used"))
                        .equals("limits.cpu=4,requests.cpu=3,requests.memory=1Gi"));
        assertThat(problem("more", spec("cpu=2,memory=1Gi", "cpu=2", container("a", "", ""))))
                .contains(
                        "exceeded quota: q, requested: requests.cpu=2, used: requests.cpu=3, limited: requests.cpu=4");
        cluster.create("plain", spec("", "", container("a", "cpu=1,memory=1Gi", "cpu=1")));
        cluster.await(
                QUOTAS,
                "q",
                "charged",
                quota -> PodJson.sorted(quota.at("/status/used"))
                        .equals("limits.cpu=5,requests.cpu=4,requests.memory=2Gi"));
        cluster.delete("level");
        cluster.await(
                QUOTAS,
                "q",
                "given back",
                quota -> PodJson.sorted(quota.at("/status/used"))
                        .equals("limits.cpu=1,requests.cpu=1,requests.memory=1Gi"));
    }
}
