package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.protocol.Act;
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
import dev.plimsoll.nodeagent.simulated.SimulatedFaults;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.Timers;
import dev.plimsoll.simulation.cluster.CrashPoint;
import dev.plimsoll.simulation.cluster.Disk;
import dev.plimsoll.simulation.cluster.Mutation;
import dev.plimsoll.simulation.cluster.NodePlan;
import dev.plimsoll.simulation.cluster.TrackedRuntime;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A machine with the shipped node agent on it: its own threads, its own watch, its own files. */
final class NodeProcess extends Part implements Reporter {
    private static final NodeDocument.Versions VERSIONS = new NodeDocument.Versions("v1", "r", "k", "o", "b");

    /** Nobody looks at what they count; many to make for each process. */
    private static final AgentMetrics METRICS = new AgentMetrics(new PrometheusRegistry());

    private static final Duration TICK = Duration.ofSeconds(1);

    private final NodePlan plan;
    private final SimulatedThreads threads;
    private final List<ServerProcess> servers;
    private final Faults faults;
    private final FaultyTransport.ReplyWitness witness;
    private final Disk disk;
    private final SimulatedRuntime machine;
    private final TrackedRuntime runtime;
    private @Nullable Time steady;
    private @Nullable NodeAgent agent;
    private @Nullable PrometheusRegistry gauges;
    private int ids;

    NodeProcess(
            NodePlan plan,
            SimulatedThreads threads,
            List<ServerProcess> servers,
            Faults faults,
            FaultyTransport.ReplyWitness witness) {
        super(plan.name(), threads);
        this.plan = plan;
        this.threads = threads;
        this.servers = servers;
        this.faults = faults;
        this.witness = witness;
        var crash = new CrashPoint() {
            @Override
            public void pass() {
                var now = process();
                if (now != null) now.effect();
            }
        };
        var time = new MachineTime();
        this.disk = new Disk(crash, time::instant);
        this.machine = new SimulatedRuntime(plan.index(), time, () -> plan.name() + "-" + ids++);
        this.runtime = new TrackedRuntime(machine, crash, Mutation.NONE);
        machine.faults(new Failures());
    }

    /** Of the machine, as the agent that runs on it has it. */
    private final class MachineTime implements Time {
        @Override
        public Instant instant() {
            return steady == null ? SimulatedTime.START.plusNanos(threads.nanos()) : steady.instant();
        }

        @Override
        public long nanos() {
            return threads.nanos();
        }

        @Override
        public void sleep(Duration duration) {
            throw new IllegalStateException("a machine does not sleep");
        }
    }

    private final class Failures implements SimulatedFaults {
        @Override
        public Duration latency(Act act) {
            return Duration.ZERO;
        }

        @Override
        public Optional<Failure> failure(Act act) {
            var mayFail = act instanceof Act.UpdateContainer
                    || act instanceof Act.UpdatePodSandbox
                    || act instanceof Act.WritePodCgroup
                    || act instanceof Act.StartContainer
                    || act instanceof Act.MeasureMemory;
            return mayFail
                            && faults.happens(
                                    FaultKind.RUNTIME_ERROR,
                                    12,
                                    name() + " " + act.getClass().getSimpleName())
                    ? Optional.of(new Failure("simulated", false))
                    : Optional.empty();
        }
    }

    FeatureGates gates() {
        return plan.gates();
    }

    /** What it has given of its CPUs and memory, as it tells schedulers; null if it does not run or has no managers. */
    @Nullable
    String zones() {
        var state = state();
        var managers = plan.resourceManagers(gates());
        return state == null || managers == null ? null : NumaZonesAnnotation.text(managers, state.pinned());
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

    @Nullable
    NodeState state() {
        return agent == null || !isAlive() ? null : agent.state();
    }

    @Nullable
    PrometheusRegistry gauges() {
        return isAlive() ? gauges : null;
    }

    @Override
    void run(SimulatedProcess begun) {
        agent = null;
        var time = begun.time().steady();
        steady = time;
        var user = new User("system:node:" + name(), "", List.of("system:nodes"));
        var transport = new FaultyTransport(begun, user, servers, faults, witness);
        var client = ApiClient.over(transport, "kubelet/plimsoll", TokenBucket.unlimited(time), time);
        var random = new Random(plan.index() * 1000L + starts());
        var tasks = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("node-", 0).factory());
        var timers = Timers.movedBy(time);
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
        var made = new NodeAgent(
                plan.shape(gates()), NodeMachine.under(gates(), plan.resourceManagers(gates())), runtime, disk, around);
        if (!made.start().isEmpty()) throw new IllegalStateException(name() + " does not start");
        var pods = new Cache<>(ApiPod::decode, List.of(), this);
        pods.subscribe(new PodFeed(made::tell, statuses::seen, made.mirrors(), time::instant));
        new NodeDuties(around).add(List.of(made), gates(), EvictionHard.DEFAULT, VERSIONS);
        var registry = new PrometheusRegistry();
        NodeGauges.register(
                registry,
                () -> witness.mistake() == BuiltInMistake.GAUGE_IS_OFF
                        ? Map.of(name(), made.state(), name() + "-twin", made.state())
                        : Map.of(name(), made.state()));
        agent = made;
        gauges = registry;
        begun.start(
                "pods",
                new Reflector<>(
                        client,
                        ApiResource.PODS,
                        ObjectSelection.ALL.withFields("spec.nodeName=" + name()),
                        pods,
                        this,
                        time,
                        random));
        tick(time);
    }

    private void tick(Time time) {
        try {
            while (true) {
                time.sleep(TICK);
                machine.tick();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void tell(String problem) {}

    @Override
    public void defect(String where, RuntimeException exception) {
        threads.defect(where + ": " + FaultyCluster.text(exception));
    }

    @Override
    public void unreadable(ObjectName object, String why) {
        threads.defect(object + " cannot be read by " + name() + ": " + why);
    }

    @Override
    public void trouble(ApiResource resource, String problem) {}

    @Override
    public void defect(RuntimeException exception) {
        threads.defect(name() + ": " + FaultyCluster.text(exception));
    }
}
