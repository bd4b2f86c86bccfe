package dev.plimsoll.integration.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.integration.autoscaler.Programs.Part;
import dev.plimsoll.integration.autoscaler.Workload.Level;
import dev.plimsoll.integration.autoscaler.Workload.Profile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The whole way on simulated nodes: use that nodes tell, recommendations, resizes, evictions and the webhook over TLS, for pods
 * that leak, burst and idle and ask for resources in their containers, as a whole and both, in every mode; while each part is
 * killed once. An hour of the autoscaler is a minute. {@code -Dplimsoll.vpa.all=true} tries every profile at every level.
 */
// Acceptance of the autoscaler: modes, kills, users-37
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModesTest {
    private static final double SPEED = 60;
    private static final boolean ALL = Boolean.getBoolean("plimsoll.vpa.all");

    private final Cluster cluster;
    private final ApiClient client;
    private final Programs programs;
    private final Watched pods;
    private final Watched vpas;

    /** Names of modes as objects have them. */
    enum Mode {
        Off,
        Initial,
        Recreate,
        InPlaceOrRecreate,
        InPlace
    }

    ModesTest() throws IOException, InterruptedException {
        var plan = ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 2, machine())))
                .withAutoscalerSpeed(0);
        cluster = Cluster.start(plan, ClusterLog.SILENT);
        client = cluster.client();
        programs = new Programs(client, Pace.faster(Time.system(), SPEED, Instant.now()));
        for (var part : Part.values()) programs.start(part);
        pods = new Watched(client, ApiResource.PODS);
        vpas = new Watched(client, AutoscalerResources.VPAS);
    }

    private static Machine machine() {
        return switch (MachineNotation.parse("1s1n16c1t,memory=64Gi")) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException(reason);
        };
    }

    @AfterAll
    void close() {
        vpas.close();
        pods.close();
        programs.close();
        cluster.close();
    }

    private static int place(Mode mode) {
        return List.of(Mode.values()).indexOf(mode);
    }

    private static List<Workload> workloads(Mode mode) {
        var all = new ArrayList<Workload>();
        var profiles = List.of(Profile.values());
        var levels = List.of(Level.values());
        for (var profile : profiles) {
            for (var level : levels) {
                // Each mode has every profile and every level, over the modes in other pairs.
                var chosen = (profiles.indexOf(profile) + place(mode)) % levels.size() == levels.indexOf(level);
                if (ALL || chosen) all.add(new Workload(profile, level, mode.name()));
            }
        }
        return all;
    }

    private void create(ApiResource resource, ObjectNode object) {
        var outcome = client.create(resource, object);
        assertThat(outcome).as(outcome.problem()).isInstanceOf(RequestResult.Done.class);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void everyModeDoesWhatItSays(Mode mode) throws IOException, InterruptedException {
        var workloads = workloads(mode);
        for (var workload : workloads) {
            create(AutoscalerResources.controller("Deployment").orElseThrow(), workload.deployment());
            pods.await("two pods of " + workload.name(), workload.name() + "-", list -> list.size() == 2);
        }
        var made = uids(workloads);
        for (var workload : workloads) create(AutoscalerResources.VPAS, workload.vpa());
        for (var workload : workloads) {
            vpas.await(
                    "a recommendation for " + workload.name(),
                    workload.name(),
                    list -> list.stream().anyMatch(vpa -> recommended(workload, vpa) > workload.askedAtFirst()));
        }
        var parts = List.of(Part.values());
        programs.restart(parts.get(place(mode) % parts.size()));
        for (var workload : workloads) applied(mode, workload);
        if (mode == Mode.Off || mode == Mode.InPlace) {
            assertThat(uids(workloads)).as("no pod is evicted").containsAll(made);
        }
    }

    private static long recommended(Workload workload, ObjectNode vpa) {
        return Workload.millis(vpa.at(workload.target() + "/cpu").asText());
    }

    private Set<String> uids(List<Workload> workloads) {
        return workloads.stream()
                .flatMap(workload -> pods.named(workload.name() + "-").stream())
                .map(pod -> pod.at("/metadata/uid").asText())
                .collect(Collectors.toSet());
    }

    private void applied(Mode mode, Workload workload) throws InterruptedException {
        var prefix = workload.name() + "-";
        switch (mode) {
            case Off ->
                assertThat(pods.named(prefix))
                        .allSatisfy(pod -> assertThat(workload.asks(pod)).isEqualTo(workload.askedAtFirst()));
            case Initial -> {
                var first = ObjectName.of(pods.named(prefix).getFirst());
                client.delete(ApiResource.PODS, first, DeleteOptions.atOnce(""));
                pods.await(
                        "a new pod with more, and an old one as it was, of " + workload.name(),
                        prefix,
                        list -> list.size() == 2
                                && list.stream()
                                                .filter(pod -> hasMore(workload, pod))
                                                .count()
                                        == 1);
            }
            case Recreate, InPlaceOrRecreate, InPlace ->
                pods.await(
                        "both pods with more, of " + workload.name(),
                        prefix,
                        list -> list.size() == 2 && list.stream().allMatch(pod -> hasMore(workload, pod)));
        }
        if (mode == Mode.InPlace) {
            assertThat(pods.named(prefix))
                    .allSatisfy(pod -> assertThat(
                                    pod.at("/metadata/annotations/vpaUpdates").isMissingNode())
                            .as("not made by the webhook")
                            .isTrue());
        }
    }

    private static boolean hasMore(Workload workload, ObjectNode pod) {
        return workload.asks(pod) > workload.askedAtFirst();
    }
}
