package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.kinds.defaults.DroppedFields;

/** What every reading of a pod's spec or of a pod template fills in, its resources aside. */
public final class PodDefaults {
    /** Behind gates that are off by default, and that nothing here acts on. */
    private static final DroppedFields DROPPED = DroppedFields.of("evictionResponders", "schedulingGroup");

    private PodDefaults() {}

    /** Of a pod or a template. */
    public static void apply(ObjectNode spec) {
        DROPPED.accept(spec);
        absent(spec, "restartPolicy", "Always");
        absent(spec, "dnsPolicy", "ClusterFirst");
        absent(spec, "schedulerName", "default-scheduler");
        if (!spec.has("terminationGracePeriodSeconds")) spec.put("terminationGracePeriodSeconds", 30);
        if (!spec.has("securityContext")) spec.putObject("securityContext");
        serviceAccount(spec);
        for (var list : new String[] {"containers", "initContainers", "ephemeralContainers"}) {
            for (var container : spec.path(list)) if (container instanceof ObjectNode node) container(node);
        }
        for (var volume : spec.path("volumes")) if (volume instanceof ObjectNode node) volume(node);
    }

    /** Signals that end containers: nothing of them is kept where their gate is off. */
    public static void stopSignals(ObjectNode spec, FeatureGates gates) {
        if (gates.isOn(Gate.CONTAINER_STOP_SIGNALS)) return;
        for (var list : new String[] {"containers", "initContainers", "ephemeralContainers"}) {
            for (var container : spec.path(list)) {
                if (!(container.get("lifecycle") instanceof ObjectNode lifecycle)) continue;
                if (lifecycle.remove("stopSignal") == null) continue;
                if (lifecycle.isEmpty() && container instanceof ObjectNode node) node.remove("lifecycle");
            }
        }
    }

    /** Both spellings of the account are kept. */
    private static void serviceAccount(ObjectNode spec) {
        var name = spec.path("serviceAccountName").asText();
        var old = spec.path("serviceAccount").asText();
        if (!name.isEmpty() && old.isEmpty()) spec.put("serviceAccount", name);
        if (name.isEmpty() && !old.isEmpty()) spec.put("serviceAccountName", old);
    }

    private static void container(ObjectNode container) {
        absent(container, "terminationMessagePath", "/dev/termination-log");
        absent(container, "terminationMessagePolicy", "File");
        if (!container.has("imagePullPolicy")) {
            container.put("imagePullPolicy", pullPolicy(container.path("image").asText()));
        }
        for (var port : container.path("ports")) {
            if (port instanceof ObjectNode node) absent(node, "protocol", "TCP");
        }
        for (var variable : container.path("env"))
            fieldReference(variable.path("valueFrom").path("fieldRef"));
        for (var probe : new String[] {"livenessProbe", "readinessProbe", "startupProbe"}) {
            if (container.get(probe) instanceof ObjectNode node) probe(node);
        }
        for (var handler : container.path("lifecycle")) httpGet(handler.path("httpGet"));
        for (var mount : container.path("volumeMounts")) {
            if (mount instanceof ObjectNode node) node.remove("bindMountOptions");
        }
    }

    private static void probe(ObjectNode probe) {
        number(probe, "timeoutSeconds", 1);
        number(probe, "periodSeconds", 10);
        number(probe, "successThreshold", 1);
        number(probe, "failureThreshold", 3);
        httpGet(probe.path("httpGet"));
        if (probe.get("grpc") instanceof ObjectNode grpc) {
            grpc.remove("mode");
            absent(grpc, "service", "");
        }
    }

    private static void httpGet(JsonNode action) {
        if (!(action instanceof ObjectNode node)) return;
        node.remove("protocol");
        absent(node, "path", "/");
        absent(node, "scheme", "HTTP");
    }

    private static void fieldReference(JsonNode reference) {
        if (reference instanceof ObjectNode node) absent(node, "apiVersion", "v1");
    }

    /** Ports of a pod in the network of its machine; a template does not have them filled in. */
    static void hostPorts(ObjectNode spec) {
        if (!spec.path("hostNetwork").asBoolean()) return;
        for (var list : new String[] {"containers", "initContainers"}) {
            for (var container : spec.path(list)) {
                for (var port : container.path("ports")) {
                    if (port instanceof ObjectNode node && !node.has("hostPort")) {
                        node.put("hostPort", node.path("containerPort").asInt());
                    }
                }
            }
        }
    }

    private static void volume(ObjectNode volume) {
        for (var source : new String[] {"configMap", "secret", "downwardAPI", "projected"}) {
            if (volume.get(source) instanceof ObjectNode node) number(node, "defaultMode", 420);
        }
        if (volume.get("emptyDir") instanceof ObjectNode node) node.remove("mode");
        if (volume.get("hostPath") instanceof ObjectNode node) absent(node, "type", "");
        for (var item : volume.path("downwardAPI").path("items")) fieldReference(item.path("fieldRef"));
        for (var source : volume.path("projected").path("sources")) {
            for (var item : source.path("downwardAPI").path("items")) fieldReference(item.path("fieldRef"));
            if (source.get("serviceAccountToken") instanceof ObjectNode node) number(node, "expirationSeconds", 3600);
        }
        sources(volume);
        if (volume.size() == (volume.has("name") ? 1 : 0)) volume.putObject("emptyDir");
    }

    /** What sources of single vendors are where they leave it open. */
    private static void sources(ObjectNode volume) {
        if (volume.get("rbd") instanceof ObjectNode rbd) {
            absent(rbd, "pool", "rbd");
            absent(rbd, "user", "admin");
            absent(rbd, "keyring", "/etc/ceph/keyring");
        }
        if (volume.get("iscsi") instanceof ObjectNode iscsi) absent(iscsi, "iscsiInterface", "default");
        if (volume.get("azureDisk") instanceof ObjectNode disk) {
            absent(disk, "cachingMode", "ReadWrite");
            absent(disk, "kind", "Shared");
            absent(disk, "fsType", "ext4");
            if (!disk.has("readOnly")) disk.put("readOnly", false);
        }
        if (volume.get("scaleIO") instanceof ObjectNode scaleIo) {
            absent(scaleIo, "storageMode", "ThinProvisioned");
            absent(scaleIo, "fsType", "xfs");
        }
        if (volume.get("image") instanceof ObjectNode image && !image.has("pullPolicy")) {
            image.put("pullPolicy", pullPolicy(image.path("reference").asText()));
        }
        var claim = volume.path("ephemeral").path("volumeClaimTemplate").path("spec");
        if (claim instanceof ObjectNode spec) absent(spec, "volumeMode", "Filesystem");
    }

    private static String pullPolicy(String image) {
        return ImageName.isLatest(image) ? "Always" : "IfNotPresent";
    }

    public static void absent(ObjectNode node, String name, String value) {
        if (!node.has(name)) node.put(name, value);
    }

    public static void number(ObjectNode node, String name, int value) {
        if (!node.has(name)) node.put(name, value);
    }
}
