package dev.plimsoll.nodeagent.cri;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cri.CriReply;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** What pods refer to in the API: config maps, secrets, tokens. */
final class References {
    private static final ApiResource CONFIG_MAPS = ApiResource.namespaced("", "v1", "configmaps", "ConfigMap");
    private static final ApiResource SECRETS = ApiResource.namespaced("", "v1", "secrets", "Secret");
    private static final ApiResource ACCOUNTS = ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount");

    private final ApiClient client;

    References(ApiClient client) {
        this.client = client;
    }

    /**
     * The entries of a config map.
     *
     * @param isOptional whether one that is not there is as an empty one
     */
    CriReply<Map<String, byte[]>> configMap(String namespace, String name, boolean isOptional) {
        return found("configmap", name, isOptional, client.get(CONFIG_MAPS, new ObjectName(namespace, name)))
                .map(document -> {
                    var entries = new TreeMap<String, byte[]>();
                    for (var entry : document.path("data").properties())
                        entries.put(entry.getKey(), entry.getValue().asText().getBytes(StandardCharsets.UTF_8));
                    entries.putAll(decoded(document.path("binaryData")));
                    return entries;
                });
    }

    CriReply<Map<String, byte[]>> secret(String namespace, String name, boolean isOptional) {
        return found("secret", name, isOptional, client.get(SECRETS, new ObjectName(namespace, name)))
                .map(document -> decoded(document.path("data")));
    }

    /** A token for the pod's account that ends with the pod. */
    CriReply<String> token(ObjectNode pod, String audience, long seconds) {
        var metadata = pod.path("metadata");
        var spec = JsonNodeFactory.instance.objectNode();
        if (!audience.isEmpty()) spec.putArray("audiences").add(audience);
        spec.put("expirationSeconds", seconds);
        spec.putObject("boundObjectRef")
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", metadata.path("name").asText())
                .put("uid", metadata.path("uid").asText());
        var request = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("kind", "TokenRequest");
        request.set("spec", spec);
        var account = pod.path("spec").path("serviceAccountName").asText("default");
        var name = new ObjectName(metadata.path("namespace").asText(), account);
        return found("token of service account", account, false, client.create(ACCOUNTS.sub("token"), name, request))
                .map(document -> document.path("status").path("token").asText());
    }

    private static CriReply<ObjectNode> found(
            String kind, String name, boolean isOptional, RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode>(var document) -> new CriReply.Ok<>(document);
            case RequestResult.NotFound<ObjectNode> _
            when isOptional -> new CriReply.Ok<>(JsonNodeFactory.instance.objectNode());
            case RequestResult.NotFound<ObjectNode>(var status) ->
                new CriReply.Failed<>(
                        CriReply.Code.NOT_FOUND,
                        status.message().isEmpty() ? kind + " \"" + name + "\" not found" : status.message());
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ ->
                new CriReply.Failed<>(CriReply.Code.UNAVAILABLE, kind + " \"" + name + "\": " + outcome.problem());
        };
    }

    private static Map<String, byte[]> decoded(JsonNode entries) {
        var decoded = new TreeMap<String, byte[]>();
        for (var entry : entries.properties()) {
            decoded.put(
                    entry.getKey(),
                    Base64.getMimeDecoder().decode(entry.getValue().asText()));
        }
        return decoded;
    }
}
