package dev.plimsoll.objects.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects that a pod names, all in its own namespace.
 *
 * @param byResource names by the plural of their kind
 */
public record PodReferences(Map<String, Set<String>> byResource) {
    public static final String SECRETS = "secrets";
    public static final String CONFIG_MAPS = "configmaps";
    public static final String ACCOUNTS = "serviceaccounts";
    public static final String VOLUME_CLAIMS = "persistentvolumeclaims";
    public static final String RESOURCE_CLAIMS = "resourceclaims";

    /** The account of a pod that names none. */
    public static final String DEFAULT_ACCOUNT = "default";

    private static final PodReferences NONE = new PodReferences(Map.of());
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers", "ephemeralContainers");
    /** Where volume sources of all kinds name a secret. */
    private static final List<String> SECRET_POINTERS = List.of(
            "/secret/secretName",
            "/azureFile/secretName",
            "/cephfs/secretRef/name",
            "/cinder/secretRef/name",
            "/csi/nodePublishSecretRef/name",
            "/flexVolume/secretRef/name",
            "/iscsi/secretRef/name",
            "/rbd/secretRef/name",
            "/scaleIO/secretRef/name",
            "/storageos/secretRef/name");

    public boolean has(String resource, String name) {
        return byResource.getOrDefault(resource, Set.of()).contains(name);
    }

    public boolean hasAny(String resource) {
        return !byResource.getOrDefault(resource, Set.of()).isEmpty();
    }

    public static boolean isMirror(JsonNode pod) {
        return pod.path("metadata").path("annotations").has(Pod.MIRROR_ANNOTATION);
    }

    /** The account that a pod runs as; empty for a mirror pod that names none. */
    public static String account(JsonNode pod) {
        var named = pod.path("spec").path("serviceAccountName").asText();
        return named.isEmpty() && !isMirror(pod) ? DEFAULT_ACCOUNT : named;
    }

    /** What a node may read for a pod: nothing for a mirror pod, which the node wrote itself. */
    public static PodReferences ofPodOnNode(JsonNode pod) {
        return isMirror(pod) ? NONE : of(pod);
    }

    public static PodReferences of(JsonNode pod) {
        var names = new HashMap<String, Set<String>>();
        var spec = pod.path("spec");
        var account = account(pod);
        if (!account.isEmpty()) add(names, ACCOUNTS, account);
        for (var secret : spec.path("imagePullSecrets")) add(names, SECRETS, secret.path("name"));
        for (var list : CONTAINER_LISTS) for (var container : spec.path(list)) addContainer(names, container);
        var podName = pod.path("metadata").path("name").asText();
        for (var volume : spec.path("volumes")) addVolume(names, volume, podName);
        for (var claim : spec.path("resourceClaims")) add(names, RESOURCE_CLAIMS, claim.path("resourceClaimName"));
        for (var claim : pod.path("status").path("resourceClaimStatuses"))
            add(names, RESOURCE_CLAIMS, claim.path("resourceClaimName"));
        var extended = pod.path("status").path("extendedResourceClaimStatus");
        add(names, RESOURCE_CLAIMS, extended.path("resourceClaimName"));
        return new PodReferences(Map.copyOf(names));
    }

    private static void addContainer(Map<String, Set<String>> names, JsonNode container) {
        for (var variable : container.path("env")) {
            var source = variable.path("valueFrom");
            add(names, SECRETS, source.path("secretKeyRef").path("name"));
            add(names, CONFIG_MAPS, source.path("configMapKeyRef").path("name"));
        }
        for (var source : container.path("envFrom")) {
            add(names, SECRETS, source.path("secretRef").path("name"));
            add(names, CONFIG_MAPS, source.path("configMapRef").path("name"));
        }
    }

    private static void addVolume(Map<String, Set<String>> names, JsonNode volume, String podName) {
        for (var pointer : SECRET_POINTERS) add(names, SECRETS, volume.at(pointer));
        add(names, CONFIG_MAPS, volume.path("configMap").path("name"));
        add(names, VOLUME_CLAIMS, volume.path("persistentVolumeClaim").path("claimName"));
        if (volume.has("ephemeral"))
            add(names, VOLUME_CLAIMS, podName + "-" + volume.path("name").asText());
        for (var source : volume.path("projected").path("sources")) {
            add(names, SECRETS, source.path("secret").path("name"));
            add(names, CONFIG_MAPS, source.path("configMap").path("name"));
        }
    }

    private static void add(Map<String, Set<String>> names, String resource, JsonNode name) {
        if (name.isTextual() && !name.asText().isEmpty()) add(names, resource, name.asText());
    }

    private static void add(Map<String, Set<String>> names, String resource, String name) {
        names.computeIfAbsent(resource, _ -> new HashSet<>()).add(name);
    }
}
