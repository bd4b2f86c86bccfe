package dev.plimsoll.apiserver.authorization;

import dev.plimsoll.apiserver.capacity.NodeLoads;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredChange;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import dev.plimsoll.objects.pod.PodReferences;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which objects lead to which node: an object to the pods that name it, a pod to the node that it is bound to. Kept along with the
 * cache of pods; what a pod names is read when somebody first asks, and once per change of the pod.
 */
public final class NodeGraph implements KindCache.Observer {
    private static final String NODE_NAME = "spec.nodeName";

    private final Registry registry;
    private final Kind pods;
    private final Kind volumes;
    private final Kind certificateRequests;
    private final NodeLoads loads;
    private final Map<String, Map<String, Vertex>> podsByNode = new HashMap<>();

    /** Follows the pods of a registry; {@code loads} tells what this server wrote to the pods of a node last. */
    public NodeGraph(Registry registry, Kinds kinds, NodeLoads loads) {
        this.registry = registry;
        this.pods = kinds.named("", "Pod");
        this.volumes = kinds.named("", "PersistentVolume");
        this.certificateRequests = kinds.named("certificates.k8s.io", "PodCertificateRequest");
        this.loads = loads;
        registry.observe(pods, this);
    }

    /** A pod on a node. */
    private static final class Vertex {
        private final StoredObject pod;
        private @Nullable PodReferences references;

        Vertex(StoredObject pod) {
            this.pod = pod;
        }

        synchronized PodReferences references() {
            if (references == null) references = PodReferences.ofPodOnNode(pod.readable());
            return references;
        }
    }

    @Override
    public synchronized void loaded(Collection<IndexedObject> objects) {
        podsByNode.clear();
        objects.forEach(this::add);
    }

    @Override
    public synchronized void changed(StoredChange change) {
        if (change.before() != null) remove(change.before());
        if (change.now() != null) add(change.now());
    }

    private void add(IndexedObject pod) {
        var node = pod.fields().get(NODE_NAME);
        if (node == null) return;
        podsByNode.computeIfAbsent(node, _ -> new HashMap<>()).put(pod.object().key(), new Vertex(pod.object()));
    }

    private void remove(IndexedObject pod) {
        var node = pod.fields().get(NODE_NAME);
        if (node == null) return;
        podsByNode.computeIfPresent(node, (_, vertices) -> {
            vertices.remove(pod.object().key());
            return vertices.isEmpty() ? null : vertices;
        });
    }

    /** Whether a pod is bound to a node. */
    boolean isPodOn(String node, String namespace, String name) {
        awaitOwnWrites(node);
        synchronized (this) {
            return podsByNode.getOrDefault(node, Map.of()).containsKey(ObjectKey.of(pods, namespace, name));
        }
    }

    /** Whether a pod of a node, a mirror pod excepted, names an object of its own namespace. */
    boolean isReferencedOn(String node, String resource, String namespace, String name) {
        awaitOwnWrites(node);
        if (namespace.isEmpty()) return false;
        var prefix = ObjectKey.prefix(pods, namespace);
        for (var vertex : verticesOf(node)) {
            if (vertex.pod.key().startsWith(prefix) && vertex.references().has(resource, name)) return true;
        }
        return false;
    }

    /** Whether a volume belongs to a claim that a pod of a node names. */
    boolean isVolumeOn(String node, String volume) {
        return registry.find(volumes, "", volume)
                .map(found -> new PersistentVolumeObject(found.tree()).view().holder())
                .filter(holder -> isReferencedOn(node, PodReferences.VOLUME_CLAIMS, holder.namespace(), holder.name()))
                .isPresent();
    }

    /** Whether a node has sent a request for a certificate of a pod. */
    boolean isRequestOf(String node, String namespace, String name) {
        return registry.find(certificateRequests, namespace, name)
                .map(found -> new PodCertificateRequestObject(found.tree()).holder())
                .filter(holder -> holder.node().name().equals(node))
                .isPresent();
    }

    private void awaitOwnWrites(String node) {
        registry.awaitObserved(pods, loads.lastWritten(node));
    }

    private synchronized List<Vertex> verticesOf(String node) {
        return new ArrayList<>(podsByNode.getOrDefault(node, Map.of()).values());
    }
}
