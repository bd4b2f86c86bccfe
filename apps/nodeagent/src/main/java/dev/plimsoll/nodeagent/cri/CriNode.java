package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.NodeEvents;
import dev.plimsoll.nodeagent.api.NodeLabels;
import dev.plimsoll.nodeagent.api.NodePodDocuments;
import dev.plimsoll.nodeagent.api.PodFeed;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.cri.cgroups.MemoryWatch;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import dev.plimsoll.nodeagent.cri.container.SubordinateUsers;
import dev.plimsoll.nodeagent.cri.host.HostSpace;
import dev.plimsoll.nodeagent.cri.host.HostUsage;
import dev.plimsoll.nodeagent.cri.observation.Incidents;
import dev.plimsoll.nodeagent.duties.NodeDuties;
import dev.plimsoll.nodeagent.metrics.MeteredRuntime;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import dev.plimsoll.nodeagent.staticpods.StaticPods;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One real node: it registers, follows the pods that are bound to it with a watch of its own, and runs them. */
public final class CriNode implements AutoCloseable {
    private final NodeAgent agent;
    private final Watching watching;
    private final NodeDuties duties;
    private final StaticPods staticPods;

    /**
     * What the node is.
     *
     * @param runtimeName as in the ids of containers
     * @param memory hears of memory that ran out
     * @param resourceManagers null where nothing is pinned
     * @param abilities of the system; with cgroups of version 1 nothing bounds pods as wholes
     * @param relist between two looks at all pods
     * @param evictionHard how much must be available
     * @param images which of them are removed
     * @param staticPods where the node has pods from that it runs by itself
     * @param users for pods that have users of their own
     */
    public record Plan(
            NodeShape shape,
            NodeSetup setup,
            FeatureGates gates,
            @Nullable ResourceManagers resourceManagers,
            NodeCheckpoints checkpoints,
            NodeDocument.Versions versions,
            CriClient cri,
            String runtimeName,
            PodCgroups cgroups,
            MemoryWatch memory,
            Mounts mounts,
            boolean hasSwap,
            NodeAbilities abilities,
            Duration relist,
            EvictionHard evictionHard,
            HostUsage usage,
            HostSpace space,
            ImageGarbage images,
            StaticPodSources staticPods,
            SubordinateUsers users) {}

    private CriNode(NodeAgent agent, Watching watching, NodeDuties duties, StaticPods staticPods) {
        this.staticPods = staticPods;
        this.agent = agent;
        this.watching = watching;
        this.duties = duties;
    }

    /**
     * Takes up what runs, and follows the pods.
     *
     * @throws IllegalStateException if running pods would have to be moved to other CPUs or memory
     */
    public static CriNode start(Plan plan, NodeContext around, Observer observer) {
        var documents = new NodePodDocuments();
        var told = new Told(documents);
        var runtime = new CriRuntime(new CriRuntime.Wiring(
                plan.cri(),
                plan.runtimeName(),
                plan.cgroups(),
                plan.memory(),
                plan.mounts(),
                plan.hasSwap(),
                documents,
                plan.setup(),
                CgroupValues.under(plan.gates()),
                PodDemand.under(plan.gates()),
                around.client(),
                told,
                plan.relist(),
                around.program(),
                plan.usage(),
                plan.space(),
                plan.images(),
                plan.users()));
        var machine = NodeMachine.under(plan.gates(), plan.resourceManagers());
        var metered = new MeteredRuntime(runtime, around.metrics().operations(), around.time()::nanos);
        var agent = new NodeAgent(plan.shape(), machine, metered, plan.checkpoints(), around);
        told.events = agent.events();
        var refused = agent.start();
        if (!refused.isEmpty()) {
            agent.close();
            throw new IllegalStateException(
                    "node " + plan.shape().name() + " does not start: " + String.join("; ", refused));
        }
        agent.tell(new NodeEvent.NodeChanged(
                around.time().instant(), plan.shape().facts().withAbilities(plan.abilities())));
        var staticPods = StaticPods.start(plan.staticPods(), agent, plan.gates(), around, documents::keep);
        var cache = new Cache<>(documents, List.of(), observer);
        // Documents first: a pod that is gone from the API is not begun any more.
        cache.subscribe(documents);
        cache.subscribe(new PodFeed(
                staticPods::afterSources, around.statuses()::seen, agent.mirrors(), around.time()::instant));
        var reflector = new Reflector<>(
                around.client(),
                ApiResource.PODS,
                ObjectSelection.ALL.withFields("spec.nodeName=" + plan.shape().name()),
                cache,
                observer,
                around.time(),
                around.random());
        var labels = new Cache<>(NodeLabels::decode, List.of(), observer);
        labels.subscribe(new NodeLabels(_ -> agent::tell, around.time()::instant));
        var self = new Reflector<>(
                around.client(),
                ApiResource.NODES,
                ObjectSelection.ALL.withFields("metadata.name=" + plan.shape().name()),
                labels,
                observer,
                around.time(),
                around.random());
        var watching = new Watching(
                List.of(reflector, self),
                List.of(
                        ComponentThreads.named("plimsoll-pods").start(reflector),
                        ComponentThreads.named("plimsoll-node").start(self)));
        var duties = new NodeDuties(around);
        duties.add(List.of(agent), plan.gates(), plan.evictionHard(), plan.versions());
        duties.start();
        return new CriNode(agent, watching, duties, staticPods);
    }

    public NodeAgent agent() {
        return agent;
    }

    /** Ends its pods, by priority; none comes after them. Returns when they have ended, or have had their time. */
    public void shutDown(ShutdownGracePeriods periods) throws InterruptedException {
        duties.shutDown(periods);
    }

    @Override
    public void close() {
        duties.close();
        staticPods.close();
        watching.close();
        agent.stop();
    }

    /** The objects of the API that the node follows. */
    private record Watching(List<Reflector<?>> reflectors, List<Thread> threads) implements AutoCloseable {
        @Override
        public void close() {
            reflectors.forEach(Reflector::close);
            threads.forEach(Thread::interrupt);
        }
    }

    /** Tells the API what befell a pod. */
    private static final class Told implements Incidents {
        private final NodePodDocuments documents;
        private volatile @Nullable NodeEvents events;

        Told(NodePodDocuments documents) {
            this.documents = documents;
        }

        @Override
        public void tell(String uid, String reason, String message) {
            var to = events;
            var pod = documents.find(uid);
            if (to == null || pod.isEmpty()) return; // of a pod that the API no longer has nobody can be told
            var metadata = pod.get().metadata();
            to.aboutPod(
                    new ObjectMeta(metadata.name(), "", metadata.namespace(), uid, 0, Map.of(), Map.of(), null),
                    true,
                    reason,
                    message);
        }
    }
}
