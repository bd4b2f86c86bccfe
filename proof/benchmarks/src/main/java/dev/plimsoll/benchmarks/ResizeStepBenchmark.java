package dev.plimsoll.benchmarks;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.simulation.SteppedRuntime;
import java.time.Instant;
import java.util.ArrayDeque;
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

/** One whole resize of one pod among many: all steps from the changed spec to the last status, with a runtime that answers at once. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ResizeStepBenchmark {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Param({"1", "110", "500"})
    int pods;

    private final NodeMachine machine = NodeMachine.under(FeatureGates.DEFAULT, null);
    private final SteppedRuntime runtime = new SteppedRuntime();
    private final ArrayDeque<NodeEvent> inbox = new ArrayDeque<>();
    private NodeState state =
            machine.initial(NodeFacts.of("node", ResourceAmounts.parse("cpu=1000,memory=4Ti,pods=1000")));
    private int turn;

    @Setup
    public void start() {
        inbox.add(NodeEvent.Restarted.empty(NOW));
        inbox.add(new NodeEvent.SourcesReady(NOW));
        for (var i = 0; i < pods; i++) inbox.add(NodeEvent.PodsAdded.one(NOW, pod(i, 1, "500m")));
        run();
    }

    private static Pod pod(int number, long generation, String cpu) {
        var meta = ObjectMeta.named("p" + number).withUid("uid-" + number).withGeneration(generation);
        var spec = PodSpec.builder()
                .container("c1", "cpu=" + cpu + ",memory=256Mi", "cpu=" + cpu + ",memory=256Mi")
                .container("c2", "cpu=100m,memory=64Mi", "cpu=100m,memory=64Mi")
                .build();
        return new Pod(meta, spec, PodStatus.NONE);
    }

    @Benchmark
    public NodeState wholeResize() {
        turn++;
        inbox.add(new NodeEvent.PodUpdated(NOW, pod(turn % pods, turn + 1, turn / pods % 2 == 0 ? "700m" : "500m")));
        run();
        return state;
    }

    private void run() {
        while (!inbox.isEmpty()) {
            var step = machine.step(state, inbox.removeFirst());
            state = step.state();
            for (var effect : step.effects()) perform(effect);
        }
    }

    private void perform(Effect effect) {
        switch (effect) {
            case Act act ->
                inbox.add(
                        switch (runtime.perform(act, NOW)) {
                            case SteppedRuntime.Answer.Done(var observed) ->
                                new NodeEvent.Done(NOW, act.uid(), act.ticket(), observed);
                            case SteppedRuntime.Answer.Measured(var usage) ->
                                new NodeEvent.Measured(NOW, act.uid(), act.ticket(), usage);
                            case SteppedRuntime.Answer.Failed(var error) ->
                                new NodeEvent.Failed(NOW, act.uid(), act.ticket(), error, false);
                        });
            case Effect.SaveAllocated save ->
                inbox.add(new NodeEvent.Saved(NOW, Checkpoint.File.ALLOCATED, save.ticket()));
            case Effect.SaveActuated save ->
                inbox.add(new NodeEvent.Saved(NOW, Checkpoint.File.ACTUATED, save.ticket()));
            case Effect.SavePinned save -> inbox.add(new NodeEvent.Saved(NOW, Checkpoint.File.PINNED, save.ticket()));
            case Effect.PublishStatus _,
                    Effect.EmitEvent _,
                    Effect.Log _,
                    Effect.Observe _,
                    Effect.WakeUp _,
                    Effect.ForgetPod _ -> {}
        }
    }
}
