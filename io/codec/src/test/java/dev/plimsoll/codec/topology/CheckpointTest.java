package dev.plimsoll.codec.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.placement.Isolation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.restoration.RestoredState;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.OwnResources;
import dev.plimsoll.core.topology.state.RunningPod;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The state files of 7.2 and 7.3, and the worked examples E36, E37 and E47. */
// Acceptance of KEP-5526: pod-entry, test-restore, old-file, older-kubelet
class CheckpointTest {
    private static final String E37_FILE =
            "{\"policyName\":\"static\",\"defaultCpuSet\":\"0,4-16,19-31\",\"entries\":{\"p1\":{\"c1\":\"1,3,17\",\"c2\":\"2,18\",\"c3\":\"2,18\"}},"
                    + "\"checksum\":1017999119,\"data\":\"{\\\"policyName\\\":\\\"static\\\",\\\"defaultCpuSet\\\":\\\"0,4-16,19-31\\\","
                    + "\\\"entries\\\":{\\\"p1\\\":{\\\"c1\\\":\\\"1,3,17\\\",\\\"c2\\\":\\\"2,18\\\",\\\"c3\\\":\\\"2,18\\\"}},"
                    + "\\\"podEntries\\\":{\\\"p1\\\":{\\\"cpuSet\\\":\\\"1-3,17-18\\\"}}}\",\"dataChecksum\":3188690157}";
    private static final FeatureGates POD_LEVEL = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);

    private static ResourceManagers c(FeatureGates gates) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus("0,16", Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment("restricted", "pod", Map.of());
        return ready("2s4n4c2t,memory=8Gi", settings, gates);
    }

    private static ResourceManagers a(FeatureGates gates) {
        return ready("1s1n4c2t", KubeletSettings.DEFAULT.withStaticCpus(Quantity.of("1"), Map.of()), gates);
    }

    private static ResourceManagers ready(String machine, KubeletSettings settings, FeatureGates gates) {
        return ((ResourceManagers.Configured.Ready)
                        ResourceManagers.configure(MachineNotation.literal(machine), settings, gates))
                .resourceManagers();
    }

    private static ResourceRequirements equal(String amounts) {
        return ResourceRequirements.parse(amounts, amounts);
    }

    private static Pod pod(PodSpec spec) {
        return new Pod(new ObjectMeta("p1", "", "default", "p1", 1, Map.of(), Map.of(), null), spec, PodStatus.NONE);
    }

    private static ManagersState admitted(ResourceManagers resourceManagers, PodSpec spec) {
        return ((TopologyAdmission.Admitted) resourceManagers.admit(resourceManagers.initialState(), pod(spec)))
                .state();
    }

    private static PodSpec e37() {
        return PodSpec.builder()
                .podLevel(equal("cpu=5,memory=5Gi"))
                .container(Container.of("c1", equal("cpu=3,memory=3Gi")))
                .container(Container.of("c2", ResourceRequirements.ABSENT))
                .container(Container.of("c3", ResourceRequirements.ABSENT))
                .build();
    }

    private static StoredCpus loaded(String text) {
        return ((Decoded.Loaded<StoredCpus>) CpuCheckpoint.decode(text)).stored();
    }

    @Test
    @DisplayName("7.2 cpu_manager_state of E37, byte for byte")
    void cpuFile() {
        var resourceManagers = c(POD_LEVEL);
        var state = admitted(resourceManagers, e37());
        assertThat(CpuCheckpoint.encode(new StoredCpus("static", state.cpus()))).isEqualTo(E37_FILE);
        assertThat(loaded(E37_FILE).cpus()).isEqualTo(state.cpus());
    }

    @Test
    @DisplayName("7.3 the checksum over the flat fields of both files")
    void legacyChecksums() {
        var cpu =
                "{\"policyName\":\"static\",\"defaultCpuSet\":\"0,4-7\",\"entries\":{\"uid1\":{\"z\":\"3\"},\"uid2\":{\"a\":\"1,5\",\"b\":\"2\"}},\"checksum\":2484028897}";
        assertThat(CpuCheckpoint.decode(cpu)).isInstanceOf(Decoded.Loaded.class);
        assertThat(CpuCheckpoint.encode(loaded(cpu))).contains("\"checksum\":2484028897");
        var memory =
                "{\"policyName\":\"Static\",\"machineState\":{\"0\":{\"numberOfAssignments\":1,\"memoryMap\":{\"memory\":{\"total\":5,\"systemReserved\":1,\"allocatable\":4,\"reserved\":2,\"free\":2}},\"cells\":[0]}},\"entries\":{\"uid1\":{\"a\":[{\"numaAffinity\":[0],\"type\":\"memory\",\"size\":2}]}},\"checksum\":4127296093}";
        assertThat(MemoryCheckpoint.decode(memory)).isInstanceOf(Decoded.Loaded.class);
        assertThat(MemoryCheckpoint.decode(memory.replace("4127296093", "4127296094")))
                .isEqualTo(new Decoded.Corrupt<>("checkpoint is corrupted"));
    }

    @Test
    @DisplayName("E47 a v2 file without checksum loads; damage is told apart from an old version")
    void oldAndDamaged() {
        var old = "{\"policyName\":\"static\",\"defaultCpuSet\":\"0-4,6-7\",\"entries\":{\"p1\":{\"c\":\"5\"}}}";
        var resourceManagers = a(FeatureGates.DEFAULT);
        var none = new StoredMemory("None", resourceManagers.initialState().memory());
        assertThat(resourceManagers.restore(loaded(old), none, new TreeMap<>()))
                .isInstanceOf(RestoredState.Ready.class);
        assertThat(CpuCheckpoint.decode(old.substring(0, old.length() - 1) + ",\"checksum\":5}"))
                .isEqualTo(new Decoded.Corrupt<>("checkpoint is corrupted"));
        assertThat(CpuCheckpoint.decode(E37_FILE.replace("3188690157", "3188690158")))
                .isEqualTo(new Decoded.Corrupt<>("could not load v4 checkpoint: checkpoint is corrupted"));
        assertThat(CpuCheckpoint.decode("")).isEqualTo(new Decoded.Unreadable<>("unexpected end of JSON input"));
        assertThat(CpuCheckpoint.decode("xx")).isInstanceOf(Decoded.Unreadable.class);
        assertThat(CpuCheckpoint.decode(old.replace("\"5\"", "\"5-3\"")))
                .isEqualTo(
                        new Decoded.Unreadable<>(
                                "could not parse cpuset \"5-3\" for container \"c\" in pod \"p1\": invalid range \"5-3\" (5 > 3)"));
    }

    @Test
    @DisplayName("E47 with the ExclusiveCPUs gate the data ends with the baselines")
    void baselines() {
        var gates = FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS, true);
        var spec = PodSpec.builder()
                .container(Container.of("c", equal("cpu=2,memory=1Gi")))
                .build();
        var state = admitted(a(gates), spec);
        assertThat(CpuCheckpoint.encode(new StoredCpus("static", state.cpus())))
                .contains("\\\"baselines\\\":{\\\"p1\\\":{\\\"c\\\":{\\\"baseline\\\":\\\"1,5\\\"}}}}");
    }

    /** A running pod of which nobody has noted what it has. */
    private static SortedMap<String, RunningPod> running(String uid) {
        var running = new TreeMap<String, RunningPod>();
        running.put(uid, new RunningPod("default/" + uid, false, new TreeMap<>()));
        return running;
    }

    @Test
    @DisplayName("E36 E37's state with the gate off: kept as it is (KEP-5526), where upstream does not start")
    void gateSwitchedOff() {
        var state = admitted(c(POD_LEVEL), e37());
        var restored = c(FeatureGates.DEFAULT)
                .restore(
                        new StoredCpus("static", state.cpus()),
                        new StoredMemory("Static", state.memory()),
                        running("p1"));
        assertThat(restored).isEqualTo(new RestoredState.Ready(state, List.of(), Set.of("p1")));
        var kept = c(FeatureGates.DEFAULT).keep(state, pod(e37()));
        assertThat(kept).isInstanceOfSatisfying(TopologyAdmission.Admitted.class, admitted -> {
            assertThat(admitted.state()).isEqualTo(state);
            assertThat(admitted.placement().hasPodCpuQuota()).isTrue();
            assertThat(admitted.placement().container("c1").cpuIsolation()).isEqualTo(Isolation.CONTAINER);
            assertThat(admitted.placement().container("c2").cpuIsolation()).isEqualTo(Isolation.POD);
        });
    }

    @Test
    @DisplayName("E36 pod 5 with only c1=3 (2 CPUs idle), gate off: the idle CPUs stay the pod's")
    void idleCpusStay() {
        var spec = PodSpec.builder()
                .podLevel(equal("cpu=5,memory=5Gi"))
                .container(Container.of("c1", equal("cpu=3,memory=3Gi")))
                .build();
        var state = admitted(c(POD_LEVEL), spec);
        var restored = c(FeatureGates.DEFAULT)
                .restore(
                        new StoredCpus("static", state.cpus()),
                        new StoredMemory("Static", state.memory()),
                        running("p1"));
        assertThat(restored).isEqualTo(new RestoredState.Ready(state, List.of(), Set.of("p1")));
    }

    @Test
    @DisplayName("what was noted at the containers brings back what a lost file held, CPUs and memory, pool and shares")
    void lostFiles() {
        var resourceManagers = c(POD_LEVEL);
        var state = admitted(resourceManagers, e37());
        var placement = resourceManagers.placement(state, pod(e37()));
        var noted = new TreeMap<String, OwnResources>();
        for (var container : placement.containers()) {
            var note = AssignedResources.note(placement.ownResources(container.container()));
            noted.put(container.container(), AssignedResources.readNote(note).orElseThrow());
        }
        assertThat(AssignedResources.read(AssignedResources.message(placement))).contains(noted);
        var running = new TreeMap<String, RunningPod>();
        running.put("p1", new RunningPod("default/p1", true, noted));
        assertThat(resourceManagers.restore(null, null, running))
                .isInstanceOfSatisfying(RestoredState.Ready.class, ready -> {
                    assertThat(ready.state()).isEqualTo(state);
                    assertThat(ready.settled()).containsExactly("p1");
                    assertThat(ready.healed())
                            .hasSize(2)
                            .allSatisfy(text -> assertThat(text).contains("pod default/p1 (uid p1) has the "));
                });
    }

    @Test
    @DisplayName("a file that gives the same CPUs to two running pods: what was noted at their containers counts")
    void twoOwners() {
        var resourceManagers = a(FeatureGates.DEFAULT);
        var running = new TreeMap<String, RunningPod>();
        for (var cpu : List.of("3", "4")) {
            var noted = new TreeMap<String, OwnResources>();
            noted.put("c", new OwnResources(CpuSet.literal(cpu), CpuSet.EMPTY, List.of(), List.of()));
            running.put("p" + cpu, new RunningPod("default/p" + cpu, true, noted));
        }
        var both = loaded(
                "{\"policyName\":\"static\",\"defaultCpuSet\":\"0-2,4-7\",\"entries\":{\"p3\":{\"c\":\"3\"},\"p4\":{\"c\":\"3\"}}}");
        var none = new StoredMemory("None", resourceManagers.initialState().memory());
        assertThat(resourceManagers.restore(both, none, running))
                .isInstanceOfSatisfying(RestoredState.Ready.class, ready -> {
                    assertThat(ready.state().cpus().pod("p3").all()).hasToString("3");
                    assertThat(ready.state().cpus().pod("p4").all()).hasToString("4");
                    assertThat(ready.state().cpus().shared()).hasToString("0-2,5-7");
                });
        running.put("p4", new RunningPod("default/p4", false, new TreeMap<>()));
        assertThat(resourceManagers.restore(both, none, running))
                .isEqualTo(new RestoredState.Refused(
                        List.of("pod default/p4 (uid p4) has the CPUs \"3\" of which another running pod has \"3\" too:"
                                + " delete the pod, or start with the settings that it was started under")));
    }

    @Test
    @DisplayName("one file in the place of the other is told apart from a checkpoint")
    void swappedFiles() {
        var state = admitted(c(POD_LEVEL), e37());
        var cpus = CpuCheckpoint.encode(new StoredCpus("static", state.cpus()));
        var memory = MemoryCheckpoint.encode(new StoredMemory("Static", state.memory()));
        assertThat(CpuCheckpoint.decode(memory))
                .isEqualTo(new Decoded.Unreadable<>("no checkpoint of a CPU manager: policyName is \"Static\""));
        assertThat(MemoryCheckpoint.decode(cpus))
                .isEqualTo(new Decoded.Unreadable<>("no checkpoint of a memory manager: policyName is \"static\""));
    }

    @Test
    @DisplayName("a changed machine: more CPUs join the shared pool, fewer are refused while a pod has them")
    void changedMachine() {
        var none =
                new StoredMemory("None", a(FeatureGates.DEFAULT).initialState().memory());
        var smaller =
                loaded("{\"policyName\":\"static\",\"defaultCpuSet\":\"0-3\",\"entries\":{\"p1\":{\"c\":\"4-5\"}}}");
        assertThat(a(FeatureGates.DEFAULT).restore(smaller, none, running("p1")))
                .isInstanceOfSatisfying(RestoredState.Ready.class, ready -> {
                    assertThat(ready.state().cpus().shared()).hasToString("0-3,6-7");
                    assertThat(ready.healed()).hasSize(1);
                });
        var larger =
                loaded("{\"policyName\":\"static\",\"defaultCpuSet\":\"0-7\",\"entries\":{\"p1\":{\"c\":\"8-9\"}}}");
        assertThat(a(FeatureGates.DEFAULT).restore(larger, none, running("p1")))
                .isEqualTo(new RestoredState.Refused(List.of(
                        "pod default/p1 (uid p1) has the CPUs \"8-9\" of which the machine no longer has \"8-9\":"
                                + " delete the pod, or start with the settings that it was started under")));
        assertThat(a(FeatureGates.DEFAULT).restore(larger, none, new TreeMap<>()))
                .as("a pod that does not run stops nobody")
                .isInstanceOfSatisfying(
                        RestoredState.Ready.class,
                        ready -> assertThat(ready.state())
                                .isEqualTo(a(FeatureGates.DEFAULT).initialState()));
    }

    @Test
    @DisplayName("a changed policy: started with nothing assigned, and said")
    void changedPolicy() {
        var none =
                new StoredMemory("None", a(FeatureGates.DEFAULT).initialState().memory());
        assertThat(a(FeatureGates.DEFAULT)
                        .restore(loaded("{\"policyName\":\"none\",\"defaultCpuSet\":\"\"}"), none, new TreeMap<>()))
                .isEqualTo(new RestoredState.Ready(
                        a(FeatureGates.DEFAULT).initialState(),
                        List.of(
                                "configured policy \"static\" differs from state checkpoint policy \"none\": started with"
                                        + " nothing assigned"),
                        Set.of()));
    }
}
