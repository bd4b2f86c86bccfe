package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What people are told of containers that are started and stopped, in the kubelet's words. */
final class ContainerEvents {
    /** Where it goes. */
    interface Sink {
        void tell(ObjectMeta pod, String fieldPath, String reason, String message);
    }

    private final Set<String> images = ConcurrentHashMap.newKeySet();
    private volatile Sink sink = (_, _, _, _) -> {};

    void sink(Sink changed) {
        sink = changed;
    }

    /** Before a container is created: its image is pulled, unless it is there and the pod is content with that. */
    boolean pulling(Pod pod, Container container) {
        var policy = container.details().imagePullPolicy();
        var image = container.image();
        var isPulled = !policy.equals("Never") && (policy.equals("Always") || !images.contains(image));
        if (isPulled) tell(pod, container, "Pulling", "Pulling image \"" + image + "\"");
        return isPulled;
    }

    /**
     * It runs.
     *
     * @param isPulled whether its image had to be pulled
     * @param took how long that took; nothing is transferred, so that it has no size
     */
    void started(Pod pod, Container container, boolean isPulled, Duration took) {
        var image = container.image();
        images.add(image);
        var millis = took.toMillis();
        var time = millis % 1000 == 0 ? millis / 1000 + "s" : millis < 1000 ? millis + "ms" : millis / 1000.0 + "s";
        tell(
                pod,
                container,
                "Pulled",
                isPulled
                        ? "Successfully pulled image \"" + image + "\" in " + time + " (" + time
                                + " including waiting). Image size: 0 bytes."
                        : "Container image \"" + image + "\" already present on machine");
        tell(pod, container, "Created", "Container created");
        tell(pod, container, "Started", "Container started");
    }

    void stopping(Pod pod, Container container) {
        tell(pod, container, "Killing", "Stopping container " + container.name());
    }

    private void tell(Pod pod, Container container, String reason, String message) {
        sink.tell(pod.metadata(), pod.spec().fieldPath(container.name()), reason, message);
    }
}
