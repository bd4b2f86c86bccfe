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
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.NodeShape;
import dev.plimsoll.nodeagent.Surroundings;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.NodeEvents;
import dev.plimsoll.nodeagent.api.PodFeed;
import dev.plimsoll.nodeagent.api.Registration;
import dev.plimsoll.nodeagent.checkpoint.Checkpoints;
import dev.plimsoll.nodeagent.loop.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One real node: it registers, follows the pods that are bound to it with a watch of its own, and runs them. */
public final class CriNode implements AutoCloseable {
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration STATUS = Duration.ofMinutes(5);

    private final NodeAgent agent;
    private final Reflector<Pod> reflector;
    private final Thread watching;
    private final List<Timers.Wish> wishes = new ArrayList<>();

    /**
     * What the node is.
     *
     * @param runtimeName as in the ids of containers
     * @param memory hears of memory that ran out
     * @param pinning null where nothing is pinned
     * @param cgroupVersion 2, or 1 on a machine on which nothing bounds pods as wholes
     * @param relist between two looks at all pods
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
            boolean hasSwap,
            int cgroupVersion,
            Duration relist) {}

    private CriNode(NodeAgent agent, Reflector<Pod> reflector, Thread watching) {
        this.agent = agent;
        this.reflector = reflector;
        this.watching = watching;
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
                plan.hasSwap(),
                documents,
                plan.setup(),
                CgroupValues.under(plan.gates()),
                around.client(),
                told,
                plan.relist(),
                around.time()::instant,
                around.random(),
                around.reporter()));
        var machine = NodeMachine.under(plan.gates(), plan.pinning());
        var agent = new NodeAgent(plan.shape(), machine, runtime, plan.checkpoints(), around);
        told.events = agent.events();
        agent.start();
        if (plan.cgroupVersion() != 2) {
            var facts = plan.shape().facts();
            agent.tell(new Event.NodeChanged(
                    around.time().instant(), facts.withSystem(facts.system(), plan.cgroupVersion())));
        }
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
        var node = new CriNode(agent, reflector, watching);
        node.register(plan, around);
        return node;
    }

    private void register(Plan plan, Surroundings around) {
        var registration = new Registration(
                around.client(), plan.shape(), plan.versions(), around.time()::instant, around.reporter());
        around.executor().execute(() -> registration.untilRegistered(around.time(), around.random()));
        wishes.add(around.timers().every(BEAT, BEAT, () -> around.executor().execute(registration::beat)));
        wishes.add(around.timers().every(STATUS, STATUS, () -> around.executor().execute(registration::refresh)));
    }

    public NodeAgent agent() {
        return agent;
    }

    @Override
    public void close() {
        wishes.forEach(Timers.Wish::cancel);
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
