package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.placement.Isolation;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.PodCpus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The worked examples of pods that are placed as one, E35 and E37 to E46. */
// Acceptance of KEP-5526: term-pool, goal-hints-pod, goal-multi-numa, gate-off, policy-none, policy-best-effort
// Acceptance of KEP-5526: policy-restricted, pod-init-exclusive, pod-sidecar-exclusive, pod-init-shared
// Acceptance of KEP-5526: pod-sidecar-shared, pod-init-shrinks, empty-pool, empty-pool-memory, underused, once
// Acceptance of KEP-5526: cpu-option-numa, cpu-option-full-refused, quota-levels, memory-pod-scope, memory-pool
// Acceptance of KEP-5526: memory-huge, restart-same
class PodLevelExamplesTest {
    private static final String C = "2s4n4c2t,memory=8Gi";
    private static final String NOT_ALIGNED =
            "Pod Scope pod with pod-level resources failed admission under pod-scope topology manager";
    private static final String E37 = "p1 pod=5/5Gi c1=3/3Gi c2 c3";

    private static TestNode c(String policy) {
        return TestNode.on(C)
                .reserve("0,16")
                .memory("0=1Gi")
                .align(policy, "pod")
                .podLevel();
    }

    private static String text(AssignedPlacement placement) {
        return placement.podCpus() + " | " + TestNode.cpus(placement) + " | " + TestNode.memory(placement);
    }

    @Test
    @DisplayName("E37 restricted; pod 5 CPU/5Gi; c1=3/3Gi, c2, c3 none -> an exclusive slice and a shared pool")
    void sliceAndShare() {
        var node = c("restricted");
        var placement = node.admit(PodText.pod(E37));
        assertThat(text(placement))
                .isEqualTo("1-3,17-18 | c1=1,3,17 c2=2,18 c3=2,18 | c1=3Gi@{0} c2=2Gi@{0} c3=2Gi@{0}");
        assertThat(placement.container("c1").cpuIsolation()).isEqualTo(Isolation.CONTAINER);
        assertThat(placement.container("c1").cpuRule()).isEqualTo(Rule.SLICE_OF_POD);
        assertThat(placement.container("c2").cpuIsolation()).isEqualTo(Isolation.POD);
        assertThat(placement.container("c2").cpuRule()).isEqualTo(Rule.SHARE_OF_POD);
        assertThat(placement.hasPodCpuQuota()).isTrue();
        node.hasMemory(0, "5/2/1/{0}");
    }

    @Test
    @DisplayName("E38 restricted; pod 8 CPU/6Gi with init containers and sidecars of both kinds")
    void initAndSidecars() {
        var pod = "p1 pod=8/6Gi init:i1=4/2Gi side:s1=2/1Gi init:i2 side:s2 init:i3=5/1Gi a1=3/2Gi a2";
        var node = c("restricted");
        var placement = node.admit(PodText.pod(pod));
        assertThat(text(placement))
                .isEqualTo("4-7,20-23 | i1=4-5,20-21 s1=4,20 i2=5-7,21-23 s2=7,22-23 i3=5-7,21-22 a1=5-6,21 a2=7,22-23"
                        + " | i1=2Gi@{1} s1=1Gi@{1} i2=5Gi@{1} s2=3Gi@{1} i3=1Gi@{1} a1=2Gi@{1} a2=3Gi@{1}");
        for (var container : placement.containers()) {
            var hasQuota = switch (container.container()) {
                case "i1", "s1", "i3", "a1" -> false;
                default -> true;
            };
            assertThat(container.hasCpuQuota()).as(container.container()).isEqualTo(hasQuota);
            node.starts(pod, container.container());
        }
        assertThat(placement.hasPodCpuQuota()).isTrue();
        node.hasShared("0-3,8-19,24-31").hasMemory(1, "6/2/1/{1}");
        for (var container : placement.containers().subList(0, 6)) {
            node.removeContainer("p1", container.container()).hasShared("0-3,8-19,24-31");
        }
        node.removeContainer("p1", "a2").hasShared("0-31").hasMemory(1, "0/8/0/{1}");
    }

    @Test
    @DisplayName("E39 restricted; two nodes; then pods of which one leaves CPU 27 idle but reserved")
    void twoNodesAndIdle() {
        var node = c("restricted");
        assertThat(text(node.admit(PodText.pod("p1 pod=10/10Gi c1=6/4Gi c2=2/1Gi c3"))))
                .isEqualTo(
                        "1,4-7,17,20-23 | c1=1,4-5,17,20-21 c2=6,22 c3=7,23 | c1=4Gi@{0,1} c2=1Gi@{0,1} c3=5Gi@{0,1}");
        node.hasMemory(0, "7/0/1/{0,1}").hasMemory(1, "3/5/1/{0,1}");
        var second = node.admit(PodText.pod("p2 pod=4/2Gi c1"));
        assertThat(second.podCpus()).hasToString("8-9,24-25");
        assertThat(second.container("c1").cpuIsolation()).isEqualTo(Isolation.POD);
        var third = node.admit(PodText.pod("p3 pod=4/2Gi c1=2/1Gi c2=1/512Mi"));
        assertThat(text(third)).startsWith("10-11,26-27 | c1=10,26 c2=11 |");
        assertThat(third.idleCpus()).hasToString("27");
        assertThat(node.state().cpus().shared().contains(27)).isFalse();
    }

    @Test
    @DisplayName("E40 pod 10 CPU/6Gi (memory fits one node, CPU needs two), restricted -> rejected")
    void differentSizes() {
        c("restricted").refuses("p1 pod=10/6Gi c1", "TopologyAffinityError", NOT_ALIGNED);
    }

    @Test
    @DisplayName("E41 full-pcpus-only: the pod's total is whole cores, its slices need not be")
    void fullCores() {
        c("restricted")
                .option("full-pcpus-only")
                .admits("p1 pod=6/4Gi c1=3/2Gi c2", "c1=1-2,17 c2=3,18-19")
                .refuses(
                        "p2 pod=5/4Gi c1=3/2Gi c2",
                        "SMTAlignmentError",
                        "SMT Alignment Error: requested 5 cpus not multiple cpus per core = 2");
    }

    @Test
    @DisplayName("E42 rejected: nothing is left to share, of CPUs, of memory, or for an init container")
    void emptySharedPool() {
        var full = "p1 pod=5/5Gi c1=3/3Gi c2=2/1Gi c3";
        var upstream = c("restricted");
        assertThat(upstream.resourceManagers().admitUnlisted(upstream.state(), PodText.pod(full)))
                .as("in the words of upstream")
                .isInstanceOfSatisfying(TopologyAdmission.Refused.class, refused -> {
                    assertThat(refused.refusal().reason()).isEqualTo("TopologyAffinityError");
                    assertThat(refused.refusal().message()).isEqualTo(NOT_ALIGNED);
                });
        for (var policy : List.of("best-effort", "restricted", "single-numa-node")) {
            c(policy)
                    .refuses(
                            full,
                            "EmptyPodSharedPoolError",
                            "pod rejected, sum of exclusive container cpu requests equals pod budget, leaving no cpus for shared"
                                    + " containers")
                    .refuses(
                            "p1 pod=5/5Gi c1=3/3Gi c2=1/2Gi c3",
                            "EmptyPodSharedPoolError",
                            "pod rejected, sum of exclusive container memory requests equals pod budget, leaving no memory"
                                    + " for shared containers");
        }
        c("best-effort")
                .refuses(
                        "p1 pod=5/5Gi c1=3/3Gi c2=1/2Gi c3",
                        "EmptyPodSharedPoolError",
                        "pod rejected, sum of exclusive container memory requests equals pod budget, leaving no memory for"
                                + " shared containers")
                .refuses(
                        "p1 pod=4/4Gi side:s1=4/1Gi init:i1 a1=0/0",
                        "EmptyPodSharedPoolError",
                        "pod rejected, pod has shared init containers but no cpus available for them")
                .hasShared("0-31");
    }

    @Test
    @DisplayName("E43 pod 4500m/4Gi: no CPU entries, memory is still partitioned")
    void fractionalCpus() {
        var node = c("restricted");
        var placement = node.admit(PodText.pod("p1 pod=4500m/4Gi c1=2/2Gi c2"));
        assertThat(text(placement)).isEqualTo(" | c1= c2= | c1=2Gi@{0} c2=2Gi@{0}");
        assertThat(placement.container("c1").cpuIsolation()).isEqualTo(Isolation.HOST);
        assertThat(placement.container("c2").cpuRule()).isEqualTo(Rule.POD_CPUS_NOT_WHOLE);
        assertThat(placement.container("c2").memoryIsolation()).isEqualTo(Isolation.POD);
        node.hasShared("0-31");
    }

    @Test
    @DisplayName("E44 gate PLRM off: admitted, no entries anywhere; topology policy none with PLRM on: per container")
    void gateOrPolicyOff() {
        var off = c("restricted").gate(Gate.POD_LEVEL_RESOURCE_MANAGERS, false);
        var placement = off.admit(PodText.pod("p1 pod=4/4Gi c1=2/2Gi"));
        assertThat(text(placement)).isEqualTo(" | c1= | ");
        assertThat(placement.container("c1").agreed().nodes()).hasToString("{0,1,2,3}");
        assertThat(placement.container("c1").agreed().preferred()).isTrue();
        assertThat(placement.container("c1").cpuRule()).isEqualTo(Rule.GATE_OFF);
        off.hasShared("0-31");
        assertThat(text(c("none").admit(PodText.pod("p1 pod=4/4Gi c1=2/2Gi c2"))))
                .isEqualTo(" | c1=1,17 c2= | c1=2Gi@{0}");
    }

    @Test
    @DisplayName("E45 M2 with huge pages, restricted: pod 4/4Gi/512Mi, c1=2/1Gi/256Mi, c2 none")
    void hugePages() {
        var node = TestNode.on("2s2n8c1t,memory=10Gi,hugepages-2Mi=1Gi")
                .reserve("0")
                .memory("0=1Gi,1=1Gi")
                .align("restricted", "pod")
                .podLevel();
        assertThat(text(node.admit(PodText.pod("p1 pod=4/4Gi/512Mi c1=2/1Gi/256Mi c2"))))
                .isEqualTo("1-4 | c1=1-2 c2=3-4 | c1=huge256Mi@{0}+1Gi@{0} c2=huge256Mi@{0}+3Gi@{0}");
        node.hasMemory(0, "4/4/2/{0}");
    }

    @Test
    @DisplayName("E46 best-effort, distribute-cpus-across-numa: pool and slices are distributed")
    void distributed() {
        var node = TestNode.on(C)
                .reserve("0,16")
                .option("distribute-cpus-across-numa")
                .align("best-effort", "pod")
                .podLevel();
        var busy = CpuSet.literal("1-6,17-22");
        var before = node.state();
        var filler = new PodCpus(CpuSet.EMPTY, new TreeMap<>(Map.of("c", busy)), new TreeMap<>());
        var cpus = new CpuState(before.cpus().shared().minus(busy), new TreeMap<>(Map.of("filler", filler)));
        node.state(new ManagersState(cpus, before.memory()));
        var placement = node.admit(PodText.pod("p1 pod=12/1Gi c1=4/1Mi c2=6/1Mi c3"));
        assertThat(placement.container("c1").agreed().nodes()).hasToString("{2,3}");
        assertThat(placement.podCpus()).hasToString("8-10,12-14,24-26,28-30");
        assertThat(TestNode.cpus(placement)).isEqualTo("c1=8-9,24-25 c2=12-14,28-30 c3=10,26");
    }

    @Test
    @DisplayName("E35 restart: a running pod is kept as it is, where upstream rejects it or gives it a second pool")
    void readmission() {
        for (var policy : new String[] {"restricted", "best-effort", "single-numa-node"}) {
            for (var pod : new String[] {E37, "p1 pod=5/5Gi c1=3/3Gi c2=2/2Gi"}) {
                var node = c(policy);
                var first = node.admit(PodText.pod(pod));
                var state = node.state();
                assertThat(text(node.admit(PodText.pod(pod)))).isEqualTo(text(first));
                assertThat(node.state()).isEqualTo(state);
            }
        }
    }
}
