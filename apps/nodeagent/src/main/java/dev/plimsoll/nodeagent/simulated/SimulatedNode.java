package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Index;
import dev.plimsoll.client.cache.Subscription;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.NodeShape;
import dev.plimsoll.nodeagent.Surroundings;
import dev.plimsoll.nodeagent.api.PodFeed;
import dev.plimsoll.nodeagent.checkpoint.Checkpoints;
import dev.plimsoll.nodeagent.metrics.MeteredRuntime;
import org.jspecify.annotations.Nullable;

/** What of one node outlives its agent: the machine with its containers, and what was written down. */
final class SimulatedNode {
    private final NodeShape shape;
    private final SimulatedNodes.Plan plan;
    private final NodeMachine machine;
    private final SimulatedRuntime runtime;
    private final Checkpoints checkpoints;
    private @Nullable Running running;

    SimulatedNode(
            NodeShape shape,
            SimulatedNodes.Plan plan,
            NodeMachine machine,
            SimulatedRuntime runtime,
            Checkpoints checkpoints) {
        this.shape = shape;
        this.plan = plan;
        this.machine = machine;
        this.runtime = runtime;
        this.checkpoints = checkpoints;
    }

    private record Running(NodeAgent agent, Subscription pods) {}

    SimulatedNodes.Plan plan() {
        return plan;
    }

    SimulatedRuntime runtime() {
        return runtime;
    }

    /** A new agent, which takes up what is written down and what runs, and then follows the pods. */
    NodeAgent begin(Surroundings around, Cache<Pod> pods, Index<Pod> byNode) {
        var metered = new MeteredRuntime(runtime, around.metrics().operations(), around.time()::nanos);
        var agent = new NodeAgent(shape, machine, metered, checkpoints, around);
        runtime.misreadings((pod, problem) -> agent.events().aboutPod(pod, true, "SimulationNotUnderstood", problem));
        agent.start();
        var following = pods.subscribe(byNode, shape.name(), new PodFeed(agent::tell, around.time()::instant));
        running = new Running(agent, following);
        return agent;
    }

    boolean isRunning() {
        return running != null;
    }

    /** The agent ends as if it had been killed; containers go on. */
    void end() {
        if (running == null) return;
        running.pods().close();
        running.agent().close();
        running = null;
    }
}
