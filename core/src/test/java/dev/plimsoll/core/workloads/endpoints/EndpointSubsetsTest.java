package dev.plimsoll.core.workloads.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.PodNetwork;
import dev.plimsoll.core.workloads.TestPod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: endpoints
/** spec/kinds.md 5.3. */
class EndpointSubsetsTest {
    private static String shown(EndpointSubsets subsets) {
        var text = new ArrayList<String>();
        for (var subset : subsets.subsets()) {
            text.add("" + names(subset.ready()) + names(subset.notReady())
                    + subset.ports().stream().map(EndpointPort::number).toList());
        }
        return String.join(" ", text);
    }

    private static List<String> names(List<Endpoint> endpoints) {
        return endpoints.stream().map(each -> each.pod().name()).toList();
    }

    @Test
    @DisplayName(
            "ports with the same addresses are one group; pods on their way out are none, unless readiness does not count")
    void groups() {
        var pods = List.of(
                EndpointSlicePlanTest.pod("a", "10.0.0.1", 8080).build(),
                EndpointSlicePlanTest.pod("b", "10.0.0.2", 8080).ready(false).build(),
                EndpointSlicePlanTest.pod("c", "10.0.0.3", 8081).build(),
                EndpointSlicePlanTest.pod("d", "10.0.0.4", 8080).deleting().build());
        assertThat(shown(EndpointSubsets.of(EndpointSlicePlanTest.service(false, List.of("IPv4")), pods)))
                .isEqualTo("[a][b][8080] [c][][8081] [a, c][b][9090]");
        assertThat(shown(EndpointSubsets.of(EndpointSlicePlanTest.service(true, List.of("IPv4")), pods)))
                .isEqualTo("[a, b, d][][8080] [c][][8081] [a, b, c, d][][9090]");
    }

    @Test
    @DisplayName("endpoints have the labels of the service; only those of a headless one say so")
    void labels() {
        var meta = new ObjectMetadata(
                "ns",
                "svc",
                "u",
                "1",
                1,
                Instant.EPOCH,
                false,
                Map.of("a", "b", "service.kubernetes.io/headless", "x"),
                Map.of(),
                List.of(),
                List.of());
        assertThat(new SelectedService(meta, List.of(), List.of(), true, false).endpointLabels())
                .isEqualTo(Map.of("a", "b", "service.kubernetes.io/headless", ""));
        assertThat(new SelectedService(meta, List.of(), List.of(), false, false).endpointLabels())
                .isEqualTo(Map.of("a", "b"));
    }

    @Test
    @DisplayName("the trigger is the last change of readiness, or the making of the service where that is later")
    void trigger() {
        var pods = List.of(
                EndpointSlicePlanTest.pod("a", "10.0.0.1", 8080).build(),
                EndpointSlicePlanTest.pod("b", "10.0.0.2", 8080).build());
        var ready = pods.getFirst().readySince();
        assertThat(made(ready.minusSeconds(1)).lastTrigger(pods)).isEqualTo(ready);
        assertThat(made(ready.plusSeconds(1)).lastTrigger(pods)).isEqualTo(ready.plusSeconds(1));
    }

    private static SelectedService made(Instant time) {
        var meta = new ObjectMetadata("ns", "svc", "u", "1", 1, time, false, Map.of(), Map.of(), List.of(), List.of());
        return new SelectedService(meta, List.of(), List.of(), false, false);
    }

    @Test
    @DisplayName("a headless service without ports has addresses all the same")
    void withoutPorts() {
        var meta = new ObjectMetadata(
                "ns", "svc", "u", "1", 1, Instant.EPOCH, false, Map.of(), Map.of(), List.of(), List.of());
        var pods = List.of(EndpointSlicePlanTest.pod("a", "10.0.0.1", 8080).build());
        assertThat(shown(EndpointSubsets.of(new SelectedService(meta, List.of(), List.of("IPv4"), true, false), pods)))
                .isEqualTo("[a][][]");
        assertThat(shown(EndpointSubsets.of(new SelectedService(meta, List.of(), List.of("IPv4"), false, false), pods)))
                .isEmpty();
    }

    @Test
    @DisplayName("more than a thousand addresses are cut, those that are not ready first")
    void tooMany() {
        var pods = new ArrayList<ControlledPod>();
        for (var i = 0; i < 1002; i++) {
            pods.add(TestPod.running("p" + (10_000 + i))
                    .ready(i % 2 == 0)
                    .network(new PodNetwork(List.of("10.0." + i / 250 + "." + i % 250), "", "", List.of()))
                    .build());
        }
        var subsets = EndpointSubsets.of(EndpointSlicePlanTest.service(false, List.of("IPv4")), pods);
        assertThat(subsets.isTruncated()).isTrue();
        assertThat(subsets.subsets()).singleElement().satisfies(subset -> {
            assertThat(subset.ready()).hasSize(501);
            assertThat(subset.notReady()).hasSize(499);
        });
    }
}
