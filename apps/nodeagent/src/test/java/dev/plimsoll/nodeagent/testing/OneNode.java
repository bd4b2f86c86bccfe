package dev.plimsoll.nodeagent.testing;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.PodDeleter;
import dev.plimsoll.nodeagent.api.StatusWriter;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.nodeagent.metrics.MeteredRuntime;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.shutdown.NodeShutdown;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.Timers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A simulated node in the test's own thread. */
public final class OneNode implements AutoCloseable {
    public static final String NAME = "node-0";

    public final ManualTime time = new ManualTime();
    public final Calls calls = new Calls();
    public final List<String> errors = new ArrayList<>();
    /** Mistakes of the agent that a test has asked for; any other fails it at once. */
    public final List<String> expectedDefects = new ArrayList<>();

    public final AgentMetrics metrics = new AgentMetrics(new PrometheusRegistry());
    public final ApiClient client = ApiClient.over(calls, "test/1", TokenBucket.unlimited(time), time);
    public final SimulatedRuntime runtime;
    public final NodeAgent agent;
    private final NodeContext around;

    public OneNode(String amounts) {
        this(amounts, FeatureGates.DEFAULT, null);
    }

    public OneNode(String amounts, FeatureGates gates, @Nullable ResourceManagers resourceManagers) {
        this(amounts, gates, resourceManagers, UnaryOperator.identity(), NodeCheckpoints.inMemory(), false);
    }

    public OneNode(String amounts, FeatureGates gates) {
        this(amounts, gates, null);
    }

    /** With a runtime and a disk that fail. */
    public OneNode(String amounts, UnaryOperator<PodRuntime> broken, NodeCheckpoints checkpoints) {
        this(amounts, FeatureGates.DEFAULT, null, broken, checkpoints, true);
    }

    private OneNode(
            String amounts,
            FeatureGates gates,
            @Nullable ResourceManagers resourceManagers,
            UnaryOperator<PodRuntime> broken,
            NodeCheckpoints checkpoints,
            boolean expectsDefects) {
        var executor = new SameThread();
        var random = new Random(1);
        var reporter = new Reporter() {
            @Override
            public void defect(String where, RuntimeException exception) {
                if (!expectsDefects) throw new AssertionError(where, exception);
                expectedDefects.add(where + ": " + exception.getMessage());
            }

            @Override
            public void tell(String problem) {
                errors.add(problem);
            }
        };
        var timers = Timers.movedBy(time);
        var program = new ProgramContext(time, random, reporter, metrics.registry());
        var statuses = new StatusWriter(_ -> client, executor, timers, program);
        around = new NodeContext(
                program,
                client,
                _ -> client,
                statuses,
                new PodDeleter(_ -> client, statuses, executor, program),
                metrics,
                timers,
                executor);
        var ids = new AtomicLong();
        runtime = new SimulatedRuntime(0, time, () -> "id-" + ids.incrementAndGet());
        var capacity = ResourceAmounts.parse(amounts);
        var shape = new NodeShape(NAME, "172.16.0.1", capacity, capacity, Map.of(), List.of(), Set.of());
        agent = new NodeAgent(
                shape,
                NodeMachine.under(gates, resourceManagers),
                new MeteredRuntime(broken.apply(runtime), metrics.operations(), time::nanos),
                checkpoints,
                around);
        agent.start();
        agent.tell(new NodeEvent.SourcesReady(time.instant()));
    }

    /** Runs a pod of which the annotations say what it uses: {@code memory.c1}, {@code leak 64Mi 1Mi}. */
    public void run(String name, PodSpec spec, String... simulation) {
        var meta = new ObjectMeta(name, "", "default", "uid-" + name, 1, Map.of("app", name), Map.of(), null);
        for (var i = 0; i < simulation.length; i += 2)
            meta = meta.withAnnotation("simulation.plimsoll.dev/" + simulation[i], simulation[i + 1]);
        agent.tell(NodeEvent.PodsAdded.one(time.instant(), new Pod(meta, spec, PodStatus.NONE)));
    }

    public PodRecord pod(String name) {
        var record = agent.state().pod("uid-" + name);
        if (record == null) throw new AssertionError("no pod " + name);
        return record;
    }

    /** Ends the pods of the node as one that goes down. */
    public void shutDown(ShutdownGracePeriods periods) throws InterruptedException {
        new NodeShutdown(agent::tell, agent::state, around.statuses(), time).run(periods);
    }

    /** Lets time pass second by second. */
    public void pass(Duration duration) {
        for (var second = 0L; second < duration.toSeconds(); second++) {
            time.sleep(Duration.ofSeconds(1));
            runtime.tick();
        }
    }

    @Override
    public void close() {
        agent.close();
        around.close();
    }
}
