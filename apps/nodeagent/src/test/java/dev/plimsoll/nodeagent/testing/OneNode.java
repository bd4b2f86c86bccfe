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
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.NodeShape;
import dev.plimsoll.nodeagent.Reporter;
import dev.plimsoll.nodeagent.Surroundings;
import dev.plimsoll.nodeagent.api.Forgetting;
import dev.plimsoll.nodeagent.api.StatusWriter;
import dev.plimsoll.nodeagent.checkpoint.Checkpoints;
import dev.plimsoll.nodeagent.loop.Timers;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.nodeagent.metrics.MeteredRuntime;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A simulated node in the test's own thread. */
public final class OneNode implements AutoCloseable {
    public static final String NAME = "node-0";

    public final ManualTime time = new ManualTime();
    public final Calls calls = new Calls();
    public final List<String> troubles = new ArrayList<>();
    public final AgentMetrics metrics = new AgentMetrics(new PrometheusRegistry());
    public final ApiClient client = ApiClient.over(calls, "test/1", TokenBucket.unlimited(time), time);
    public final SimulatedRuntime runtime;
    public final NodeAgent agent;
    private final Surroundings around;

    public OneNode(String amounts) {
        this(amounts, FeatureGates.DEFAULT, null);
    }

    public OneNode(String amounts, FeatureGates gates, @Nullable Pinning pinning) {
        var executor = new SameThread();
        var random = new Random(1);
        var reporter = new Reporter() {
            @Override
            public void defect(String where, RuntimeException exception) {
                throw new AssertionError(where, exception);
            }

            @Override
            public void tell(String problem) {
                troubles.add(problem);
            }
        };
        var statuses = new StatusWriter(_ -> client, executor, time, random, reporter);
        around = new Surroundings(
                client,
                _ -> client,
                statuses,
                new Forgetting(_ -> client, statuses, executor, time, random, reporter),
                metrics,
                new Timers(time),
                executor,
                time,
                random,
                reporter);
        var ids = new AtomicLong();
        runtime = new SimulatedRuntime(0, time, () -> "id-" + ids.incrementAndGet());
        var capacity = ResourceAmounts.parse(amounts);
        var shape = new NodeShape(NAME, "172.16.0.1", capacity, capacity, Map.of(), List.of(), Set.of());
        agent = new NodeAgent(
                shape,
                NodeMachine.under(gates, pinning),
                new MeteredRuntime(runtime, metrics.operations(), time::nanos),
                Checkpoints.inMemory(),
                around);
        agent.start();
        agent.tell(new Event.SourcesReady(time.instant()));
    }

    /** Runs a pod of which the annotations say what it uses: {@code memory.c1}, {@code leak 64Mi 1Mi}. */
    public void run(String name, PodSpec spec, String... simulation) {
        var meta = new ObjectMeta(name, "", "default", "uid-" + name, 1, Map.of("app", name), Map.of(), null);
        for (var i = 0; i < simulation.length; i += 2)
            meta = meta.withAnnotation("simulation.plimsoll.dev/" + simulation[i], simulation[i + 1]);
        agent.tell(Event.PodsAdded.one(time.instant(), new Pod(meta, spec, PodStatus.NONE)));
    }

    public PodRecord pod(String name) {
        var record = agent.state().pod("uid-" + name);
        if (record == null) throw new AssertionError("no pod " + name);
        return record;
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
