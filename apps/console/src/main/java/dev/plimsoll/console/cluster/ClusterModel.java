package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.console.wire.RowBytes;
import dev.plimsoll.console.wire.RowTable;
import dev.plimsoll.console.wire.Words;
import dev.plimsoll.runtime.Reporter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Pods and nodes as the page shows them, kept up change by change. Used by one thread, the loop of the viewers. */
public final class ClusterModel {
    private static final int PODS = 1;
    private static final int NODES = 2;
    private static final Duration WRITE_EVERY = Duration.ofSeconds(10);
    private static final Duration WRITE_USE_EVERY = Duration.ofMinutes(1);

    private final ClusterCaches caches;
    private final Words words = new Words();
    private final RowTable podTable = new RowTable(PODS, words);
    private final RowTable nodeTable = new RowTable(NODES, words);
    private final Map<ObjectName, PodFacts> pods = new HashMap<>();
    private final Map<String, NodeFigures> nodes = new TreeMap<>();
    private final Set<ObjectName> resizing = new TreeSet<>();
    private final Set<ObjectName> unscheduled = new TreeSet<>();
    private final NodeSums sums = new NodeSums();
    private final ResizeHistory history = new ResizeHistory();
    private final RecommendationHistory scaling = new RecommendationHistory();
    private final UseHistory use = new UseHistory();
    private final RecommendationSampler sampler;
    private final @Nullable HistoryFile fileOrNull;
    private final Reporter reporter;
    private long writtenRevision;
    private boolean isScalingWritten = true;
    private boolean isUseWritten = true;
    /** As it was when the last batch had been taken over: what had been listed by then is in the next batch at the latest. */
    private UseHistory.Listed listed = UseHistory.Listed.NOTHING;

    private Instant nextWrite = Instant.MIN;
    private Instant nextUseWrite = Instant.MIN;

    /**
     * Without objects yet, with the history of a file.
     *
     * @param fileOrNull null where history ends with the process
     */
    public ClusterModel(ClusterCaches caches, @Nullable HistoryFile fileOrNull, Reporter reporter) {
        this.caches = caches;
        this.reporter = reporter;
        this.fileOrNull = fileOrNull;
        this.sampler = new RecommendationSampler(caches, scaling);
        if (fileOrNull != null) fileOrNull.read(history, scaling, use);
    }

    /** Takes over what has changed in the caches. */
    public void update(DirtyObjects.Batch batch, Instant now) {
        caches.turn(now);
        var touched = new HashSet<>(batch.nodes());
        batch.pods().forEach((name, times) -> attempt(name, times, touched));
        for (var node : touched) node(node, now);
        if (sampler.sample(now)) isScalingWritten = false;
        if (use.sample(pods.values(), nodes.values(), listed, now)) isUseWritten = false;
        listed = new UseHistory.Listed(caches.pods().isSynced(), caches.nodes().isSynced());
        if (!now.isBefore(nextWrite)) {
            nextWrite = now.plus(WRITE_EVERY);
            writeEvents();
        }
        if (!now.isBefore(nextUseWrite)) {
            nextUseWrite = now.plus(WRITE_USE_EVERY);
            writeUse();
        }
    }

    /** Writes the history where it has changed. */
    public void write() {
        writeEvents();
        writeUse();
    }

    private void writeEvents() {
        if (fileOrNull == null || (isScalingWritten && history.revision() == writtenRevision)) return;
        fileOrNull.write(history, scaling);
        isScalingWritten = true;
        writtenRevision = history.revision();
    }

    private void writeUse() {
        if (fileOrNull == null || isUseWritten) return;
        fileOrNull.write(use);
        isUseWritten = true;
    }

    /** A pod that cannot be counted stays as it was, and keeps no other from being brought up to date. */
    private void attempt(ObjectName name, DirtyObjects.Times times, Set<String> touched) {
        try {
            pod(name, times, touched);
        } catch (RuntimeException e) {
            reporter.defect("while pod " + name + " was counted", e);
        }
    }

    private void pod(ObjectName name, DirtyObjects.Times times, Set<String> touched) {
        var object = caches.pods().find(name);
        var before = pods.get(name);
        // Whatever fails does so here, before anything is changed.
        var facts = object.map(
                        each -> PodFacts.of(each, caches.metrics().find(name).orElse(null)))
                .orElse(null);
        if (before != null) {
            sums.remove(before);
            touched.add(before.node());
        }
        if (facts == null) {
            pods.remove(name);
            podTable.remove(name);
            resizing.remove(name);
            unscheduled.remove(name);
        } else {
            pods.put(facts.name(), facts);
            sums.add(facts);
            touched.add(facts.node());
            keep(resizing, facts.name(), facts.isResizing());
            keep(unscheduled, facts.name(), facts.isUnscheduled());
            row(facts);
        }
        history.podChanged(before, facts, times);
    }

    private static void keep(Set<ObjectName> set, ObjectName name, boolean isIn) {
        if (isIn) set.add(name);
        else set.remove(name);
    }

    private void node(String name, Instant now) {
        if (name.isEmpty()) return;
        var object = caches.nodes().find(ObjectName.ofCluster(name));
        var before = nodes.get(name);
        if (object.isEmpty()) {
            nodes.remove(name);
            nodeTable.remove(ObjectName.ofCluster(name));
            return;
        }
        var facts = sums.of(object.get());
        nodes.put(name, facts);
        row(facts);
        history.nodeChanged(before, facts, now);
    }

    private void row(PodFacts pod) {
        var namespace = words.number(pod.name().namespace());
        var node = words.number(pod.node());
        var status = words.number(pod.status());
        var qos = words.number(pod.qosClass());
        var resize = words.number(pod.resize());
        var content = new RowBytes()
                .number(namespace)
                .text(pod.name().name())
                .number(node)
                .number(status)
                .number(qos)
                .number(resize)
                .number(pod.restarts())
                .number(pod.created().getEpochSecond())
                .number((pod.isPodLevel() ? 1 : 0) | (pod.isEnded() ? 2 : 0) | (pod.isResizing() ? 4 : 0));
        states(content, pod.cpu());
        states(content, pod.memory());
        podTable.put(pod.name(), content, namespace, node, status, qos, resize);
    }

    /** Most pods have the same in all states: those are told by a bit each. */
    private static void states(RowBytes content, ResourceStates states) {
        var isAllocatedSame = states.allocated() == states.desired();
        var isActualSame = states.actual() == states.desired();
        content.number((isAllocatedSame ? 1 : 0) | (isActualSame ? 2 : 0)).number(states.desired());
        // Unknown is 0; everything else is one more than it is.
        if (!isAllocatedSame) content.number(states.allocated() + 1);
        if (!isActualSame) content.number(states.actual() + 1);
        content.number(states.used() + 1);
    }

    private void row(NodeFigures node) {
        var content = new RowBytes()
                .text(node.name())
                .number((node.isReady() ? 1 : 0) | (node.isCordoned() ? 2 : 0))
                .number(node.pods())
                .number(node.pending());
        share(content, node.cpu());
        share(content, node.memory());
        nodeTable.put(ObjectName.ofCluster(node.name()), content);
    }

    private static void share(RowBytes content, NodeFigures.Share share) {
        content.number(share.whole()).number(share.held()).number(share.used() + 1);
    }

    public ClusterCaches caches() {
        return caches;
    }

    public RowTable podTable() {
        return podTable;
    }

    public RowTable nodeTable() {
        return nodeTable;
    }

    public Collection<NodeFigures> nodes() {
        return Collections.unmodifiableCollection(nodes.values());
    }

    public @Nullable NodeFigures nodeOrNull(String name) {
        return nodes.get(name);
    }

    public Collection<PodFacts> pods() {
        return Collections.unmodifiableCollection(pods.values());
    }

    public @Nullable PodFacts podOrNull(ObjectName name) {
        return pods.get(name);
    }

    public Set<ObjectName> resizing() {
        return Collections.unmodifiableSet(resizing);
    }

    public Set<ObjectName> unscheduled() {
        return Collections.unmodifiableSet(unscheduled);
    }

    public ResizeHistory history() {
        return history;
    }

    public UseHistory use() {
        return use;
    }

    public RecommendationHistory scaling() {
        return scaling;
    }
}
