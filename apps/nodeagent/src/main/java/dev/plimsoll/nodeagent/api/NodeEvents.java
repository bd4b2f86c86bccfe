package dev.plimsoll.nodeagent.api;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.EventSource;
import dev.plimsoll.client.events.Occurrence;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.nodeagent.loop.Coalescing;
import dev.plimsoll.runtime.ProgramContext;
import java.util.concurrent.Executor;

/** What a node has to say about its pods and itself, written to the API in turn by nobody who waits for it. */
public final class NodeEvents {
    private final EventRecorder recorder;
    private final String node;
    private final Coalescing<EventRecorder> writing;

    public NodeEvents(ApiClient client, String node, Executor executor, ProgramContext program) {
        this.recorder = new EventRecorder(client, new EventSource("kubelet", node), program.time(), program.random());
        this.node = node;
        this.writing = new Coalescing<>(executor, NodeEvents::flush);
    }

    public void aboutPod(ObjectMeta pod, boolean isWarning, String reason, String message) {
        aboutPod(pod, "", isWarning, reason, message);
    }

    /**
     * The same about a part of the pod.
     *
     * @param fieldPath such as {@code spec.containers{app}}; empty for the whole
     */
    public void aboutPod(ObjectMeta pod, String fieldPath, boolean isWarning, String reason, String message) {
        var about = new About("v1", "Pod", pod.namespace(), pod.name(), pod.uid(), "", fieldPath);
        tell(about, isWarning, reason, message);
    }

    public void aboutNode(boolean isWarning, String reason, String message) {
        tell(new About("v1", "Node", "", node, node, "", ""), isWarning, reason, message);
    }

    private void tell(About about, boolean isWarning, String reason, String message) {
        recorder.record(about, isWarning ? Occurrence.Type.WARNING : Occurrence.Type.NORMAL, reason, message);
        writing.put(recorder);
    }

    private static void flush(EventRecorder recorder) {
        try {
            recorder.flush();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: events are for people, and nothing depends on them
        }
    }
}
