package dev.plimsoll.snapshot.tree;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Fields that are not part of a snapshot: what could be secret, what names machines from outside, and what no decision reads. A field is
 * known by its name and by that of the object or list that holds it.
 */
public final class LeftOutFields {
    private static final Set<String> CONTAINERS = Set.of("containers", "initContainers", "ephemeralContainers");
    private static final Set<String> CONTAINER_STATUSES =
            Set.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses");

    /** What a file has not. */
    public static final LeftOutFields OF_FILES = new LeftOutFields(ofFiles());

    /** What is not kept in memory: in addition the names of environment variables, which no decision reads. */
    public static final LeftOutFields OF_MEMORY = new LeftOutFields(ofMemory());

    private final Map<String, Set<String>> names;

    private LeftOutFields(Map<String, Set<String>> names) {
        this.names = names;
    }

    /**
     * Whether a field is left out.
     *
     * @param holder the name of the object that has the field, or of the list that has the object
     */
    public boolean contains(String holder, String field) {
        var held = names.get(holder);
        return held != null && held.contains(field);
    }

    /** Whether the value of an annotation is a whole object, as {@code kubectl apply} keeps it. */
    public static boolean isObject(String annotation) {
        return annotation.startsWith("{")
                && annotation.contains("\"apiVersion\":")
                && annotation.contains("\"kind\":")
                && annotation.contains("\"metadata\":");
    }

    private static Map<String, Set<String>> ofFiles() {
        var fields = new HashMap<String, Set<String>>();
        fields.put("metadata", Set.of("managedFields", "selfLink"));
        fields.put("annotations", Set.of("kubectl.kubernetes.io/last-applied-configuration"));
        for (var list : CONTAINERS) {
            fields.put(
                    list,
                    Set.of(
                            "command",
                            "args",
                            "workingDir",
                            "livenessProbe",
                            "readinessProbe",
                            "startupProbe",
                            "lifecycle",
                            "terminationMessagePath",
                            "terminationMessagePolicy"));
        }
        fields.put("env", Set.of("value"));
        for (var list : CONTAINER_STATUSES) fields.put(list, Set.of("containerID", "imageID"));
        fields.put("terminated", Set.of("containerID", "message"));
        fields.put("status", Set.of("podIP", "podIPs", "hostIP", "hostIPs", "addresses", "daemonEndpoints"));
        fields.put("spec", Set.of("podCIDR", "podCIDRs", "providerID", "hostAliases", "dnsConfig"));
        fields.put("nodeInfo", Set.of("machineID", "systemUUID", "bootID"));
        fields.put("conditions", Set.of("lastProbeTime", "lastHeartbeatTime"));
        fields.put("clientConfig", Set.of("caBundle", "url"));
        return fields;
    }

    private static Map<String, Set<String>> ofMemory() {
        var fields = new HashMap<>(ofFiles());
        for (var list : CONTAINERS) {
            var more = new HashSet<>(fields.getOrDefault(list, Set.of()));
            more.addAll(Set.of("env", "envFrom"));
            fields.put(list, Set.copyOf(more));
        }
        return fields;
    }
}
