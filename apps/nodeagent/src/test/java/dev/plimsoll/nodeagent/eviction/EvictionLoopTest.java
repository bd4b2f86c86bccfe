package dev.plimsoll.nodeagent.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.Unmodelled;
import dev.plimsoll.core.model.scheduling.NodeNeeds;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.eviction.LocalStorageEviction;
import dev.plimsoll.core.resize.eviction.NodePressure;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.nodeagent.testing.OneNode;
import dev.plimsoll.runtime.metrics.MetricsText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node of 1Gi, looked at every ten seconds. */
// Acceptance of KEP-2837: eviction-pod
// Acceptance of nodes: storage, eviction
class EvictionLoopTest {
    private final OneNode node = new OneNode("cpu=4,memory=1Gi,pods=10");
    private final List<Set<NodeCondition>> shown = new ArrayList<>();
    private final EvictionLoop loop = new EvictionLoop(
            node.agent,
            NodePressure.under(FeatureGates.DEFAULT, EvictionHard.DEFAULT, Duration.ofMinutes(5)),
            LocalStorageEviction.under(FeatureGates.DEFAULT),
            shown::add,
            node.metrics,
            node.time::instant);

    @AfterEach
    void close() {
        node.close();
    }

    private static PodSpec podLevel(String memory) {
        return PodSpec.builder()
                .podLevel("memory=" + memory, "")
                .container("c1", "memory=10Mi", "")
                .build();
    }

    /** Ten seconds, and a look. */
    private void look() {
        node.pass(EvictionLoop.PERIOD);
        loop.check();
    }

    private boolean runs(String pod) {
        return node.pod(pod).stage() == Stage.ADMITTED;
    }

    @Test
    void aLeakEndsInTheEvictionOfWhoUsesMostAboveThePodsRequest() {
        // 300Mi of 500Mi requested, and 450Mi that become more than the 200Mi requested by 10Mi a second.
        node.run("modest", podLevel("500Mi"), "memory.c1", "constant 300Mi");
        node.run("leaky", podLevel("200Mi"), "memory.c1", "leak 450Mi 10Mi");
        look(); // 300 + 550: 174Mi are left
        assertThat(shown).isEmpty();
        assertThat(runs("leaky")).isTrue();

        look(); // 300 + 650: 74Mi are left
        assertThat(runs("leaky")).isFalse();
        assertThat(runs("modest")).isTrue();
        assertThat(shown).containsExactly(Set.of(NodeCondition.MEMORY_PRESSURE));
        assertThat(node.agent.state().facts().conditions()).containsExactly(NodeCondition.MEMORY_PRESSURE);
        var status = node.pod("leaky").published();
        assertThat(status.phase()).isEqualTo("Failed");
        assertThat(status.reason()).isEqualTo("Evicted");
        assertThat(status.message())
                .isEqualTo("The node was low on resource: memory. Threshold quantity: 100Mi, available: 74Mi. "
                        + "Pod leaky was using 650Mi, request is 200Mi, has larger consumption of memory. "
                        + "Container c1 was using 650Mi, request is 10Mi, has larger consumption of memory. ");
        assertThat(node.calls.bodies("POST /api/v1/namespaces/default/events"))
                .anySatisfy(event -> {
                    assertThat(event.path("reason").asText()).isEqualTo("EvictionThresholdMet");
                    assertThat(event.path("message").asText()).isEqualTo("Attempting to reclaim memory");
                    assertThat(event.path("involvedObject").path("kind").asText())
                            .isEqualTo("Node");
                })
                .anySatisfy(event -> assertThat(event.path("reason").asText()).isEqualTo("Evicted"));
        assertThat(new String(MetricsText.of(node.metrics.registry()), StandardCharsets.UTF_8))
                .contains("kubelet_evictions{eviction_signal=\"memory.available\"} 1.0\n");
    }

    @Test
    void thePressureIsShownForFiveMinutesAfterItWasLastSeen() {
        node.run("large", podLevel("10Mi"), "memory.c1", "constant 1000Mi");
        look();
        assertThat(shown).containsExactly(Set.of(NodeCondition.MEMORY_PRESSURE));
        for (var i = 0; i < 29; i++) look();
        assertThat(shown).hasSize(1);
        look();
        assertThat(shown).containsExactly(Set.of(NodeCondition.MEMORY_PRESSURE), Set.of());
        assertThat(node.agent.state().facts().conditions()).isEmpty();
    }

    private static PodSpec stored(String limit, @Nullable String sizeLimit, String medium) {
        var size = sizeLimit == null ? null : Quantity.of(sizeLimit);
        var volume = new PodDetails.Volume(
                "v", List.of("emptyDir"), new PodDetails.EmptyDir(medium, size), Unmodelled.NOTHING);
        return PodSpec.builder()
                .container("c1", "memory=10Mi", limit.isEmpty() ? "" : "ephemeral-storage=" + limit)
                .details(new PodDetails(
                        List.of(volume),
                        List.of(),
                        List.of(),
                        Map.of(),
                        PodPlacement.UNSET,
                        "",
                        false,
                        "",
                        "",
                        "",
                        NodeNeeds.NONE,
                        Unmodelled.NOTHING))
                .build();
    }

    @Test
    void whoWritesMoreThanALimitGoesAndTheNodeIsNotTheCause() {
        node.run("container", stored("1Gi", null, ""), "storage.c1", "leak 900Mi 10Mi", "volume.v", "constant 0");
        node.run("pod", stored("1Gi", null, ""), "storage.c1", "leak 400Mi 10Mi", "volume.v", "leak 500Mi 10Mi");
        node.run("volume", stored("", "1Gi", ""), "volume.v", "leak 900Mi 10Mi");
        node.run("unbounded", stored("", null, ""), "volume.v", "leak 900Mi 1Gi");
        node.run("memory", stored("1Gi", null, "Memory"), "volume.v", "constant 2Gi");
        look(); // after ten seconds all that leak have written 1000Mi or more, and the pod 1100Mi
        assertThat(List.of(runs("container"), runs("pod"), runs("volume"))).containsExactly(true, false, true);
        look();
        assertThat(List.of(runs("container"), runs("pod"), runs("volume"), runs("unbounded"), runs("memory")))
                .containsExactly(false, false, false, true, true);
        assertThat(node.pod("container").published().message())
                .isEqualTo("Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ");
        assertThat(node.pod("volume").published().message())
                .isEqualTo("Usage of EmptyDir volume \"v\" exceeds the limit \"1Gi\". ");
        assertThat(node.pod("volume").published().reason()).isEqualTo("Evicted");
        assertThat(node.pod("volume").published().phase()).isEqualTo("Failed");
        assertThat(node.calls.bodies("PATCH /api/v1/namespaces/default/pods/volume/status"))
                .as("the pod is the cause, not the node")
                .noneSatisfy(status -> assertThat(status.toString()).contains("DisruptionTarget"));
        assertThat(shown).as("the node is not short of anything").isEmpty();
        assertThat(new String(MetricsText.of(node.metrics.registry()), StandardCharsets.UTF_8))
                .contains("kubelet_evictions{eviction_signal=\"emptydirfs.limit\"} 1.0\n")
                .contains("kubelet_evictions{eviction_signal=\"ephemeralpodfs.limit\"} 2.0\n");
    }

    @Test
    void aDiskThatIsFullIsShownAndWhoHasMostAboveItsRequestGoes() {
        try (var small = new OneNode("cpu=4,memory=1Gi,pods=10,ephemeral-storage=10Gi")) {
            var watch = new EvictionLoop(
                    small.agent,
                    NodePressure.under(FeatureGates.DEFAULT, EvictionHard.DEFAULT, Duration.ofMinutes(5)),
                    LocalStorageEviction.under(FeatureGates.DEFAULT),
                    shown::add,
                    small.metrics,
                    small.time::instant);
            small.run("quiet", stored("", null, ""), "storage.c1", "constant 4Gi");
            small.run("filling", stored("", null, ""), "storage.c1", "leak 4Gi 100Mi", "volume.v", "constant 512Mi");
            watch.check();
            assertThat(shown).isEmpty();
            small.pass(EvictionLoop.PERIOD);
            watch.check();
            assertThat(shown).containsExactly(Set.of(NodeCondition.DISK_PRESSURE));
            assertThat(small.pod("filling").stage()).isNotEqualTo(Stage.ADMITTED);
            assertThat(small.pod("quiet").stage()).isEqualTo(Stage.ADMITTED);
            assertThat(small.pod("filling").published().message())
                    .isEqualTo("The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi, "
                            + "available: 536Mi. Container c1 was using 5096Mi, request is 0, "
                            + "has larger consumption of ephemeral-storage. ");
            assertThat(small.calls.bodies("POST /api/v1/namespaces/default/events"))
                    .extracting(event -> event.path("message").asText())
                    .contains("Attempting to reclaim ephemeral-storage");
        }
    }

    @Test
    void oneGoesAtATimeAndCriticalPodsNever() {
        var critical = PodSpec.builder()
                .container("c1", "memory=10Mi", "")
                .placement(new PodPlacement(
                        "", "system-node-critical", 2_000_001_000L, PodPlacement.UNSET, false, List.of()))
                .build();
        node.run("critical", critical, "memory.c1", "constant 950Mi");
        node.run("small", podLevel("10Mi"), "memory.c1", "constant 20Mi");
        node.run("smaller", podLevel("10Mi"), "memory.c1", "constant 15Mi");
        look();
        assertThat(List.of(runs("critical"), runs("small"), runs("smaller"))).containsExactly(true, false, true);
        loop.check();
        assertThat(List.of(runs("critical"), runs("small"), runs("smaller"))).containsExactly(true, false, false);
        assertThat(loop.check()).isFalse();
        assertThat(runs("critical")).isTrue();
    }
}
