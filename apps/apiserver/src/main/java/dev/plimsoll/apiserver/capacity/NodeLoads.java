package dev.plimsoll.apiserver.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredChange;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.PreviousDemand;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.objects.pod.PodObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods of each node and what they demand, a pending resize counted. Kept along with the cache of pods; a pod is only read when
 * somebody asks for its node, and then once per change.
 */
public final class NodeLoads implements KindCache.Observer, Registry.WriteListener {
    private static final String NODE_NAME = "spec.nodeName";

    private final EffectiveDemand demand;
    private final Map<String, Map<String, OnNode>> nodes = new HashMap<>();
    /** By nodes: the newest revision of a pod on it that this server wrote. */
    private final Map<String, Long> lastWritten = new ConcurrentHashMap<>();

    public NodeLoads(EffectiveDemand demand) {
        this.demand = demand;
    }

    /** Demands of pods that were just bound, until the cache shows them; by the keys of pods. */
    private final Map<String, Bound> bound = new HashMap<>();

    /** The newest change that the cache has told of. */
    private long seen;

    private record Bound(long revision, ResourceAmounts demand) {}

    /** What a pod demands that was bound or resized by this write: it need not be read again to be known. */
    synchronized void known(StoredObject pod, String node, ResourceAmounts requests) {
        if (seen < pod.revision()) {
            bound.put(pod.key(), new Bound(pod.revision(), requests));
            return;
        }
        var held = nodes.getOrDefault(node, Map.of()).get(pod.key());
        if (held != null && held.pod.revision() == pod.revision()) held.know(requests);
    }

    @Override
    public void wrote(Kind kind, ObjectNode object, long revision) {
        if (!kind.is("", "Pod")) return;
        var node = new PodObject(object).nodeName();
        if (!node.isEmpty()) lastWritten.merge(node, revision, Math::max);
    }

    /** What has to be observed before the load of a node is what the writers of its pods expect. */
    public long lastWritten(String node) {
        return lastWritten.getOrDefault(node, 0L);
    }

    /**
     * What is on a node.
     *
     * @param held the sum over all pods that have not ended, and how many they are, each amount rounded as its node rounds it
     * @param open of the resizes that were asked about, those that still count
     */
    record Load(Map<ResourceName, Long> held, WithdrawnResizes open) {
        long units(ResourceName name) {
            return held.getOrDefault(name, 0L);
        }
    }

    /** A pod on a node; its demand is null until somebody asked for it. */
    private static final class OnNode {
        private final StoredObject pod;
        private @Nullable ResourceAmounts demand;
        private boolean ended;
        private @Nullable String uid;

        OnNode(StoredObject pod) {
            this.pod = pod;
        }

        synchronized String uid() {
            var known = uid;
            if (known == null) known = DocumentMetadata.of(pod.readable()).uid();
            uid = known;
            return known;
        }

        synchronized void know(ResourceAmounts requests) {
            if (demand == null) demand = requests;
        }
    }

    @Override
    public synchronized void loaded(Collection<IndexedObject> objects) {
        nodes.clear();
        bound.clear();
        objects.forEach(this::add);
    }

    @Override
    public synchronized void changed(StoredChange change) {
        seen = change.revision();
        if (change.before() != null) remove(change.before());
        if (change.now() != null) add(change.now());
    }

    private void add(IndexedObject pod) {
        var node = pod.fields().get(NODE_NAME);
        if (node == null) return;
        var held = new OnNode(pod.object());
        var known = bound.remove(pod.object().key());
        if (known != null && known.revision() == pod.object().revision()) held.know(known.demand());
        nodes.computeIfAbsent(node, _ -> new HashMap<>()).put(pod.object().key(), held);
    }

    private void remove(IndexedObject pod) {
        var node = pod.fields().get(NODE_NAME);
        if (node == null) return;
        nodes.computeIfPresent(node, (_, held) -> {
            held.remove(pod.object().key());
            return held.isEmpty() ? null : held;
        });
    }

    /** The load, with what its pods asked for before resizes that the node has not seen yet. */
    Load of(String node, WithdrawnResizes withdrawn) {
        return sum(onNode(node), withdrawn);
    }

    /** The same without one pod. */
    Load ofOthers(String node, WithdrawnResizes withdrawn, StoredObject pod) {
        var others = onNode(node);
        others.removeIf(held -> held.pod.key().equals(pod.key()));
        return sum(others, withdrawn);
    }

    private Load sum(List<OnNode> pods, WithdrawnResizes withdrawn) {
        var sum = new HashMap<ResourceName, Long>();
        var open = new HashMap<String, PreviousDemand>();
        for (var held : pods) {
            var requests = demandOf(held);
            if (held.ended) continue;
            var counted = withdrawn.isEmpty() ? requests : atLeast(held, requests, withdrawn, open);
            for (var i = 0; i < counted.size(); i++)
                sum.merge(counted.name(i), Amounts.units(counted, counted.name(i)), Long::sum);
            sum.merge(ResourceName.PODS, 1L, Long::sum);
        }
        return new Load(sum, WithdrawnResizes.of(open));
    }

    private ResourceAmounts atLeast(
            OnNode held, ResourceAmounts requests, WithdrawnResizes withdrawn, Map<String, PreviousDemand> open) {
        var uid = held.uid();
        var found = withdrawn.find(uid);
        if (found.isEmpty()) return requests;
        var before = found.get();
        var pod = Views.pod(held.pod.readable());
        if (before.isOpen(pod, requests, demand.requests(pod.withStatus(PodStatus.NONE)))) open.put(uid, before);
        return before.counted(pod, requests);
    }

    /** The pods of a node, ended ones included. */
    public List<StoredObject> podsOn(String node) {
        return onNode(node).stream().map(held -> held.pod).toList();
    }

    private synchronized List<OnNode> onNode(String node) {
        return new ArrayList<>(nodes.getOrDefault(node, Map.of()).values());
    }

    /** Computed outside the lock of the index, so that reading pods never holds up the cache. */
    private ResourceAmounts demandOf(OnNode held) {
        synchronized (held) {
            if (held.demand != null) return held.demand;
            var pod = Views.pod(held.pod.readable());
            held.ended = pod.status().isTerminal();
            held.demand = held.ended ? ResourceAmounts.EMPTY : demand.requests(pod);
            return held.demand;
        }
    }
}
