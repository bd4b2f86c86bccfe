package dev.plimsoll.nodeagent.payload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import dev.plimsoll.nodeagent.volumes.PayloadPath;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of volumes that are made of API objects: config maps, secrets, the pod itself, tokens, and several of them together. */
public final class PayloadSources {
    /** The kinds of volumes whose files come from here. */
    public static final List<String> KINDS = List.of("configMap", "secret", "downwardAPI", "projected");

    private final References references;

    public PayloadSources(References references) {
        this.references = references;
    }

    /** In the kubelet's words. */
    public static String mountFailure(String volume, String why) {
        return "MountVolume.SetUp failed for volume \"" + volume + "\" : " + why;
    }

    /** The files of a volume, by path. */
    public CriReply<Map<String, PayloadFile>> files(DownwardApi pod, String kind, JsonNode source) {
        var mode = source.path("defaultMode").asInt(PayloadFile.USUAL_MODE);
        return kind.equals("projected") ? projected(pod, source, mode) : one(pod, kind, source, mode);
    }

    private CriReply<Map<String, PayloadFile>> projected(DownwardApi pod, JsonNode projected, int mode) {
        var files = new TreeMap<String, PayloadFile>();
        for (var source : projected.path("sources")) {
            switch (part(pod, source, mode)) {
                case CriReply.Ok<Map<String, PayloadFile>>(var found) -> files.putAll(found);
                case CriReply.Failed<Map<String, PayloadFile>> failed -> {
                    return failed;
                }
            }
        }
        return new CriReply.Ok<>(files);
    }

    private CriReply<Map<String, PayloadFile>> part(DownwardApi pod, JsonNode source, int mode) {
        if (source.has("serviceAccountToken")) return token(pod.document(), source.path("serviceAccountToken"), mode);
        if (source.path("clusterTrustBundle") instanceof ObjectNode bundle)
            return references
                    .trustBundles()
                    .certificates(bundle)
                    .map(text -> Map.of(
                            bundle.path("path").asText(),
                            new PayloadFile(text.getBytes(StandardCharsets.UTF_8), mode)));
        for (var kind : List.of("configMap", "secret", "downwardAPI")) {
            if (source.has(kind)) return one(pod, kind, source.path(kind), mode);
        }
        return UnsupportedFeature.failure("this source of a projected volume");
    }

    private CriReply<Map<String, PayloadFile>> token(ObjectNode pod, JsonNode source, int mode) {
        var seconds = source.path("expirationSeconds").asLong(3600);
        return references
                .token(new PodObject(pod), source.path("audience").asText(), seconds)
                .map(token -> Map.of(
                        source.path("path").asText(), new PayloadFile(token.getBytes(StandardCharsets.UTF_8), mode)));
    }

    private CriReply<Map<String, PayloadFile>> one(DownwardApi pod, String kind, JsonNode source, int mode) {
        var namespace = pod.document().path("metadata").path("namespace").asText();
        var isOptional = source.path("optional").asBoolean();
        return switch (kind) {
            case "configMap" ->
                references
                        .configMap(namespace, source.path("name").asText(), isOptional)
                        .then(found -> chosen(source, found, "configmap references non-existent config key: ", mode));
            case "secret" -> {
                var name = source.path("secretName").asText(source.path("name").asText());
                yield references
                        .secret(namespace, name, isOptional)
                        .then(found -> chosen(source, found, "references non-existent secret key: ", mode));
            }
            default -> downward(pod, source, mode);
        };
    }

    private static CriReply<Map<String, PayloadFile>> chosen(
            JsonNode source, Map<String, byte[]> found, String missing, int mode) {
        for (var key : found.keySet()) {
            if (!PayloadPath.isKey(key))
                return new CriReply.Failed<>(
                        CriReply.Code.INVALID_ARGUMENT, "the key \"" + key + "\" cannot be the name of a file");
        }
        var files = new TreeMap<String, PayloadFile>();
        var items = source.path("items");
        if (items.isEmpty()) found.forEach((key, content) -> files.put(key, new PayloadFile(content, mode)));
        for (var item : items) {
            var key = item.path("key").asText();
            var content = found.get(key);
            if (content != null)
                files.put(
                        item.path("path").asText(),
                        new PayloadFile(content, item.path("mode").asInt(mode)));
            else if (!source.path("optional").asBoolean())
                return new CriReply.Failed<>(CriReply.Code.NOT_FOUND, missing + key);
        }
        return new CriReply.Ok<>(files);
    }

    private static CriReply<Map<String, PayloadFile>> downward(DownwardApi pod, JsonNode source, int mode) {
        var files = new TreeMap<String, PayloadFile>();
        for (var item : source.path("items")) {
            var value = item.has("fieldRef")
                    ? pod.field(item.path("fieldRef").path("fieldPath").asText())
                    : resource(pod, item.path("resourceFieldRef"));
            switch (value) {
                case CriReply.Ok<String>(var text) ->
                    files.put(
                            item.path("path").asText(),
                            new PayloadFile(
                                    text.getBytes(StandardCharsets.UTF_8),
                                    item.path("mode").asInt(mode)));
                case CriReply.Failed<String>(var code, var message) -> {
                    return new CriReply.Failed<>(code, message);
                }
            }
        }
        return new CriReply.Ok<>(files);
    }

    private static CriReply<String> resource(DownwardApi pod, JsonNode reference) {
        for (var container : pod.spec().containers()) {
            if (container.name().equals(reference.path("containerName").asText()))
                return pod.resource(container, reference);
        }
        return UnsupportedFeature.failure("resourceFieldRef without the name of a container");
    }
}
