package dev.plimsoll.apiserver.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.Views;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.store.Witness;
import java.util.ArrayList;
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
 */
public final class CapacityGuard {
    private static final String WITNESSES = "/capacity/nodes/";
    /** Each time another write to the node came first. */
    private static final int ATTEMPTS = 100;

    private final Registry registry;
    private final Kind pods;
    private final Kind nodes;
    private final EffectiveDemand demand;
    private final NodeLoads loads;
    /** What was read of nodes: they change far less often than pods are bound to them. */
    private final Map<String, Allocatable> allocatable = new ConcurrentHashMap<>();

    private record Allocatable(long revision, ResourceAmounts amounts) {}

    public CapacityGuard(Registry registry, Kinds kinds, EffectiveDemand demand, NodeLoads loads) {
        this.registry = registry;
        this.pods = kinds.named("", "Pod");
        this.nodes = kinds.named("", "Node");
        this.demand = demand;
        this.loads = loads;
    }

    /** Whether a node has room for one more pod. */
    public sealed interface Room {
        /** It has, as long as the witness is the same. */
        record Enough(Witness witness, ResourceAmounts requests) implements Room {}

        record Lacking(List<String> missing) implements Room {}
    }

    /**
     * Writes a resize of a pod on a node, so that bindings to the node notice. What the pod asked for before counts until its node
     * has seen the resize: the node may be granting it at this moment.
     */
    public Written resize(StoredObject current, ObjectNode next, String nodeName) {
        var key = WITNESSES + nodeName;
        var before = Views.pod(current.tree());
        var asked = demand.requests(before);
        var generation = next.path("metadata").path("generation").asLong();
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var noted = registry.noted(key);
            var withdrawn = WithdrawnResizes.parse(noted.value()).with(before, asked, generation);
            var witness = new Witness(key, noted.revision(), withdrawn.encoded());
            var written = registry.replace(current, next, witness);
            var isOnlyWitness =
                    written instanceof Written.Overtaken(var newer) && newer.revision() == current.revision();
            if (!isOnlyWitness) return written;
        }
        return new Written.Overtaken(current);
    }

    /** Writes a binding for which there was room. */
    public Written bind(StoredObject current, ObjectNode pod, String nodeName, Room.Enough room) {
        var written = registry.replace(current, pod, room.witness());
        if (written instanceof Written.Done(var stored)) loads.bound(stored, nodeName, room.requests());
        return written;
    }

    /** A node that is not known, or that says nothing of a resource, holds back nothing. */
    public Room room(String nodeName, ObjectNode pod) {
        var key = WITNESSES + nodeName;
        var noted = registry.noted(key);
        var node = registry.find(nodes, "", nodeName);
        if (node.isEmpty()) {
            allocatable.remove(ObjectKey.of(nodes, "", nodeName));
            var witness = new Witness(key, noted.revision(), noted.value());
            return new Room.Enough(witness, demand.requests(Views.pod(pod)));
        }
        registry.awaitObserved(pods, Math.max(noted.revision(), loads.lastWritten(nodeName)));
        var requests = demand.requests(Views.pod(pod));
        var load = loads.of(nodeName, WithdrawnResizes.parse(noted.value()));
        var missing = missing(requests, load, allocatable(node.get()));
        if (!missing.isEmpty()) return new Room.Lacking(missing);
        return new Room.Enough(new Witness(key, noted.revision(), load.open().encoded()), requests);
    }

    private ResourceAmounts allocatable(StoredObject node) {
        var known = allocatable.get(node.key());
        if (known != null && known.revision() == node.revision()) return known.amounts();
        var amounts = Views.node(node.tree()).allocatable();
        allocatable.put(node.key(), new Allocatable(node.revision(), amounts));
        return amounts;
    }

    private static List<String> missing(ResourceAmounts asked, NodeLoads.Load load, ResourceAmounts allocatable) {
        var missing = new ArrayList<String>();
        check(ResourceName.PODS, count(1), count(load.pods()), allocatable, missing);
        for (var name : asked.names()) {
            check(name, asked.amount(name), load.requests().amount(name), allocatable, missing);
        }
        return missing;
    }

    private static Quantity count(int pods) {
        return Quantity.of(pods, QuantityFormat.DECIMAL_SI);
    }

    private static void check(
            ResourceName name, Quantity asked, Quantity used, ResourceAmounts allocatable, List<String> missing) {
        if (!allocatable.contains(name) || asked.isZero()) return;
        var has = allocatable.amount(name);
        if (!used.plus(asked).isGreaterThan(has)) return;
        missing.add(name + ", requested: " + asked + ", used: " + used + ", allocatable: " + has);
    }
}
