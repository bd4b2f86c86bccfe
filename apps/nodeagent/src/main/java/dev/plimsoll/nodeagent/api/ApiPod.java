package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;

/**
 * A pod as the API has it.
 *
 * @param statusDigest of its whole status: what is read of it for decisions leaves most of it out
 */
public record ApiPod(Pod pod, int statusDigest) {
    public static ObjectDecoder.Decoded<ApiPod> decode(ObjectNode document) {
        return switch (PodReader.read(document)) {
            case Read.Ok<Pod>(var pod) -> new ObjectDecoder.Decoded.View<>(new ApiPod(pod, digest(document)));
            case Read.Malformed<Pod>(var problems) -> new ObjectDecoder.Decoded.Unreadable<>(problems.toString());
        };
    }

    /** The same for documents with the same status, whatever the order of its fields. */
    public static int digest(ObjectNode document) {
        return document.path("status").hashCode();
    }

    /** Whether it is a copy of a pod that its node has from a file. */
    public boolean isMirror() {
        return pod.metadata().annotations().containsKey(Pod.MIRROR_ANNOTATION);
    }

    public String uid() {
        return pod.metadata().uid();
    }
}
