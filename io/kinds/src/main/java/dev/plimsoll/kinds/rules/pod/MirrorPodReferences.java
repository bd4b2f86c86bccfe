package dev.plimsoll.kinds.rules.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.pod.PodReferences;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a mirror pod names in the API though it may name nothing: the node that writes it would be given to read it. */
public final class MirrorPodReferences {
    /** Volume sources that lead to an object, and what a refusal calls it; in the order in which they are looked for. */
    private static final Map<String, String> SOURCES = new LinkedHashMap<>();

    private static final Map<String, String> PROJECTED = new LinkedHashMap<>();

    static {
        SOURCES.put("configMap", "configmaps (via configmap volumes)");
        SOURCES.put("secret", "secrets (via secret volumes)");
        SOURCES.put("csi", "csidrivers (via CSI volumes)");
        SOURCES.put("glusterfs", "endpoints (via glusterFS volumes)");
        SOURCES.put("persistentVolumeClaim", "persistentvolumeclaims");
        SOURCES.put("ephemeral", "persistentvolumeclaims (via ephemeral volumes)");
        SOURCES.put("azureFile", "secrets (via azureFile volumes)");
        PROJECTED.put("configMap", "configmaps");
        PROJECTED.put("secret", "secrets");
        PROJECTED.put("serviceAccountToken", "serviceaccounts");
        PROJECTED.put("clusterTrustBundle", "clustertrustbundles");
        PROJECTED.put("podCertificate", "podcertificates");
    }

    /** Sources that lead to nothing in the API. */
    private static final Set<String> HARMLESS = Set.of(
            "awsElasticBlockStore",
            "azureDisk",
            "cephfs",
            "cinder",
            "downwardAPI",
            "emptyDir",
            "fc",
            "flexVolume",
            "flocker",
            "gcePersistentDisk",
            "gitRepo",
            "hostPath",
            "image",
            "iscsi",
            "nfs",
            "photonPersistentDisk",
            "portworxVolume",
            "quobyte",
            "rbd",
            "scaleIO",
            "storageos",
            "vsphereVolume");

    private MirrorPodReferences() {}

    /** The first object that the pod names, as a refusal calls it. */
    public static Optional<String> first(ObjectNode pod) {
        var references = PodReferences.of(pod);
        if (references.hasAny(PodReferences.ACCOUNTS)) return Optional.of("serviceaccounts");
        if (references.hasAny(PodReferences.SECRETS)) return Optional.of("secrets");
        if (references.hasAny(PodReferences.CONFIG_MAPS)) return Optional.of("configmaps");
        if (!pod.path("spec").path("resourceClaims").isEmpty()) return Optional.of("resourceclaims");
        for (var volume : pod.path("spec").path("volumes")) {
            var found = ofVolume(volume);
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private static Optional<String> ofVolume(JsonNode volume) {
        for (var source : SOURCES.entrySet()) {
            if (volume.has(source.getKey())) return Optional.of(source.getValue());
        }
        for (var source : volume.path("projected").path("sources")) {
            for (var part : PROJECTED.entrySet()) {
                if (source.has(part.getKey())) return Optional.of(part.getValue() + " (via projected volumes)");
            }
        }
        for (var field : volume.properties()) {
            var name = field.getKey();
            if (!name.equals("name") && !name.equals("projected") && !HARMLESS.contains(name))
                return Optional.of("volumes of an unknown type (" + name + ")");
        }
        return Optional.empty();
    }
}
