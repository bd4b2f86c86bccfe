package dev.plimsoll.nodeagent.cri;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cri.Answer;
import dev.plimsoll.cri.Done;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The volumes of pods as folders of the machine. */
final class Volumes {
    private final NodeSetup node;
    private final References references;

    Volumes(NodeSetup node, References references) {
        this.node = node;
        this.references = references;
    }

    /** Makes every volume of a pod that is not there yet; where each of them is, by name. */
    Answer<Map<String, Path>> prepare(DownwardApi pod) {
        var paths = new HashMap<String, Path>();
        for (var volume : pod.document().path("spec").path("volumes")) {
            var name = volume.path("name").asText();
            switch (one(pod, name, volume)) {
                case Answer.Ok<Path>(var path) -> paths.put(name, path);
                case Answer.Failed<Path>(var code, var message) -> {
                    return new Answer.Failed<>(code, "volume \"" + name + "\": " + message);
                }
            }
        }
        return new Answer.Ok<>(paths);
    }

    private Answer<Path> one(DownwardApi pod, String name, JsonNode volume) {
        if (volume.has("hostPath")) return hostPath(volume.path("hostPath"));
        if (volume.has("emptyDir")) {
            if (volume.path("emptyDir").path("medium").asText().isEmpty())
                return folder(pod, "empty-dir", name, new TreeMap<>(), "rwxrwxrwx");
            return ContainerConfigs.unsupported("emptyDir of medium "
                    + volume.path("emptyDir").path("medium").asText());
        }
        for (var kind : new String[] {"configMap", "secret", "downwardAPI"}) {
            if (volume.has(kind))
                return entries(pod, kind, volume.path(kind)).then(files -> folder(pod, kind, name, files, "rwxr-xr-x"));
        }
        if (volume.has("projected")) {
            return projected(pod, volume.path("projected"))
                    .then(files -> folder(pod, "projected", name, files, "rwxr-xr-x"));
        }
        var kinds = new ArrayList<String>();
        volume.fieldNames().forEachRemaining(kinds::add);
        kinds.remove("name");
        return ContainerConfigs.unsupported("volumes of kind " + String.join(", ", kinds));
    }

    private Answer<Map<String, byte[]>> projected(DownwardApi pod, JsonNode projected) {
        var files = new TreeMap<String, byte[]>();
        for (var source : projected.path("sources")) {
            var part = source.has("serviceAccountToken")
                    ? token(pod.document(), source.path("serviceAccountToken"))
                    : named(pod, source);
            switch (part) {
                case Answer.Ok<Map<String, byte[]>>(var found) -> files.putAll(found);
                case Answer.Failed<Map<String, byte[]>> failed -> {
                    return failed;
                }
            }
        }
        return new Answer.Ok<>(files);
    }

    private Answer<Map<String, byte[]>> named(DownwardApi pod, JsonNode source) {
        for (var kind : new String[] {"configMap", "secret", "downwardAPI"}) {
            if (source.has(kind)) return entries(pod, kind, source.path(kind));
        }
        return ContainerConfigs.unsupported("this source of a projected volume");
    }

    private Answer<Map<String, byte[]>> token(ObjectNode pod, JsonNode source) {
        var seconds = source.path("expirationSeconds").asLong(3600);
        return references
                .token(pod, source.path("audience").asText(), seconds)
                .map(token -> Map.of(source.path("path").asText(), token.getBytes(StandardCharsets.UTF_8)));
    }

    private Answer<Map<String, byte[]>> entries(DownwardApi pod, String kind, JsonNode source) {
        var namespace = pod.document().path("metadata").path("namespace").asText();
        var isOptional = source.path("optional").asBoolean();
        return switch (kind) {
            case "configMap" ->
                references
                        .configMap(namespace, source.path("name").asText(), isOptional)
                        .then(found -> chosen(source.path("items"), found, isOptional));
            case "secret" ->
                references
                        .secret(
                                namespace,
                                source.path("secretName")
                                        .asText(source.path("name").asText()),
                                isOptional)
                        .then(found -> chosen(source.path("items"), found, isOptional));
            default -> downward(pod, source);
        };
    }

    private static Answer<Map<String, byte[]>> chosen(JsonNode items, Map<String, byte[]> found, boolean isOptional) {
        if (items.isEmpty()) return new Answer.Ok<>(found);
        var chosen = new TreeMap<String, byte[]>();
        for (var item : items) {
            var content = found.get(item.path("key").asText());
            if (content != null) chosen.put(item.path("path").asText(), content);
            else if (!isOptional)
                return new Answer.Failed<>(
                        Answer.Code.NOT_FOUND,
                        "references non-existent config key: "
                                + item.path("key").asText());
        }
        return new Answer.Ok<>(chosen);
    }

    private static Answer<Map<String, byte[]>> downward(DownwardApi pod, JsonNode source) {
        var files = new TreeMap<String, byte[]>();
        for (var item : source.path("items")) {
            var value = item.has("fieldRef")
                    ? pod.field(item.path("fieldRef").path("fieldPath").asText())
                    : resource(pod, item.path("resourceFieldRef"));
            switch (value) {
                case Answer.Ok<String>(var text) ->
                    files.put(item.path("path").asText(), text.getBytes(StandardCharsets.UTF_8));
                case Answer.Failed<String>(var code, var message) -> {
                    return new Answer.Failed<>(code, message);
                }
            }
        }
        return new Answer.Ok<>(files);
    }

    private static Answer<String> resource(DownwardApi pod, JsonNode reference) {
        for (var container : pod.spec().containers()) {
            if (container.name().equals(reference.path("containerName").asText()))
                return pod.resource(container, reference);
        }
        return ContainerConfigs.unsupported("resourceFieldRef without the name of a container");
    }

    private static Answer<Path> hostPath(JsonNode source) {
        var path = Path.of(source.path("path").asText());
        var type = source.path("type").asText();
        try {
            switch (type) {
                case "", "BlockDevice", "CharDevice", "Socket" -> {}
                case "DirectoryOrCreate" -> Files.createDirectories(path);
                case "FileOrCreate" -> {
                    if (!Files.exists(path)) Files.createFile(path);
                }
                case "Directory" -> {
                    if (!Files.isDirectory(path)) return wrongType(path, "directory");
                }
                case "File" -> {
                    if (!Files.isRegularFile(path)) return wrongType(path, "file");
                }
                default -> {
                    return ContainerConfigs.unsupported("hostPath type " + type);
                }
            }
            return new Answer.Ok<>(path);
        } catch (IOException e) {
            return new Answer.Failed<>(Answer.Code.INTERNAL, String.valueOf(e));
        }
    }

    private static Answer<Path> wrongType(Path path, String wanted) {
        return new Answer.Failed<>(
                Answer.Code.FAILED_PRECONDITION, "hostPath type check failed: " + path + " is not a " + wanted);
    }

    private Answer<Path> folder(DownwardApi pod, String kind, String name, Map<String, byte[]> files, String mode) {
        var uid = pod.document().path("metadata").path("uid").asText();
        var folder = node.podFolder(uid).resolve("volumes").resolve(kind).resolve(name);
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
            for (var file : files.entrySet()) {
                var path = folder.resolve(file.getKey()).normalize();
                if (!path.startsWith(folder))
                    return new Answer.Failed<>(
                            Answer.Code.INVALID_ARGUMENT, file.getKey() + " leads out of the volume");
                Files.createDirectories(Objects.requireNonNull(path.getParent()));
                Files.write(path, file.getValue());
            }
            return new Answer.Ok<>(folder);
        } catch (IOException e) {
            return new Answer.Failed<>(Answer.Code.INTERNAL, String.valueOf(e));
        }
    }

    /** Removes what belonged to a pod alone. */
    Answer<Done> remove(String uid) {
        var folder = node.podFolder(uid);
        if (!Files.isDirectory(folder)) return new Answer.Ok<>(Done.DONE);
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            return new Answer.Ok<>(Done.DONE);
        } catch (IOException e) {
            return new Answer.Failed<>(Answer.Code.INTERNAL, String.valueOf(e));
        }
    }
}
