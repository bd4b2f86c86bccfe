package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.client.cache.Subscription;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.ApiPod;
import dev.plimsoll.nodeagent.api.NodePodDocuments;
import dev.plimsoll.nodeagent.api.PodFeed;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.metrics.MeteredRuntime;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.payload.PodPayloads;
import dev.plimsoll.nodeagent.runtime.DocumentedRuntime;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.staticpods.StaticPods;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What of one node outlives its agent: the machine with its containers, and what was written down. */
final class SimulatedNode {
    private final NodeShape shape;
    private final SimulatedNodes.Plan plan;
    private final NodeMachine machine;
    private final SimulatedRuntime runtime;
    private final NodeCheckpoints checkpoints;
    private final @Nullable NodePodDocuments documentsOrNull;
    private @Nullable Running running;

    SimulatedNode(
            NodeShape shape,
            SimulatedNodes.Plan plan,
            NodeMachine machine,
            SimulatedRuntime runtime,
            NodeCheckpoints checkpoints,
            @Nullable NodePodDocuments documentsOrNull) {
        this.shape = shape;
        this.plan = plan;
        this.machine = machine;
        this.runtime = runtime;
        this.checkpoints = checkpoints;
        this.documentsOrNull = documentsOrNull;
    }

    private record Running(NodeAgent agent, Subscription pods, StaticPods staticPods) {}

    SimulatedNodes.Plan plan() {
        return plan;
    }

    SimulatedRuntime runtime() {
        return runtime;
    }

    NodeCheckpoints checkpoints() {
        return checkpoints;
    }

    private PodRuntime documented() {
        return documentsOrNull == null ? runtime : new DocumentedRuntime(runtime, documentsOrNull::find);
    }

    /** A pod that the node has from a file. */
    private void keep(PodObject pod) {
        if (documentsOrNull != null) documentsOrNull.keep(pod);
    }

    /**
     * A new agent, which takes up what is written down and what runs, and then follows the pods.
     *
     * @return empty where it refuses to start, which it has told of
     */
    Optional<NodeAgent> begin(
            NodeCheckpoints.Loaded loaded, NodeContext around, Cache<ApiPod> pods, CacheIndex<ApiPod> byNode) {
        var metered = new MeteredRuntime(documented(), around.metrics().operations(), around.time()::nanos);
        var agent = new NodeAgent(shape, machine, metered, checkpoints, around);
        runtime.misreadings((pod, problem) -> agent.events().aboutPod(pod, true, "SimulationNotUnderstood", problem));
        runtime.events((pod, path, reason, message) -> agent.events().aboutPod(pod, path, false, reason, message));
        runtime.rules(plan.containerRules());
        runtime.machine(machine(around));
        if (!agent.start(loaded).isEmpty()) return Optional.empty();
        var staticPods = StaticPods.start(plan.staticPods(), agent, plan.gates(), around, this::keep);
        var following = pods.subscribe(
                byNode,
                shape.name(),
                new PodFeed(
                        staticPods::afterSources, around.statuses()::seen, agent.mirrors(), around.time()::instant));
        running = new Running(agent, following, staticPods);
        runtime.resume();
        return Optional.of(agent);
    }

    private SimulatedMachine machine(NodeContext around) {
        var cpus = shape.capacity().amount(ResourceName.CPU).milliValue() / 1000;
        var setup = new NodeSetup(
                shape.name(),
                shape.address(),
                shape.allocatable(),
                Path.of("/var/lib/kubelet"),
                Path.of("/var/log/pods"),
                List.of(),
                "cluster.local");
        var payloads = new PodPayloads(around.clients().of(shape.name()), setup, around.time()::instant);
        return new SimulatedMachine(
                shape.name(),
                Math.max(1, (int) cpus),
                shape.facts().memory(),
                shape.allocatable().amount(ResourceName.CPU).milliValue(),
                plan.gates(),
                payloads);
    }

    boolean isRunning() {
        return running != null;
    }

    /** The agent ends as if it had been killed; containers go on. */
    void end() {
        if (running == null) return;
        running.pods().close();
        running.staticPods().close();
        running.agent().stop();
        running = null;
    }
}
