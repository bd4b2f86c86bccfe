package dev.plimsoll.codec.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.Admission;
import dev.plimsoll.core.topology.Isolation;
import dev.plimsoll.core.topology.KubeletSettings;
import dev.plimsoll.core.topology.NodeState;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.Resizing;
import dev.plimsoll.core.topology.Restored;
import dev.plimsoll.core.topology.StoredCpus;
import dev.plimsoll.core.topology.StoredMemory;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
            var drawn = pinning(random);
            while (drawn == null) drawn = pinning(random);
            new History(drawn, random, "seed " + seed + " history " + i).run();
        }
    }

    /** Null where the drawn options exclude each other. */
    private static @Nullable Pinning pinning(RandomGenerator random) {
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
        return switch (Pinning.configure(machine, settings, GATES)) {
            case Pinning.Configured.Ready(var ready) -> ready;
            case Pinning.Configured.Refused _ -> null;
        };
    }

    private static final class History {
        private final Pinning pinning;
        private final RandomGenerator random;
        private final RandomPods pods;
        private final String name;
        private final Map<String, Pod> running = new TreeMap<>();
        private NodeState state;
        private int next;

        History(Pinning pinning, RandomGenerator random, String name) {
            this.pinning = pinning;
            this.random = random;
            this.pods = new RandomPods(random);
            this.name = name;
            this.state = pinning.initialState();
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
            for (var uid : List.copyOf(running.keySet())) state = pinning.remove(state, uid);
            assertThat(state).as(name + " emptied").isEqualTo(pinning.initialState());
        }

        private void admit() {
            var pod = pods.pod("p" + next++);
            if (pinning.admit(state, pod) instanceof Admission.Admitted(var after, var _)) {
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
            state = pinning.remove(state, uid);
        }

        private void resize() {
            if (running.isEmpty()) return;
            var uid = anyone();
            var pod = Objects.requireNonNull(running.get(uid));
            var wanted = pods.changed(pod);
            var before = state.cpus().pod(uid);
            if (pinning.resize(state, new Pinning.Resize(pod, wanted)) instanceof Resizing.Granted(var after, var _)) {
                state = after;
                running.put(uid, wanted);
                assertThat(after.cpus().pod(uid).started()).as(name).isEqualTo(before.started());
            }
        }

        private void restart() {
            var cpus =
                    CpuCheckpoint.decode(CpuCheckpoint.encode(new StoredCpus(pinning.cpuPolicyName(), state.cpus())));
            var memory = MemoryCheckpoint.decode(
                    MemoryCheckpoint.encode(new StoredMemory(pinning.memoryPolicyName(), state.memory())));
            var restored = pinning.restore(
                    ((Decoded.Loaded<StoredCpus>) cpus).stored(), ((Decoded.Loaded<StoredMemory>) memory).stored());
            assertThat(restored).as(name + " restart").isEqualTo(new Restored.Ready(state, List.of()));
            for (var pod : running.values()) {
                assertThat(pinning.admit(state, pod))
                        .isInstanceOfSatisfying(
                                Admission.Admitted.class,
                                again -> assertThat(again.state()).as(name).isEqualTo(state));
            }
        }

        private void check(String when) {
            var all = state.cpus().shared();
            var size = all.size();
            for (var pod : state.cpus().pods().values()) {
                all = all.union(pod.all());
                size += pod.all().size();
            }
            expect(all.equals(pinning.initialState().cpus().shared()), when, "every CPU has a place");
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
            var placement = pinning.placement(state, pod);
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
