package dev.plimsoll.nodeagent.cri;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.client.cache.Decoder;
import dev.plimsoll.client.cache.Handler;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The pods of the node as the API wrote them: a container needs more of them than decisions do. */
public final class PodDocuments implements Decoder<Pod>, Handler<Pod> {
    private final Map<String, ObjectNode> byUid = new ConcurrentHashMap<>();

    public Optional<ObjectNode> find(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    @Override
    public Decoded<Pod> decode(ObjectNode document) {
        return switch (PodReader.read(document)) {
            case Read.Ok<Pod>(var pod) -> {
                byUid.put(pod.metadata().uid(), document);
                yield new Decoded.View<>(pod);
            }
            case Read.Malformed<Pod>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    @Override
    public void changed(Change<Pod> change) {
        if (change instanceof Change.Removed<Pod>(var _, var pod))
            byUid.remove(pod.metadata().uid());
    }
}
