package dev.plimsoll.nodeagent.mirrorpods;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.pod.PodObject;

/**
 * A pod from a file of the node, with all that the node adds to it.
 *
 * @param document the whole of it
 * @param pod what decisions need of it
 */
public record StaticPod(PodObject document, Pod pod) {
    public static final String HASH = "kubernetes.io/config.hash";
    public static final String SOURCE = "kubernetes.io/config.source";
    public static final String SEEN = "kubernetes.io/config.seen";

    /** It is another one for each content, node and file. */
    public String uid() {
        return pod.metadata().uid();
    }

    public ObjectName name() {
        return new ObjectName(pod.metadata().namespace(), pod.metadata().name());
    }
}
