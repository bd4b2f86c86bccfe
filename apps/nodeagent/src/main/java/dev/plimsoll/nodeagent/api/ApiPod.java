package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.pod.PodObject;

/**
 * A pod as the API has it.
 *
 * @param statusDigest of its whole status: what is read of it for decisions leaves most of it out
 */
public record ApiPod(Pod pod, int statusDigest) {
    public static ObjectDecoder.Decoded<ApiPod> decode(ObjectNode document) {
        return of(PodObject.KIND.of(document));
    }

    /** What is kept of a pod: its document is not held. */
    public static ObjectDecoder.Decoded<ApiPod> of(PodObject pod) {
        return switch (pod.keptView()) {
            case Read.Ok<Pod>(var view) -> new ObjectDecoder.Decoded.View<>(new ApiPod(view, pod.statusDigest()));
            case Read.Malformed<Pod>(var problems) -> new ObjectDecoder.Decoded.Unreadable<>(problems.toString());
        };
    }

    /** Whether it is a copy of a pod that its node has from a file. */
    public boolean isMirror() {
        return pod.metadata().annotations().containsKey(Pod.MIRROR_ANNOTATION);
    }

    public String uid() {
        return pod.metadata().uid();
    }
}
