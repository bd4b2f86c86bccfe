package dev.plimsoll.apiserver.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.NodeViews;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Noted;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.fit.NodeCapacity;
import dev.plimsoll.core.fit.NodeFit;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.FencingKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sees to it that no more is promised on a node than it has, over all servers of a store.
 *
 * <p>Each node has a witness, a key that is written together with every binding to the node and with every resize of a pod on it.
 * A binding reads the witness, then counts what is on the node, then is written on condition that the witness has not moved: so
 * what was counted is all there was, whichever server wrote it. The witness holds what pods asked for before resizes that the node
 * may not have seen yet, so that all servers count them.
 *
 * <p>A resize needs no room: a pod that runs waits for it. Only one that its node has not let in yet would be sent away: for want
 * of room, or because its node finds no CPUs or NUMA nodes for the new size. The scheduler asked about those for the old one.
 */
public final class CapacityGuard {
    private static final String WITNESSES = "/capacity/nodes/";
    /** Each time another write to the node came first. */
    private static final int ATTEMPTS = 100;

    private static final String NOT_ADMITTED =
            "; the node has not admitted the pod yet and would refuse it with its new size: resize it once its containers"
                    + " have a status, then the resize waits for room";

    private static final String NOT_PLACED =
            " has not admitted the pod yet and chooses CPUs and NUMA nodes for its size when it does: resize it once its"
                    + " containers have a status";

    private final Registry registry;
    private final Kind pods;
    private final NodeViews nodes;
    private final EffectiveDemand demand;
    private final NodeLoads loads;
    /** By the keys of witnesses: what they held when they were last read or written here. */
    private final Map<String, Withdrawn> withdrawn = new ConcurrentHashMap<>();

    /** What the bytes of a witness say. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Withdrawn(byte[] bytes, WithdrawnResizes resizes) {}

    public CapacityGuard(Registry registry, Kinds kinds, EffectiveDemand demand, NodeLoads loads) {
        this.registry = registry;
        this.pods = kinds.named("", "Pod");
        this.nodes = new NodeViews(registry, kinds.named("", "Node"));
        this.demand = demand;
        this.loads = loads;
    }

    /** Whether a node has room for one more pod. */
    public sealed interface Room {
        /** It has, as long as the witness is the same. */
        record Enough(FencingKey fencingKey, ResourceAmounts requests) implements Room {}

        record Lacking(List<String> missing) implements Room {}
    }

    /**
     * Writes a resize of a pod on a node, so that bindings to the node notice. What the pod asked for before counts until its node
     * has seen the resize: the node may be granting it at this moment.
     *
     * @throws RefusedException where the node has not let the pod in and would have no room for it
     */
    public Written resize(StoredObject current, ObjectNode next, PodChange pods, String nodeName) {
        var key = WITNESSES + nodeName;
        var before = pods.stored();
        var asked = demand.requests(before);
        var generation = pods.next().metadata().generation();
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var noted = registry.noted(key);
            checkRoom(current, pods, nodeName, noted);
            var changed = withdrawn(key, noted).with(before, asked, generation);
            var encoded = changed.encoded();
            var fencingKey = new FencingKey(key, noted.revision(), encoded);
            var written = registry.replace(current, next, fencingKey);
            if (written instanceof Written.Done(var stored)) {
                withdrawn.put(key, new Withdrawn(encoded, changed));
                if (!pods.next().status().isTerminal()) loads.known(stored, nodeName, demand.requests(pods.next()));
            }
            var isOnlyWitness =
                    written instanceof Written.Overtaken(var newer) && newer.revision() == current.revision();
            if (!isOnlyWitness) return written;
        }
        return new Written.Overtaken(current);
    }

    /**
     * Whether a resize would be written.
     *
     * @throws RefusedException if not
     */
    public void checkResize(StoredObject current, PodChange pods, String nodeName) {
        checkRoom(current, pods, nodeName, registry.noted(WITNESSES + nodeName));
    }

    private void checkRoom(StoredObject current, PodChange pods, String nodeName, Noted noted) {
        var before = pods.stored();
        if (before.status().showsAdmission() || before.status().isTerminal()) return;
        var node = nodes.find(nodeName);
        if (node.isEmpty()) return;
        var published = nodes.managers(nodeName);
        if (published.isPresent() && published.get().decideOtherwise(before, pods.next())) {
            throw refusal(before, "node \"" + nodeName + "\"" + NOT_PLACED);
        }
        awaitObserved(nodeName, noted);
        var load = loads.ofOthers(nodeName, withdrawn(WITNESSES + nodeName, noted), current);
        var allocatable = node.get().allocatable();
        if (allocatable.isEmpty()) return;
        var missing = NodeFit.insufficientForGrowth(
                asked(before), asked(pods.next()), NodeCapacity.of(allocatable, load::units));
        if (missing.isEmpty()) return;
        throw refusal(before, lacking(nodeName, texts(missing)) + NOT_ADMITTED);
    }

    private static RefusedException refusal(Pod pod, String reason) {
        return new RefusedException(
                new Refusal.Conflict("", "pods/resize", pod.metadata().name(), reason));
    }

    private void awaitObserved(String nodeName, Noted noted) {
        registry.awaitObserved(pods, Math.max(noted.revision(), loads.lastWritten(nodeName)));
    }

    /** What a client is told. */
    public static String lacking(String nodeName, List<String> missing) {
        return "node \"" + nodeName + "\" does not have enough allocatable resources: " + String.join("; ", missing);
    }

    /** Writes a binding for which there was room. */
    public Written bind(StoredObject current, ObjectNode pod, String nodeName, Room.Enough room) {
        var written = registry.replace(current, pod, room.fencingKey());
        if (written instanceof Written.Done(var stored)) loads.known(stored, nodeName, room.requests());
        return written;
    }

    /** A node that is not known holds back nothing. */
    public Room room(String nodeName, ObjectNode pod) {
        var key = WITNESSES + nodeName;
        var noted = registry.noted(key);
        var node = nodes.find(nodeName);
        if (node.isEmpty()) {
            var fencingKey = new FencingKey(key, noted.revision(), noted.value());
            return new Room.Enough(fencingKey, asked(Views.pod(pod)));
        }
        awaitObserved(nodeName, noted);
        var requests = asked(Views.pod(pod));
        var load = loads.of(nodeName, withdrawn(key, noted));
        var missing = missing(requests, load, node.get().allocatable());
        if (!missing.isEmpty()) return new Room.Lacking(missing);
        return new Room.Enough(new FencingKey(key, noted.revision(), load.open().encoded()), requests);
    }

    /** What is noted beside a node; bytes that this server wrote or has read before are not read again. */
    private WithdrawnResizes withdrawn(String key, Noted noted) {
        var known = withdrawn.get(key);
        if (known != null && Arrays.equals(known.bytes(), noted.value())) return known.resizes();
        var read = WithdrawnResizes.parse(noted.value());
        withdrawn.put(key, new Withdrawn(noted.value(), read));
        return read;
    }

    /** As the node itself will count; but a node that says nothing of what it has holds back nothing. */
    private static List<String> missing(ResourceAmounts asked, NodeLoads.Load load, ResourceAmounts allocatable) {
        if (allocatable.isEmpty()) return List.of();
        return texts(NodeFit.insufficient(asked, NodeCapacity.of(allocatable, load::units)));
    }

    private static List<String> texts(List<InsufficientResource> missing) {
        return missing.stream().map(InsufficientResource::quantities).toList();
    }

    /** What a pod asks for that no node has let in; what its status says was not said by a node. */
    private ResourceAmounts asked(Pod pod) {
        return demand.requests(pod.withStatus(PodStatus.NONE));
    }
}
