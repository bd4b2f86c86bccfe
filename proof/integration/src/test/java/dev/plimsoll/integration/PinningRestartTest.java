package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.state.ManagersState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node with real files that pins CPUs and memory ends and starts again: files damaged, gates flipped, settings changed. Whatever
 * happens, no CPU is in two exclusive sets, and running pods keep theirs or the node refuses to start and says which pod and why.
 */
// Acceptance of KEP-5526: rollback-running, rollout-running, lost-file
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
class PinningRestartTest {
    private static final FeatureGates GATES = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);

    /** One container with CPUs of its own, and three that share what it leaves. */
    private static final String MIXED = """
            {"resources":{"requests":{"cpu":"5","memory":"5Gi"},"limits":{"cpu":"5","memory":"5Gi"}},
             "containers":[
              {"name":"own","image":"i","resources":{"requests":{"cpu":"2","memory":"2Gi"},"limits":{"cpu":"2","memory":"2Gi"}}},
              {"name":"s1","image":"i"},{"name":"s2","image":"i"},{"name":"s3","image":"i"}]}""";

    private static final String PLAIN = """
            {"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"2","memory":"1Gi"},"limits":{"cpu":"2","memory":"1Gi"}}}]}""";

    @TempDir
    Path folder;

    private SimulatedCluster cluster;

    @BeforeEach
    void start() {
        cluster = new SimulatedCluster(folder, GATES, resourceManagers(GATES, "1"));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static ResourceManagers configured(KubeletSettings settings, FeatureGates gates) {
        return switch (ResourceManagers.configure(MachineNotation.literal("2s2n8c1t,memory=16Gi"), settings, gates)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private static ResourceManagers resourceManagers(FeatureGates gates, String reservedCpus) {
        return configured(
                KubeletSettings.DEFAULT
                        .withStaticCpus(Quantity.of(reservedCpus), Map.of())
                        .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                        .withAlignment("restricted", "pod", Map.of()),
                gates);
    }

    private ManagersState pinned() {
        var agent = cluster.nodes().agents().get(SimulatedCluster.NODE);
        assertThat(agent).as("the node runs").isNotNull();
        return agent.state().pinned();
    }

    private static String assigned(ObjectNode pod) {
        return SimulatedCluster.condition(pod, AssignedResources.CONDITION)
                .path("message")
                .asText();
    }

    /** Starts the next life of the node, and lets it come to know its pods. */
    private void next(FeatureGates gates, ResourceManagers resourceManagers, String... known)
            throws InterruptedException {
        cluster.stop();
        cluster.start(gates, resourceManagers);
        for (var name : known) awaitKnown(name);
    }

    private void awaitKnown(String name) throws InterruptedException {
        var uid = cluster.get(name).at("/metadata/uid").asText();
        Patience.until(
                "the node knows pod " + name,
                () -> cluster.nodes()
                                .agents()
                                .get(SimulatedCluster.NODE)
                                .state()
                                .pod(uid)
                        != null);
    }

    private void noCpuHasTwoOwners() {
        var seen = pinned().cpus().shared();
        for (var pod : pinned().cpus().pods().entrySet()) {
            var all = pod.getValue().all();
            assertThat(all.intersects(seen)).as(pod.getKey() + " has " + all).isFalse();
            seen = seen.union(all);
        }
        assertThat(seen).isEqualTo(CpuSet.range(0, 15));
    }

    @Test
    @DisplayName(
            "KEP-5526: after a rollback pods \"will continue to run with their allocated resources\"; new ones get the old logic")
    void rollbackKeepsWhatRuns() throws Exception {
        var before = cluster.run("a", MIXED);
        var state = pinned();
        assertThat(state.cpus().pods()).hasSize(1);
        next(FeatureGates.DEFAULT, resourceManagers(FeatureGates.DEFAULT, "1"), "a");
        assertThat(pinned()).isEqualTo(state);
        for (var file : FILES) assertThat(cluster.file(file)).exists();
        assertThat(cluster.file("cpu_manager_state").getParent()).isDirectoryNotContaining("glob:**damaged**");
        cluster.run("plain", PLAIN);
        cluster.run("b", MIXED);
        noCpuHasTwoOwners();
        assertThat(assigned(cluster.get("a"))).isEqualTo(assigned(before)).contains("\"own\"");
        assertThat(assigned(cluster.get("b")))
                .as("no alignment, no exclusive CPUs")
                .isEmpty();
        assertThat(assigned(cluster.get("plain"))).contains("\"cpus\"");
        // And back again: the pod of the first life is still where it was, that of the second on shared CPUs.
        next(GATES, resourceManagers(GATES, "1"), "a", "b", "plain");
        noCpuHasTwoOwners();
        assertThat(pinned().cpus().pods()).hasSize(2);
        assertThat(assigned(cluster.get("a"))).isEqualTo(assigned(before));
        assertThat(assigned(cluster.get("b"))).isEmpty();
    }

    @ParameterizedTest(name = "reserved {0}")
    @ValueSource(strings = {"2", "3", "12"})
    @DisplayName(
            "more reserved CPUs: the pod that has them stops the start and is named; nothing is moved, and the way back is open")
    void otherReservedCpus(String reserved) throws Exception {
        var before = cluster.run("a", MIXED);
        var state = pinned();
        cluster.stop();
        cluster.start(GATES, resourceManagers(GATES, reserved));
        assertThat(cluster.nodes().agents()).isEmpty();
        assertThat(cluster.problems())
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("node node-0 does not start: pod default/a (uid ")
                        .contains("has the CPUs \"1-5\" of which \"1")
                        .contains("are now reserved: delete the pod, or start with the settings"));
        cluster.awaitEvent(
                "NodeNotStarted", event -> event.path("message").asText().contains("default/a"));
        cluster.stop();
        cluster.start(GATES, resourceManagers(GATES, "1"));
        awaitKnown("a");
        assertThat(pinned()).isEqualTo(state);
        assertThat(assigned(cluster.get("a"))).isEqualTo(assigned(before));
    }

    @Test
    @DisplayName(
            "a policy that keeps no CPUs for anybody does not start beside a pod that has some, with files and without")
    void otherPolicy() throws Exception {
        cluster.run("a", MIXED);
        var none = configured(KubeletSettings.DEFAULT, GATES);
        cluster.stop();
        cluster.start(GATES, none);
        assertThat(cluster.nodes().agents()).isEmpty();
        cluster.stop();
        cluster.start(GATES, null);
        assertThat(cluster.nodes().agents()).isEmpty();
        for (var file : FILES) Files.deleteIfExists(cluster.file(file));
        cluster.stop();
        cluster.start(GATES, null);
        assertThat(cluster.nodes().agents()).isEmpty();
        assertThat(cluster.problems())
                .hasSize(3)
                .allSatisfy(problem -> assertThat(problem)
                        .contains("default/a")
                        .contains("which the CPU manager policy \"none\" ends")
                        .contains("which the memory manager policy \"None\" ends"));
    }

    @Test
    @DisplayName("KEP-5526: when the gate is switched on \"existing workloads will not be affected\"")
    void gateOnLeavesWhatRuns() throws Exception {
        next(FeatureGates.DEFAULT, resourceManagers(FeatureGates.DEFAULT, "1"));
        cluster.run("a", MIXED);
        assertThat(pinned().cpus().pods()).isEmpty();
        next(GATES, resourceManagers(GATES, "1"), "a");
        assertThat(pinned().cpus().pods()).isEmpty();
        cluster.run("b", MIXED);
        assertThat(pinned().cpus().pods()).hasSize(1);
        noCpuHasTwoOwners();
    }

    private static final List<String> FILES =
            List.of("cpu_manager_state", "memory_manager_state", "allocated_pods_state", "actuated_pods_state");

    /** What becomes of a file. */
    enum Damage {
        TRUNCATED {
            @Override
            byte[] of(byte[] content, byte[] other) {
                return Arrays.copyOf(content, content.length * 2 / 3);
            }
        },
        EMPTY {
            @Override
            byte[] of(byte[] content, byte[] other) {
                return new byte[0];
            }
        },
        ZEROED {
            @Override
            byte[] of(byte[] content, byte[] other) {
                return new byte[content.length];
            }
        },
        FLIPPED {
            @Override
            byte[] of(byte[] content, byte[] other) {
                var changed = content.clone();
                changed[changed.length / 2] ^= 4;
                return changed;
            }
        },
        SWAPPED {
            @Override
            byte[] of(byte[] content, byte[] other) {
                return other;
            }
        };

        abstract byte[] of(byte[] content, byte[] other);
    }

    static List<Object[]> damages() {
        var rows = new ArrayList<Object[]>();
        for (var damage : Damage.values()) {
            for (var i = 0; i < FILES.size(); i++)
                rows.add(new Object[] {List.of(FILES.get(i)), damage, FILES.get((i + 1) % FILES.size())});
            rows.add(new Object[] {FILES, damage, FILES.getFirst()});
        }
        return rows;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("damages")
    void whatIsLostIsMadeAgainFromWhatRuns(List<String> files, Damage damage, String other) throws Exception {
        cluster.run("a", MIXED);
        cluster.run("b", PLAIN);
        var state = pinned();
        var ofA = assigned(cluster.get("a"));
        cluster.stop();
        damage(files, damage, other);
        cluster.start();
        awaitKnown("a");
        awaitKnown("b");
        assertThat(pinned().cpus()).isEqualTo(state.cpus());
        assertThat(pinned().memory().pods()).isEqualTo(state.memory().pods());
        cluster.run("c", PLAIN);
        noCpuHasTwoOwners();
        assertThat(assigned(cluster.get("a"))).isEqualTo(ofA);
        if (damage != Damage.SWAPPED || files.size() == 1)
            cluster.awaitEvent(
                    "CheckpointDamaged", event -> event.path("message").asText().contains(files.getFirst()));
    }

    private void damage(List<String> files, Damage damage, String other) throws IOException {
        var content = Files.readAllBytes(cluster.file(other));
        for (var file : files) {
            var path = cluster.file(file);
            Files.write(path, damage.of(Files.readAllBytes(path), content));
        }
    }

    @Test
    @DisplayName("the file of another time: what a running pod has counts, and what nobody runs with goes back")
    void anOlderFile() throws Exception {
        cluster.run("gone", PLAIN);
        var older = Files.readAllBytes(cluster.file("cpu_manager_state"));
        cluster.client.delete(ApiResource.PODS, SimulatedCluster.named("gone"), DeleteOptions.DEFAULT);
        cluster.run("a", MIXED);
        var before = assigned(cluster.get("a"));
        cluster.stop();
        Files.write(cluster.file("cpu_manager_state"), older);
        cluster.start();
        awaitKnown("a");
        cluster.run("b", PLAIN);
        noCpuHasTwoOwners();
        assertThat(assigned(cluster.get("a"))).isEqualTo(before);
    }
}
