package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.Handler;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.objects.pod.PodObject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The pods of the node as the API wrote them: a container needs more of them than decisions do. */
public final class NodePodDocuments implements ObjectDecoder<ApiPod>, Handler<ApiPod> {
    private final Map<String, PodObject> byUid = new ConcurrentHashMap<>();

    public Optional<PodObject> find(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /** A pod that the node has from a file. */
    public void keep(PodObject pod) {
        byUid.put(pod.uid(), pod);
    }

    @Override
    public Decoded<ApiPod> decode(ObjectNode document) {
        var pod = PodObject.KIND.of(document);
        var decoded = ApiPod.of(pod);
        if (decoded instanceof Decoded.View<ApiPod>) byUid.put(pod.uid(), pod);
        return decoded;
    }

    @Override
    public void changed(CacheChange<ApiPod> change) {
        if (change instanceof CacheChange.Removed<ApiPod>(var _, var pod)) byUid.remove(pod.uid());
    }
}
