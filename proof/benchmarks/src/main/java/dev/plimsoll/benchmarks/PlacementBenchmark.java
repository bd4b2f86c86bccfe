package dev.plimsoll.benchmarks;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Admission of one pod on a machine of 8 NUMA nodes and 256 CPUs with 50 pods on it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PlacementBenchmark {
    private static final int PODS = 50;
    private static final FeatureGates GATES = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);

    @Param({"best-effort", "restricted", "single-numa-node"})
    private String policy = "restricted";

    private final Pod small = pod("small", "cpu=2,memory=1Gi", "cpu=1,memory=512Mi");
    private final Pod large = pod("large", "cpu=40,memory=12Gi", "cpu=16,memory=1Gi");
    private ResourceManagers resourceManagers = resourceManagers("none");
    private ManagersState state = resourceManagers.initialState();

    private static ResourceManagers resourceManagers(String policy) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus("0,128", Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment(policy, "pod", Map.of());
        var machine = MachineNotation.literal("2s8n16c2t,memory=32Gi");
        return switch (ResourceManagers.configure(machine, settings, GATES)) {
            case ResourceManagers.Configured.Ready(var ready) -> ready;
            case ResourceManagers.Configured.Refused(var reasons) ->
                throw new IllegalStateException(reasons.toString());
        };
    }

    private static Pod pod(String uid, String whole, String own) {
        var spec = PodSpec.builder()
                .podLevel(whole, whole)
                .container("main", own, own)
                .container("helper", "", "")
                .build();
        return new Pod(new ObjectMeta(uid, "", "default", uid, 1, Map.of(), Map.of(), null), spec, PodStatus.NONE);
    }

    @Setup
    public void fill() {
        resourceManagers = resourceManagers(policy);
        state = resourceManagers.initialState();
        for (var i = 0; i < PODS; i++) {
            var answer = resourceManagers.admit(state, pod("p" + i, "cpu=3,memory=2Gi", "cpu=2,memory=1Gi"));
            if (answer instanceof TopologyAdmission.Admitted(var after, var _)) state = after;
        }
        if (state.cpus().pods().size() != PODS) throw new IllegalStateException("not all pods fit");
    }

    @Benchmark
    public TopologyAdmission smallPod() {
        return resourceManagers.admit(state, small);
    }

    @Benchmark
    public TopologyAdmission podOfSeveralNodes() {
        return resourceManagers.admit(state, large);
    }
}
