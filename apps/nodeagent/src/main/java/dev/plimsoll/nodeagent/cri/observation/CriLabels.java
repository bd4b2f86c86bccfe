package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.Sandbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The labels and annotations by which sandboxes and containers are found again. */
public final class CriLabels {
    public static final String POD_NAME = "io.kubernetes.pod.name";
    public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
    public static final String POD_UID = "io.kubernetes.pod.uid";
    public static final String CONTAINER = "io.kubernetes.container.name";
    public static final String RESTART_COUNT = "io.kubernetes.container.restartCount";
    public static final String MESSAGE_PATH = "io.kubernetes.container.terminationMessagePath";
    public static final String MESSAGE_POLICY = "io.kubernetes.container.terminationMessagePolicy";
    public static final String CREATED_WITH = "plimsoll.dev/created-with";
    public static final String OWN_RESOURCES = "plimsoll.dev/exclusive-resources";
    /** Images that are mounted, with commas between them: no call of CRI tells of them. */
    public static final String MOUNTED_IMAGES = "plimsoll.dev/mounted-images";

    private CriLabels() {}

    public static Map<String, String> ofPod(ObjectMeta pod) {
        var labels = new HashMap<String, String>();
        labels.put(POD_NAME, pod.name());
        labels.put(POD_NAMESPACE, pod.namespace());
        labels.put(POD_UID, pod.uid());
        return labels;
    }

    /** Images that a container mounts. */
    public static List<String> mountedImages(Container container) {
        var noted = container.annotations().getOrDefault(MOUNTED_IMAGES, "");
        return noted.isEmpty() ? List.of() : List.of(noted.split(",", -1));
    }

    public static Map<String, String> selecting(String uid) {
        return Map.of(POD_UID, uid);
    }

    static String uid(Sandbox sandbox) {
        return sandbox.labels().getOrDefault(POD_UID, "");
    }

    static String uid(Container container) {
        return container.labels().getOrDefault(POD_UID, "");
    }

    public static String name(Container container) {
        return container.labels().getOrDefault(CONTAINER, container.name());
    }

    /** As noted at the container; else the runtime's own count. */
    public static int restartCount(Container container) {
        try {
            return Integer.parseInt(container.annotations().getOrDefault(RESTART_COUNT, ""));
        } catch (NumberFormatException _) {
            return container.attempt(); // made by somebody who notes nothing
        }
    }
}
