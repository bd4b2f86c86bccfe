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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a node that come from a folder ({@code --pod-manifest-path}): they run without an API, and go with their files. A file that
 * changes makes another pod of it, which is begun when nothing of the old one is left.
 */
public final class StaticPods implements AutoCloseable {
    /** How often the folder is looked at where nothing tells of a change. */
    private static final Duration PERIOD = Duration.ofSeconds(20);

    private static final Duration SOON = Duration.ofMillis(100);

    private final NodeAgent agent;
    private final NodeContext around;
    private final MirrorPods mirrors;
    private final Consumer<PodObject> documents;
    private final Path folder;
    private final StaticPodFolder content;
    /** Those that the node was told of, by uid. */
    private final Map<String, StaticPod> told = new HashMap<>();
    /** Those that are to go, by name: the uids of pods that another one of their name waits for. */
    private final Map<ObjectName, String> leaving = new HashMap<>();

    private @Nullable Thread watching;

    private StaticPods(
            Path folder, NodeAgent agent, FeatureGates gates, NodeContext around, Consumer<PodObject> documents) {
        this.folder = folder;
        this.agent = agent;
        this.around = around;
        this.mirrors = agent.mirrors();
        this.documents = documents;
        var reader = new StaticPodReader(agent.shape().name(), gates, around.time()::instant);
        this.content = new StaticPodFolder(folder, reader, around.reporter());
    }

    /**
     * Tells the node of the pods that are in the folder, and then of every change. To be called before the node hears of the API's pods.
     *
     * @param documents hears of each pod before the node does
     */
    public static StaticPods start(
            Path folder, NodeAgent agent, FeatureGates gates, NodeContext around, Consumer<PodObject> documents) {
        var pods = new StaticPods(folder, agent, gates, around, documents);
        pods.look();
        pods.watching = ComponentThreads.named("plimsoll-static-pods").start(pods::watch);
        return pods;
    }

    /** Compares the folder with what the node was told. */
    private synchronized void look() {
        var now = content.pods();
        mirrors.show(now);
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

    private void watch() {
        try (var changes = folder.getFileSystem().newWatchService()) {
            var isRegistered = false;
            while (true) {
                isRegistered = isRegistered || register(changes);
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

    private boolean register(WatchService changes) throws IOException {
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
        if (watching != null) watching.interrupt();
    }
}
