package dev.plimsoll.simulation.cluster;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.ApiPod;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.PodDeleter;
import dev.plimsoll.nodeagent.api.PodFeed;
import dev.plimsoll.nodeagent.api.StatusWriter;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.duties.NodeDuties;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.nodeagent.metrics.NodeGauges;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.Timers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A machine with the shipped node agent on it, whose process comes and goes. */
final class ClusterNode implements Program, Reporter {
    private static final NodeDocument.Versions VERSIONS = new NodeDocument.Versions("v1", "r", "k", "o", "b");

    /** Nobody looks at what they count; many to make for each process. */
    private static final AgentMetrics METRICS = new AgentMetrics(new PrometheusRegistry());

    private final SimulatedApi api;
    private final VirtualTime time;
    private final Defects defects;
    private final Mutation mutation;
    private final NodePlan plan;
    private final CrashPoint crash = new CrashPoint();
    private final Disk disk;
    private final SimulatedRuntime machine;
    private final TrackedRuntime runtime;
    private FeatureGates gates;
    private @Nullable RunningProgram process;
    private int ids;

    ClusterNode(SimulatedApi api, VirtualTime time, NodePlan plan, Defects defects, Mutation mutation) {
        this.api = api;
        this.time = time;
        this.plan = plan;
        this.gates = plan.gates();
        this.defects = defects;
        this.mutation = mutation;
        this.disk = new Disk(crash, time::instant);
        this.machine = new SimulatedRuntime(plan.index(), time, () -> plan.name() + "-" + ids++);
        this.runtime = new TrackedRuntime(machine, crash, mutation);
    }

    /** All that is gone when the process is. */
    private record RunningProgram(
            NodeAgent agent,
            TaskQueue tasks,
            Timers timers,
            Feed feed,
            NodeContext around,
            PrometheusRegistry gauges) {}

    String name() {
        return plan.name();
    }

    boolean pins() {
        return !plan.alignment().isEmpty();
    }

    Disk disk() {
        return disk;
    }

    SimulatedRuntime machine() {
        return machine;
    }

    TrackedRuntime runtime() {
        return runtime;
    }

    /** What the agent knows; null while there is none. */
    @Nullable
    NodeState state() {
        return process == null ? null : process.agent().state();
    }

    @Nullable
    PrometheusRegistry gauges() {
        return process == null ? null : process.gauges();
    }

    FeatureGates gates() {
        return gates;
    }

    /** For the next start. */
    void flip(FeatureGates changed) {
        gates = changed;
    }

    /** Whether all that the process has heard is answered, and written. */
    boolean isQuiet() {
        return process != null && process.tasks().isEmpty() && !process.feed().isBehind() && !disk.isBehind();
    }

    @Override
    public CrashPoint crash() {
        return crash;
    }

    @Override
    public boolean isAlive() {
        return process != null;
    }

    @Override
    public void start() {
        if (process != null) return;
        crash.disarm();
        var resourceManagers = plan.resourceManagers(gates);
        disk.lose(mutation);
        var tasks = new TaskQueue();
        var timers = Timers.movedBy(time);
        var client = new SimulatedClient(api, crash);
        var random = new Random(plan.index());
        var program = new ProgramContext(time, random, this, METRICS.registry());
        var statuses = new StatusWriter(_ -> client, tasks, timers, program);
        var around = new NodeContext(
                program,
                client,
                _ -> client,
                statuses,
                new PodDeleter(_ -> client, statuses, tasks, program),
                METRICS,
                timers,
                tasks);
        var agent = new NodeAgent(shape(), NodeMachine.under(gates, resourceManagers), runtime, disk, around);
        // One whose running pods would have to be moved refuses to start, until somebody gives it its old settings
        // back.
        if (!agent.start().isEmpty()) {
            timers.close();
            return;
        }
        var pods = new Cache<>(ApiPod::decode, List.of(), this);
        pods.subscribe(new PodFeed(agent::tell, statuses::seen, agent.mirrors(), time::instant));
        var feed = new Feed(api, event -> hear(pods, event));
        pods.replace(api.pods().stream()
                .filter(pod -> pod.path("spec").path("nodeName").asText().equals(name()))
                .toList());
        new NodeDuties(around).add(List.of(agent), gates, EvictionHard.DEFAULT, VERSIONS);
        var gauges = new PrometheusRegistry();
        NodeGauges.register(
                gauges,
                () -> mutation == Mutation.GAUGE_IS_OFF
                        ? Map.of(name(), agent.state(), name() + "-twin", agent.state())
                        : Map.of(name(), agent.state()));
        process = new RunningProgram(agent, tasks, timers, feed, around, gauges);
    }

    private NodeShape shape() {
        return plan.shape(gates);
    }

    private void hear(Cache<ApiPod> pods, SimulatedApi.Event event) {
        if (!event.kind().is("", "Pod")) return;
        var document = event.document();
        if (!document.path("spec").path("nodeName").asText().equals(name())) return;
        if (event.isRemoval()) pods.remove(document);
        else pods.put(document);
    }

    /** What happens on the machine by itself. */
    void tick() {
        machine.tick();
    }

    @Override
    public boolean act(SplittableRandom random) {
        var now = process;
        if (now == null) return false;
        var hears = now.feed().isBehind();
        var works = !now.tasks().isEmpty();
        if (!hears && !works) return false;
        try {
            if (hears && (!works || random.nextInt(3) == 0)) now.feed().deliver();
            else now.tasks().runOne(random);
        } catch (Died _) {
            kill();
        }
        return true;
    }

    @Override
    public void kill() {
        var now = process;
        if (now == null) return;
        process = null;
        crash.disarm();
        now.agent().close();
        now.timers().close();
        now.tasks().shutdown();
    }

    @Override
    public void tell(String problem) {}

    @Override
    public void defect(String where, RuntimeException exception) {
        defects.add(where, exception);
    }

    @Override
    public void unreadable(ObjectName object, String why) {
        defects.add(object + " cannot be read by " + name() + ": " + why);
    }

    @Override
    public void trouble(ApiResource resource, String problem) {}

    @Override
    public void defect(RuntimeException exception) {
        defects.add(name(), exception);
    }
}
