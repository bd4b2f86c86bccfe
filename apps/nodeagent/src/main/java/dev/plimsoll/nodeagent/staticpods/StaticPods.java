package dev.plimsoll.nodeagent.staticpods;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.mirrorpods.MirrorPods;
import dev.plimsoll.nodeagent.mirrorpods.StaticPod;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a node that come from a folder ({@code --pod-manifest-path}) or an address ({@code --manifest-url}): they run without an API,
 * and go with their files. A file that changes makes another pod of it, which is begun when nothing of the old one is left.
 */
public final class StaticPods implements AutoCloseable {
    /** How often the folder is looked at where nothing tells of a change, and how often the address is asked. */
    private static final Duration PERIOD = Duration.ofSeconds(20);

    private static final Duration SOON = Duration.ofMillis(100);

    private final NodeAgent agent;
    private final NodeContext around;
    private final MirrorPods mirrors;
    private final Consumer<PodObject> documents;
    private final @Nullable StaticPodFolder folderOrNull;
    private final @Nullable StaticPodAddress addressOrNull;
    /** Those that the node was told of, by uid. */
    private final Map<String, StaticPod> told = new HashMap<>();
    /** Those that are to go, by name: the uids of pods that another one of their name waits for. */
    private final Map<ObjectName, String> leaving = new HashMap<>();

    /** Names of which both sources have a pod. */
    private Set<ObjectName> doubled = Set.of();

    /** Whether the node was told of the pods of every source. */
    private boolean hasEverything;

    private @Nullable NodeEvent heldBack;
    private final List<Thread> threads = new ArrayList<>();

    private StaticPods(
            StaticPodSources sources,
            NodeAgent agent,
            FeatureGates gates,
            NodeContext around,
            Consumer<PodObject> documents) {
        this.agent = agent;
        this.around = around;
        this.mirrors = agent.mirrors();
        this.documents = documents;
        var folder = sources.folderOrNull();
        var address = sources.addressOrNull();
        this.folderOrNull =
                folder == null ? null : new StaticPodFolder(folder, reader(agent, gates, around), around.reporter());
        this.addressOrNull =
                address == null ? null : new StaticPodAddress(address, reader(agent, gates, around), around.reporter());
    }

    private static StaticPodReader reader(NodeAgent agent, FeatureGates gates, NodeContext around) {
        return new StaticPodReader(agent.shape().name(), gates, around.time()::instant);
    }

    /**
     * Tells the node of the pods that are in the folder, and then of every change; of those of the address when it has answered. To be
     * called before the node hears of the API's pods, which is to be told through {@link #afterSources}.
     *
     * @param documents hears of each pod before the node does
     */
    public static StaticPods start(
            StaticPodSources sources,
            NodeAgent agent,
            FeatureGates gates,
            NodeContext around,
            Consumer<PodObject> documents) {
        var pods = new StaticPods(sources, agent, gates, around, documents);
        pods.look();
        var folder = sources.folderOrNull();
        if (folder != null)
            pods.threads.add(ComponentThreads.named("plimsoll-static-pods").start(() -> pods.watch(folder)));
        var address = pods.addressOrNull;
        if (address != null)
            pods.threads.add(ComponentThreads.named("plimsoll-manifest-url").start(() -> pods.poll(address)));
        return pods;
    }

    /**
     * Tells the node of something. That all sources have named their pods is held back until the address has answered once: what runs and was
     * not named would be removed.
     */
    public void afterSources(NodeEvent event) {
        if (event instanceof NodeEvent.SourcesReady && isHeldBack(event)) return;
        agent.tell(event);
    }

    private synchronized boolean isHeldBack(NodeEvent event) {
        if (hasEverything) return false;
        heldBack = event;
        return true;
    }

    /** Of two pods with one name that of the folder counts. */
    private Map<ObjectName, StaticPod> named() {
        var now = new HashMap<ObjectName, StaticPod>();
        if (folderOrNull != null) now.putAll(folderOrNull.pods());
        if (addressOrNull == null) return now;
        var twice = new HashSet<ObjectName>();
        addressOrNull.pods().forEach((name, pod) -> {
            if (now.putIfAbsent(name, pod) != null) twice.add(name);
        });
        for (var name : twice) {
            if (!doubled.contains(name))
                around.reporter()
                        .tell("static pods, a file has a pod " + name + " already; that of the address is not run");
        }
        doubled = twice;
        return now;
    }

    /** Compares folder and address with what the node was told. */
    private synchronized void look() {
        // Before its pods are taken: an answer that comes in between counts the next time.
        var hasAnswered = addressOrNull == null || addressOrNull.hasAnswered();
        var now = named();
        mirrors.show(now, hasAnswered);
        var uids = new HashMap<String, StaticPod>();
        now.values().forEach(pod -> uids.put(pod.uid(), pod));
        for (var pod : List.copyOf(told.values())) {
            if (uids.containsKey(pod.uid())) continue;
            told.remove(pod.uid());
            leaving.put(pod.name(), pod.uid());
            agent.tell(new NodeEvent.PodRemoved(around.time().instant(), pod.uid()));
        }
        var added = new ArrayList<StaticPod>();
        var isWaiting = false;
        for (var pod : now.values()) {
            if (told.containsKey(pod.uid())) continue;
            if (isLeaving(pod.name())) isWaiting = true;
            else added.add(pod);
        }
        if (!added.isEmpty()) tell(added);
        hasEverything = hasAnswered;
        if (hasEverything && heldBack != null) {
            agent.tell(heldBack);
            heldBack = null;
        }
        if (isWaiting)
            around.timers()
                    .at(
                            around.time().instant().plus(SOON),
                            () -> around.executor().execute(this::look));
    }

    private boolean isLeaving(ObjectName name) {
        var uid = leaving.get(name);
        if (uid == null) return false;
        if (agent.state().pod(uid) != null) return true;
        leaving.remove(name);
        return false;
    }

    private void tell(List<StaticPod> added) {
        for (var pod : added) {
            told.put(pod.uid(), pod);
            documents.accept(pod.document());
        }
        var pods = added.stream().map(StaticPod::pod).toList();
        agent.tell(new NodeEvent.PodsAdded(around.time().instant(), pods, PodSource.STATIC));
    }

    private void poll(StaticPodAddress address) {
        try {
            while (true) {
                address.fetch();
                look();
                around.time().sleep(PERIOD);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: the pods run on
        }
    }

    private void watch(Path folder) {
        try (var changes = folder.getFileSystem().newWatchService()) {
            var isRegistered = false;
            while (true) {
                isRegistered = isRegistered || register(folder, changes);
                look();
                var key = changes.poll(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
                if (key == null) continue;
                key.pollEvents();
                isRegistered = key.reset();
            }
        } catch (IOException e) {
            around.reporter().tell("static pods: " + folder + " cannot be watched: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: the pods run on
        }
    }

    private static boolean register(Path folder, WatchService changes) throws IOException {
        if (!Files.isDirectory(folder)) return false;
        folder.register(
                changes,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
        return true;
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        if (addressOrNull != null) addressOrNull.close();
    }
}
