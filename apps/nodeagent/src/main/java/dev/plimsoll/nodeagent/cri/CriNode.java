package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.NodeDuties;
import dev.plimsoll.nodeagent.NodeShape;
import dev.plimsoll.nodeagent.Surroundings;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.NodeEvents;
import dev.plimsoll.nodeagent.api.PodFeed;
import dev.plimsoll.nodeagent.checkpoint.Checkpoints;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
import dev.plimsoll.nodeagent.metrics.MeteredRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One real node: it registers, follows the pods that are bound to it with a watch of its own, and runs them. */
public final class CriNode implements AutoCloseable {
    private final NodeAgent agent;
    private final Reflector<Pod> reflector;
    private final Thread watching;
    private final NodeDuties duties;

    /**
     * What the node is.
     *
     * @param runtimeName as in the ids of containers
     * @param memory hears of memory that ran out
     * @param pinning null where nothing is pinned
     * @param abilities of the system; with cgroups of version 1 nothing bounds pods as wholes
     * @param relist between two looks at all pods
     * @param evictionHard how much memory must be available
     */
    public record Plan(
            NodeShape shape,
            NodeSetup setup,
            FeatureGates gates,
            @Nullable Pinning pinning,
            Checkpoints checkpoints,
            NodeDocument.Versions versions,
            CriClient cri,
            String runtimeName,
            PodCgroups cgroups,
            MemoryWatch memory,
            Mounts mounts,
            boolean hasSwap,
            NodeAbilities abilities,
            Duration relist,
            MemoryThreshold evictionHard,
            HostUsage usage) {}

    private CriNode(NodeAgent agent, Reflector<Pod> reflector, Thread watching, NodeDuties duties) {
        this.agent = agent;
        this.reflector = reflector;
        this.watching = watching;
        this.duties = duties;
    }

    /** Takes up what runs, and follows the pods. */
    public static CriNode start(Plan plan, Surroundings around, Observer observer) {
        var documents = new PodDocuments();
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
                around.client(),
                told,
                plan.relist(),
                around.time()::instant,
                around.random(),
                around.reporter(),
                plan.usage()));
        var machine = NodeMachine.under(plan.gates(), plan.pinning());
        var metered = new MeteredRuntime(runtime, around.metrics().operations(), around.time()::nanos);
        var agent = new NodeAgent(plan.shape(), machine, metered, plan.checkpoints(), around);
        told.events = agent.events();
        agent.start();
        agent.tell(new Event.NodeChanged(
                around.time().instant(), plan.shape().facts().withAbilities(plan.abilities())));
        var cache = new Cache<>(documents, List.of(), observer);
        // Documents first: a pod that is gone from the API is not begun any more.
        cache.subscribe(documents);
        cache.subscribe(new PodFeed(agent::tell, around.time()::instant));
        var reflector = new Reflector<>(
                around.client(),
                ApiResource.PODS,
                Selection.ALL.withFields("spec.nodeName=" + plan.shape().name()),
                cache,
                observer,
                around.time(),
                around.random());
        var watching = Thread.ofVirtual().name("plimsoll-pods").start(reflector);
        var duties = new NodeDuties(around);
        duties.add(List.of(agent), plan.gates(), plan.evictionHard(), plan.versions());
        duties.start();
        return new CriNode(agent, reflector, watching, duties);
    }

    public NodeAgent agent() {
        return agent;
    }

    @Override
    public void close() {
        duties.close();
        reflector.close();
        watching.interrupt();
        agent.close();
    }

    /** Tells the API what befell a pod. */
    private static final class Told implements Incidents {
        private final PodDocuments documents;
        private volatile @Nullable NodeEvents events;

        Told(PodDocuments documents) {
            this.documents = documents;
        }

        @Override
        public void tell(String uid, String reason, String message) {
            var to = events;
            var pod = documents.find(uid);
            if (to == null || pod.isEmpty()) return; // of a pod that the API no longer has nobody can be told
            var metadata = pod.get().path("metadata");
            to.aboutPod(
                    new ObjectMeta(
                            metadata.path("name").asText(),
                            "",
                            metadata.path("namespace").asText(),
                            uid,
                            0,
                            Map.of(),
                            Map.of(),
                            null),
                    true,
                    reason,
                    message);
        }
    }
}
