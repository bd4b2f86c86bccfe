package dev.plimsoll.codec.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The test vectors of the scheduler's specification, section 1.7, and what of a pod cannot be understood. */
// Acceptance: V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, bad-input
// Acceptance of KEP-1287: scheduler-max
// Acceptance of KEP-5419: scheduling, e2e-admission
class PlacementReaderTest {
    private static final PlacementReader READER = PlacementReader.under(FeatureGates.DEFAULT, true);
    private static final long MI = 1 << 20;

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static PlacementPod pod(String spec, String status) {
        var reading = READER.pod(
                json("{\"metadata\":{\"name\":\"p\",\"uid\":\"u\"},\"spec\":" + spec + ",\"status\":" + status + "}"));
        assertThat(reading.problems()).isEmpty();
        return reading.pod();
    }

    private static String c(String name, String requests) {
        return "{\"name\":\"" + name + "\",\"image\":\"i\",\"resources\":{\"requests\":{" + requests + "}}}";
    }

    record Vector(String name, String spec, String status, long asks, long holds) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Vector> cpuVectors() {
        var two = "{\"containers\":[" + c("c1", "\"cpu\":\"500m\",\"memory\":\"256Mi\"") + ","
                + c("c2", "\"cpu\":\"250m\"") + "],\"initContainers\":[";
        var sidecar = c("s", "\"cpu\":\"200m\",\"memory\":\"64Mi\"")
                .replace("\"image\"", "\"restartPolicy\":\"Always\",\"image\"");
        var init = c("i", "\"cpu\":\"1\",\"memory\":\"128Mi\"");
        var pending = "{\"conditions\":[{\"type\":\"PodResizePending\",\"status\":\"True\",\"reason\":\"%s\"}],";
        var overhead = "{\"containers\":[" + c("c", "\"cpu\":\"%s\"") + "],\"overhead\":{\"cpu\":\"250m\"}}";
        var reported = "\"allocatedResources\":{\"cpu\":\"%1$s\"},\"resources\":{\"requests\":{\"cpu\":\"%1$s\"}}}";
        var ofContainers = "\"containerStatuses\":[{\"name\":\"c\",\"allocatedResources\":{\"cpu\":\"%s\"},"
                + "\"resources\":{\"requests\":{\"cpu\":\"%s\"}}}]}";
        return Stream.of(
                new Vector("V1", two + sidecar + "," + init + "]}", "{}", 1200, 1200),
                new Vector("V2", two + init + "," + sidecar + "]}", "{}", 1000, 1000),
                new Vector(
                        "V4",
                        "{\"containers\":[" + c("c", "\"cpu\":\"2\"") + "]}",
                        "{" + ofContainers.formatted("1", "1"),
                        2000,
                        2000),
                new Vector(
                        "V4, infeasible",
                        "{\"containers\":[" + c("c", "\"cpu\":\"2\"") + "]}",
                        pending.formatted("Infeasible") + ofContainers.formatted("1", "1"),
                        2000,
                        1000),
                new Vector(
                        "V5",
                        "{\"containers\":[" + c("c", "\"cpu\":\"500m\"") + "]}",
                        "{" + ofContainers.formatted("500m", "1"),
                        500,
                        1000),
                new Vector(
                        "V6",
                        "{\"containers\":[" + c("a", "\"cpu\":\"2\"") + "," + c("b", "\"cpu\":\"1\"") + "]}",
                        "{\"containerStatuses\":[{\"name\":\"a\"," + reported.formatted("1") + ",{\"name\":\"b\","
                                + reported.formatted("2") + "]}",
                        3000,
                        3000),
                new Vector("V7", overhead.formatted("500m"), "{" + reported.formatted("750m"), 750, 750),
                new Vector(
                        "V8",
                        overhead.formatted("800m"),
                        pending.formatted("Deferred") + reported.formatted("750m"),
                        1050,
                        1050),
                new Vector(
                        "V8, infeasible",
                        overhead.formatted("800m"),
                        pending.formatted("Infeasible") + reported.formatted("750m"),
                        1050,
                        750),
                new Vector(
                        "V9",
                        "{\"resources\":{\"requests\":{\"cpu\":\"2\"}},\"containers\":[" + c("c", "") + "]}",
                        "{" + reported.formatted("1"),
                        2000,
                        2000));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cpuVectors")
    void cpu(Vector row) {
        var pod = pod(row.spec(), row.status());
        assertThat(pod.asks().exact().milliCpu()).isEqualTo(row.asks());
        assertThat(pod.holds().exact().milliCpu()).isEqualTo(row.holds());
    }

    @Test
    void v3PodLevelOverContainersWithOverheadAndTheRestFromContainers() {
        var pod = pod(
                "{\"resources\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}},\"overhead\":{\"cpu\":\"250m\","
                        + "\"memory\":\"120Mi\"},\"containers\":["
                        + c("c", "\"cpu\":\"600m\",\"ephemeral-storage\":\"1Gi\",\"example.com/gpu\":\"1\"") + "]}",
                "{}");
        var asks = pod.asks().exact();
        assertThat(asks.milliCpu()).isEqualTo(1250);
        assertThat(asks.memory()).isEqualTo(1144 * MI);
        assertThat(asks.ephemeralStorage()).isEqualTo(1024 * MI);
        assertThat(asks.of(ResourceName.of("example.com/gpu"))).isEqualTo(1);
        // pod-level requests count for scores too
        assertThat(pod.asks().scored().milliCpu()).isEqualTo(1250);
    }

    @Test
    void v10NothingIsAskedForButSomethingIsScored() {
        var pod = pod("{\"containers\":[" + c("a", "") + "," + c("b", "") + "]}", "{}");
        assertThat(pod.asks().exact()).isEqualTo(Amounts.NONE);
        assertThat(pod.asks().scored().milliCpu()).isEqualTo(200);
        assertThat(pod.asks().scored().memory()).isEqualTo(400 * MI);
    }

    @Test
    void whatCannotBeUnderstoodIsNamedAndTheRestStillCounts() {
        var reading = READER.pod(json("{\"metadata\":{\"name\":\"p\",\"uid\":\"u\"},\"spec\":{\"containers\":["
                + c("c", "\"cpu\":\"1\"") + "],\"topologySpreadConstraints\":[{\"maxSkew\":0,\"topologyKey\":\"zone\","
                + "\"whenUnsatisfiable\":\"Maybe\"}]}}"));
        assertThat(reading.pod().asks().exact().milliCpu()).isEqualTo(1000);
        assertThat(reading.problems()).hasSize(2);
        var absurd = READER.pod(
                json("{\"metadata\":{\"name\":\"p\",\"uid\":\"u\"},\"spec\":{\"nodeName\":\"n\",\"containers\":["
                        + c("c", "\"cpu\":\"much\"") + "]}}"));
        assertThat(absurd.problems()).isNotEmpty();
        assertThat(absurd.pod().nodeName()).isEqualTo("n");
    }

    @Test
    void negativeAmountsOfANodeAreNone() {
        var node = new PlacementNodeReader(true)
                .node(json("{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"-4\","
                        + "\"memory\":\"99999999E\",\"pods\":\"-1\"}}}"))
                .orThrow();
        assertThat(node.allocatable().milliCpu()).isZero();
        assertThat(node.allocatable().memory()).isEqualTo(Amounts.MOST);
        assertThat(node.mostPods()).isZero();
    }

    @Test
    void whatANodesManagersHaveFree() {
        var annotation =
                "{\\\"policy\\\":\\\"single-numa-node\\\",\\\"scope\\\":\\\"pod\\\",\\\"cpuManagerPolicy\\\":\\\"static\\\",\\\"zones\\\":[{\\\"allocatable\\\":"
                        + "{\\\"cpu\\\":\\\"8\\\",\\\"memory\\\":\\\"1Gi\\\"},\\\"free\\\":{\\\"cpu\\\":\\\"3\\\",\\\"memory\\\":\\\"512Mi\\\"}}]}";
        var node = new PlacementNodeReader(true)
                .node(json("{\"metadata\":{\"name\":\"n\",\"annotations\":{\"plimsoll.dev/numa-zones\":\"" + annotation
                        + "\"}}}"))
                .orThrow();
        assertThat(node.zones())
                .isEqualTo(new NumaZones(
                        TopologyManagerPolicy.SINGLE_NUMA_NODE,
                        TopologyManagerScope.POD,
                        true,
                        java.util.List.of(new Amounts(3000, 512 * MI, 0, java.util.List.of())),
                        null));
        var guaranteed = "{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"4\","
                + "\"memory\":\"1Gi\"},\"limits\":{\"cpu\":\"4\",\"memory\":\"1Gi\"}}}]}";
        assertThat(pod(guaranteed, "{}").pinned())
                .isEqualTo(new PinnedPod(
                        PodSpec.builder()
                                .container("c", "cpu=4,memory=1Gi", "cpu=4,memory=1Gi")
                                .build(),
                        ""));
        assertThat(pod(guaranteed, "{\"qosClass\":\"Burstable\"}").pinned()).isNull();
    }
}
