package dev.plimsoll.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The secrets, config maps and the account that a pod names, all in its own namespace. */
record PodReferences(Set<String> secrets, Set<String> configMaps, String account) {
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

    boolean has(String resource, String name) {
        return switch (resource) {
            case "secrets" -> secrets.contains(name);
            case "configmaps" -> configMaps.contains(name);
            case "serviceaccounts" -> account.equals(name);
            default -> false;
        };
    }

    static PodReferences of(JsonNode spec) {
        var references = new PodReferences(
                new HashSet<>(),
                new HashSet<>(),
                spec.path("serviceAccountName").asText("default"));
        for (var secret : spec.path("imagePullSecrets")) add(secret.path("name"), references.secrets);
        for (var list : CONTAINER_LISTS) for (var container : spec.path(list)) references.addContainer(container);
        for (var volume : spec.path("volumes")) references.addVolume(volume);
        return references;
    }

    private void addContainer(JsonNode container) {
        for (var variable : container.path("env")) {
            var source = variable.path("valueFrom");
            add(source.path("secretKeyRef").path("name"), secrets);
            add(source.path("configMapKeyRef").path("name"), configMaps);
        }
        for (var source : container.path("envFrom")) {
            add(source.path("secretRef").path("name"), secrets);
            add(source.path("configMapRef").path("name"), configMaps);
        }
    }

    private void addVolume(JsonNode volume) {
        for (var pointer : SECRET_POINTERS) add(volume.at(pointer), secrets);
        add(volume.path("configMap").path("name"), configMaps);
        for (var source : volume.path("projected").path("sources")) {
            add(source.path("secret").path("name"), secrets);
            add(source.path("configMap").path("name"), configMaps);
        }
    }

    private static void add(JsonNode name, Set<String> names) {
        if (name.isTextual() && !name.asText().isEmpty()) names.add(name.asText());
    }
}
