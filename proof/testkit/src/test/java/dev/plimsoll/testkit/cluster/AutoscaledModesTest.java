package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.testkit.cluster.AutoscaledWorkload.Level;
import dev.plimsoll.testkit.cluster.AutoscaledWorkload.Mode;
import dev.plimsoll.testkit.cluster.AutoscaledWorkload.Profile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leaking, bursting and idle pods that ask for resources in their containers, as a whole and both, in every mode, at once in virtual time. */
// Acceptance of the autoscaler: modes, gates
@Timeout(300)
class AutoscaledModesTest {
    private static final AutoscalerGates WITHOUT_POD_LEVEL = AutoscalerGates.of(AutoscalerGate.IN_PLACE);

    private static List<ObjectNode> pods(VirtualAutoscaler cluster, AutoscaledWorkload workload) {
        return cluster.list(ApiResource.PODS).stream()
                .filter(pod -> workload.owns(pod) && !pod.path("metadata").has("deletionTimestamp"))
                .toList();
    }

    private static Set<String> uids(List<ObjectNode> pods) {
        return pods.stream().map(pod -> pod.at("/metadata/uid").asText()).collect(Collectors.toSet());
    }

    private static void run(VirtualAutoscaler cluster, List<AutoscaledWorkload> workloads) {
        for (var workload : workloads) cluster.create(ApiResource.DEPLOYMENTS, workload.deployment());
        assertThat(cluster.passUntil(() -> cluster.list(ApiResource.PODS).stream()
                                .filter(pod -> pod.at("/status/phase").asText().equals("Running"))
                                .count()
                        == 2L * workloads.size()))
                .as("all pods run")
                .isTrue();
        for (var workload : workloads) cluster.create(VirtualAutoscaler.AUTOSCALERS, workload.vpa());
    }

    private static List<String> unrecommended(VirtualAutoscaler cluster, List<AutoscaledWorkload> workloads) {
        var vpas = cluster.list(VirtualAutoscaler.AUTOSCALERS).stream()
                .collect(Collectors.toMap(vpa -> vpa.at("/metadata/name").asText(), vpa -> vpa));
        return workloads.stream()
                .filter(workload -> {
                    var vpa = vpas.get(workload.name());
                    return vpa == null || !workload.isRecommended(vpa);
                })
                .map(AutoscaledWorkload::name)
                .toList();
    }

    private static List<String> unfinished(VirtualAutoscaler cluster, List<AutoscaledWorkload> workloads) {
        return workloads.stream()
                .filter(workload -> {
                    var more = pods(cluster, workload).stream()
                            .filter(workload::hasMore)
                            .count();
                    return switch (workload.mode()) {
                        case Off -> more != 0;
                        case Initial -> more != 1;
                        case Recreate, InPlaceOrRecreate, InPlace -> more != 2;
                    };
                })
                .map(AutoscaledWorkload::name)
                .toList();
    }

    @Test
    @DisplayName("each of the 45 combinations of profile, level and mode does what it says")
    void combinations() throws IOException, InterruptedException {
        var workloads = AutoscaledWorkload.all();
        assertThat(workloads).hasSize(45);
        try (var cluster = new VirtualAutoscaler(true)) {
            run(cluster, workloads);
            var made = uids(cluster.list(ApiResource.PODS));
            cluster.passUntil(() -> unrecommended(cluster, workloads).isEmpty());
            assertThat(unrecommended(cluster, workloads)).isEmpty();
            for (var workload : workloads) {
                if (workload.mode() != Mode.Initial) continue;
                var first = ObjectName.of(pods(cluster, workload).getFirst());
                cluster.client.delete(ApiResource.PODS, first, DeleteOptions.atOnce(""));
            }
            cluster.passUntil(() -> unfinished(cluster, workloads).isEmpty());
            assertThat(unfinished(cluster, workloads)).isEmpty();
            for (var workload : workloads) {
                if (workload.mode() == Mode.Off || workload.mode() == Mode.InPlace) {
                    untouched(workload, pods(cluster, workload), made);
                }
            }
        }
    }

    /** Neither evicted nor made by the webhook. */
    private static void untouched(AutoscaledWorkload workload, List<ObjectNode> pods, Set<String> made) {
        assertThat(made).as(workload.name()).containsAll(uids(pods));
        assertThat(pods)
                .as(workload.name())
                .allSatisfy(pod -> assertThat(
                                pod.at("/metadata/annotations/vpaUpdates").isMissingNode())
                        .isTrue());
    }

    private static Map<String, String> podLevels(VirtualAutoscaler cluster) {
        return cluster.list(ApiResource.PODS).stream()
                .collect(Collectors.toMap(
                        pod -> pod.at("/metadata/uid").asText(),
                        pod -> pod.at("/spec/resources").toString()));
    }

    @Test
    @DisplayName(
            "with the gate off, on and off again no pod is evicted or killed, and the pod level moves only while the gate is on")
    void gates() throws IOException, InterruptedException {
        var podLevel = Stream.of(Level.POD, Level.BOTH)
                .map(level -> new AutoscaledWorkload(Profile.BURST, level, Mode.InPlaceOrRecreate))
                .toList();
        var containers = new AutoscaledWorkload(Profile.BURST, Level.CONTAINERS, Mode.InPlaceOrRecreate);
        try (var cluster = new VirtualAutoscaler(false)) {
            run(cluster, Stream.concat(podLevel.stream(), Stream.of(containers)).toList());
            var made = uids(cluster.list(ApiResource.PODS));
            try (var _ = cluster.start(WITHOUT_POD_LEVEL, 1)) {
                cluster.passUntil(() -> unfinished(cluster, List.of(containers)).isEmpty());
                assertThat(unfinished(cluster, List.of(containers))).isEmpty();
                assertThat(unfinished(cluster, podLevel)).hasSize(2);
            }
            try (var _ = cluster.start(AutoscalerSettings.NEW, 1)) {
                cluster.passUntil(() -> unfinished(cluster, podLevel).isEmpty());
                assertThat(unfinished(cluster, podLevel)).isEmpty();
            }
            var before = podLevels(cluster);
            try (var _ = cluster.start(WITHOUT_POD_LEVEL, 1)) {
                cluster.pass(Duration.ofMinutes(20));
            }
            assertThat(podLevels(cluster)).isEqualTo(before);
            assertThat(cluster.list(ApiResource.PODS)).hasSize(6).allSatisfy(pod -> {
                assertThat(pod.at("/status/phase").asText()).isEqualTo("Running");
                assertThat(pod.at("/status/containerStatuses").findValuesAsText("restartCount"))
                        .containsOnly("0");
            });
            assertThat(uids(cluster.list(ApiResource.PODS))).isEqualTo(made);
            assertThat(cluster.troubles).isEmpty();
        }
    }
}
