package dev.plimsoll.codec.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.CpuMemoryResize;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Over any sequence of admissions, removals, resizes and restarts: no CPU is in two exclusive sets, pools are disjoint, the
 * totals are conserved, nobody loses CPUs that it started with, and a restart changes nothing.
 */
// Acceptance of KEP-5526: term-slice, remainder
class HistoriesTest {
    private static final int HISTORIES = 2_500;
    private static final int STEPS = 10;
    private static final List<String> MACHINES = List.of(
            "1s1n4c2t,memory=2Gi",
            "2s2n4c1t,memory=1Gi",
            "2s4n3c2t,memory=1Gi",
            "1s3n4c1t,memory=1Gi,cpuless=1,memoryless=1");
    private static final List<String> OPTIONS = List.of(
            "full-pcpus-only",
            "strict-cpu-reservation",
            "distribute-cpus-across-numa",
            "distribute-cpus-across-cores",
            "prefer-align-cpus-by-uncorecache",
            "align-by-socket");
    private static final FeatureGates GATES = FeatureGates.DEFAULT
            .with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true)
            .with(Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS, true)
            .with(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS, true)
            .with(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY, true);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13, 14})
    void invariantsHold(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (var i = 0; i < HISTORIES; i++) {
            var drawn = resourceManagers(random);
            while (drawn == null) drawn = resourceManagers(random);
            new History(drawn, random, "seed " + seed + " history " + i).run();
        }
    }

    /** Null where the drawn options exclude each other. */
    private static @Nullable ResourceManagers resourceManagers(RandomGenerator random) {
        var options = new HashMap<String, String>();
        for (var option : OPTIONS) if (random.nextInt(4) == 0) options.put(option, "true");
        var machine = MachineNotation.literal(MACHINES.get(random.nextInt(MACHINES.size())));
        var policies = List.of("none", "best-effort", "restricted", "single-numa-node");
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus("0", options)
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=64Mi")))
                .withAlignment(
                        policies.get(random.nextInt(4)),
                        random.nextInt(3) == 0 ? "container" : "pod",
                        random.nextBoolean() ? Map.of() : Map.of("prefer-closest-numa-nodes", "true"));
        return switch (ResourceManagers.configure(machine, settings, GATES)) {
            case ResourceManagers.Configured.Ready(var ready) -> ready;
            case ResourceManagers.Configured.Refused _ -> null;
        };
    }

    private static final class History {
        private final ResourceManagers resourceManagers;
        private final RandomGenerator random;
        private final RandomPods pods;
        private final String name;
        private final Map<String, Pod> running = new TreeMap<>();
        private ManagersState state;
        private int next;

        History(ResourceManagers resourceManagers, RandomGenerator random, String name) {
            this.resourceManagers = resourceManagers;
            this.random = random;
            this.pods = new RandomPods(random);
            this.name = name;
            this.state = resourceManagers.initialState();
        }

        void run() {
            for (var step = 0; step < STEPS; step++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3 -> admit();
                    case 4 -> remove();
                    case 5, 6 -> resize();
                    default -> restart();
                }
                check(name + " step " + step);
            }
            for (var uid : List.copyOf(running.keySet())) state = resourceManagers.remove(state, uid);
            assertThat(state).as(name + " emptied").isEqualTo(resourceManagers.initialState());
        }

        private void admit() {
            var pod = pods.pod("p" + next++);
            if (resourceManagers.admit(state, pod) instanceof TopologyAdmission.Admitted(var after, var _)) {
                state = after;
                running.put(pod.metadata().uid(), pod);
            }
        }

        private String anyone() {
            return List.copyOf(running.keySet()).get(random.nextInt(running.size()));
        }

        private void remove() {
            if (running.isEmpty()) return;
            var uid = anyone();
            running.remove(uid);
            state = resourceManagers.remove(state, uid);
        }

        private void resize() {
            if (running.isEmpty()) return;
            var uid = anyone();
            var pod = Objects.requireNonNull(running.get(uid));
            var wanted = pods.changed(pod);
            var before = state.cpus().pod(uid);
            if (resourceManagers.resize(state, new ResourceManagers.Resize(pod, wanted))
                    instanceof CpuMemoryResize.Granted(var after, var _)) {
                state = after;
                running.put(uid, wanted);
                assertThat(after.cpus().pod(uid).started()).as(name).isEqualTo(before.started());
            }
        }

        private void restart() {
            var cpus = CpuCheckpoint.decode(
                    CpuCheckpoint.encode(new StoredCpus(resourceManagers.cpuPolicyName(), state.cpus())));
            var memory = MemoryCheckpoint.decode(
                    MemoryCheckpoint.encode(new StoredMemory(resourceManagers.memoryPolicyName(), state.memory())));
            var restored = resourceManagers.restore(
                    ((Decoded.Loaded<StoredCpus>) cpus).stored(),
                    ((Decoded.Loaded<StoredMemory>) memory).stored(),
                    started());
            assertThat(restored)
                    .as(name + " restart")
                    .isEqualTo(new RestoredState.Ready(state, List.of(), running.keySet()));
            lostFiles();
            otherSettings(
                    ((Decoded.Loaded<StoredCpus>) cpus).stored(), ((Decoded.Loaded<StoredMemory>) memory).stored());
            for (var pod : running.values()) {
                assertThat(resourceManagers.admit(state, pod))
                        .isInstanceOfSatisfying(
                                TopologyAdmission.Admitted.class,
                                again -> assertThat(again.state()).as(name).isEqualTo(state));
            }
        }

        /** All pods, with what was noted at their containers. */
        private SortedMap<String, RunningPod> started() {
            var pods = new TreeMap<String, RunningPod>();
            running.forEach((uid, pod) -> {
                var placement = resourceManagers.placement(state, pod);
                var noted = new TreeMap<String, OwnResources>();
                for (var container : placement.containers())
                    noted.put(container.container(), placement.ownResources(container.container()));
                pods.put(uid, new RunningPod(uid, true, noted));
            });
            return pods;
        }

        /** From what runs alone everybody has what they had. */
        private void lostFiles() {
            if (!(resourceManagers.restore(null, null, started()) instanceof RestoredState.Ready ready))
                throw new AssertionError(name + ": not restored from what runs");
            expect(
                    ready.state().cpus().shared().equals(state.cpus().shared()),
                    "lost files",
                    "the shared pool is the same");
            for (var uid : running.keySet()) {
                var cpus = ready.state().cpus().pod(uid);
                expect(cpus.pool().equals(state.cpus().pod(uid).pool()), "lost files", "the pool of a pod");
                expect(
                        cpus.containers().equals(state.cpus().pod(uid).containers()),
                        "lost files",
                        "CPUs of containers");
                expect(
                        ready.state().memory().pod(uid).equals(state.memory().pod(uid)),
                        "lost files",
                        "memory of containers");
            }
        }

        /** Gates flipped, other CPUs reserved, other policies: everybody keeps what they have, or the start is refused by name. */
        private void otherSettings(StoredCpus cpus, StoredMemory memory) {
            var gates = GATES.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, random.nextBoolean());
            var settings = KubeletSettings.DEFAULT;
            if (random.nextInt(4) > 0) {
                var last = random.nextInt(3);
                settings = settings.withStaticCpus(last == 0 ? "0" : "0-" + last, Map.of());
            }
            if (random.nextInt(4) > 0)
                settings = settings.withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=64Mi")));
            if (!(ResourceManagers.configure(resourceManagers.machine(), settings, gates)
                    instanceof ResourceManagers.Configured.Ready(var other))) return;
            var lost = random.nextInt(3);
            switch (other.restore(lost == 1 ? null : cpus, lost == 2 ? null : memory, started())) {
                case RestoredState.Refused(var reasons) -> {
                    expect(!reasons.isEmpty(), "other settings", "a refusal says why");
                    for (var reason : reasons)
                        expect(
                                running.keySet().stream().anyMatch(uid -> reason.contains("pod " + uid + " (uid ")),
                                "other settings",
                                "it names the pod: " + reason);
                }
                case RestoredState.Ready ready -> {
                    for (var pod : running.values()) keepsAll(other, ready.state(), pod);
                    var seen = ready.state().cpus().shared();
                    for (var pod : ready.state().cpus().pods().values()) {
                        expect(!pod.all().intersects(seen), "other settings", "no CPU has two owners");
                        expect(!pod.all().intersects(other.reservedCpus()), "other settings", "reserved CPUs are free");
                        seen = seen.union(pod.all());
                    }
                }
            }
        }

        private void keepsAll(ResourceManagers other, ManagersState restored, Pod pod) {
            var uid = pod.metadata().uid();
            var before = state.cpus().pod(uid);
            var after = restored.cpus().pod(uid);
            expect(
                    after.pool().equals(before.pool()) && after.containers().equals(before.containers()),
                    "other settings",
                    uid + " keeps its CPUs");
            expect(
                    restored.memory().pod(uid).equals(state.memory().pod(uid)),
                    "other settings",
                    uid + " keeps its memory");
            var was = resourceManagers.placement(state, pod);
            var is = other.placement(restored, pod);
            expect(is.hasPodCpuQuota() == was.hasPodCpuQuota(), "other settings", uid + " keeps its quota");
            for (var container : was.containers()) {
                expect(
                        is.container(container.container()).cpuIsolation() == container.cpuIsolation(),
                        "other settings",
                        uid + " keeps its isolation");
            }
        }

        private void check(String when) {
            var all = state.cpus().shared();
            var size = all.size();
            for (var pod : state.cpus().pods().values()) {
                all = all.union(pod.all());
                size += pod.all().size();
            }
            expect(all.equals(resourceManagers.initialState().cpus().shared()), when, "every CPU has a place");
            expect(size == all.size(), when, "no CPU has two");
            for (var pod : running.values()) checkPod(when, pod);
            checkMemory(when);
        }

        /** Plain, since it is asked a million times. */
        private void expect(boolean holds, String when, String what) {
            if (!holds)
                throw new AssertionError(when + ": " + what + " does not hold in " + state + " with " + running);
        }

        private void checkPod(String when, Pod pod) {
            var placement = resourceManagers.placement(state, pod);
            var pool = placement.podCpus();
            var started = state.cpus().pod(pod.metadata().uid()).started();
            var exclusive = CpuSet.EMPTY;
            var inits = pod.spec().initContainers().stream()
                    .filter(container -> !container.restartsAlways())
                    .map(container -> container.name())
                    .toList();
            for (var container : placement.containers()) {
                expect(pool.isEmpty() || container.cpus().isSubsetOf(pool), when, "containers stay in the pool");
                if (inits.contains(container.container())) continue;
                if (container.cpuIsolation() != Isolation.CONTAINER) continue;
                expect(!container.cpus().intersects(exclusive), when, "no CPU is exclusive twice");
                exclusive = exclusive.union(container.cpus());
                var kept = started.getOrDefault(container.container(), CpuSet.EMPTY);
                expect(kept.isSubsetOf(container.cpus()), when, "the CPUs at start are kept");
            }
            for (var container : placement.containers()) {
                if (inits.contains(container.container()) || container.cpuIsolation() != Isolation.POD) continue;
                expect(!container.cpus().intersects(exclusive), when, "nobody shares what is exclusive");
            }
        }

        private void checkMemory(String when) {
            var reserved = 0L;
            for (var node : state.memory().ledger().nodes().values()) {
                var table = node.table(ResourceName.MEMORY);
                expect(table.free() + table.reserved() == table.allocatable(), when, "free and reserved are all");
                expect(table.free() >= 0 && table.reserved() >= 0, when, "amounts are not negative");
                reserved += table.reserved();
            }
            var given = 0L;
            for (var pod : state.memory().pods().values()) {
                for (var block : pod.pool()) given += block.bytes();
                if (!pod.pool().isEmpty()) continue;
                for (var blocks : pod.containers().values()) {
                    for (var block : blocks) given += block.bytes();
                }
            }
            expect(given == reserved, when, "what is reserved is what blocks have");
        }
    }
}
