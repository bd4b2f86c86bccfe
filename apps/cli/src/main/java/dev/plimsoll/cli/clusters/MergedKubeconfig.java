package dev.plimsoll.cli.clusters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plimsoll.files.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The kubeconfig file that kubectl reads, with clusters of ours beside those of others. */
final class MergedKubeconfig {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();
    private static final List<String> LISTS = List.of("clusters", "users", "contexts");

    private MergedKubeconfig() {}

    /** The file that kubectl writes to: the first of KUBECONFIG, else that of the home folder. */
    static Path usual(Map<String, String> environment) {
        for (var part : environment.getOrDefault("KUBECONFIG", "").split(File.pathSeparator, -1)) {
            if (!part.isEmpty()) return Path.of(part);
        }
        return Path.of(System.getProperty("user.home"), ".kube", "config");
    }

    /** Throws what would keep a cluster from being merged. */
    static void check(Path file) throws IOException {
        var target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        read(target);
        var folder = target.getParent();
        if (folder == null) throw new IOException(file + " is not a file in a folder; set KUBECONFIG to another one");
        PrivateFiles.createDirectories(folder);
        Files.delete(PrivateFiles.createTempFile(folder, ".plimsoll", ".try"));
    }

    /**
     * Adds or replaces a context with its cluster and user, and makes it the current one.
     *
     * @return the context that was current before; empty if there was none
     */
    static String add(Path file, String kubeconfig, String context) throws IOException {
        var target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        var folder = target.getParent();
        if (folder != null) PrivateFiles.createDirectories(folder);
        var merged = read(target);
        var before = merged.path("current-context").asText();
        drop(merged, context);
        var added = YAML.readTree(kubeconfig);
        for (var list : LISTS) {
            var entry = (ObjectNode) added.path(list).path(0);
            entry.put("name", context);
            if (entry.path("context") instanceof ObjectNode inner)
                inner.put("cluster", context).put("user", context);
            if (merged.path(list).isNull()) merged.remove(list);
            merged.withArray("/" + list).add(entry);
        }
        merged.put("current-context", context);
        PrivateFiles.write(target, YAML.writeValueAsString(merged));
        return before;
    }

    /** Takes a context out again. A file that is gone has it no more. */
    static void remove(Path file, String context) throws IOException {
        if (!Files.exists(file)) return;
        var target = file.toRealPath();
        var merged = read(target);
        drop(merged, context);
        if (merged.path("current-context").asText().equals(context)) merged.put("current-context", "");
        PrivateFiles.write(target, YAML.writeValueAsString(merged));
    }

    private static ObjectNode read(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) return empty();
        try {
            return switch (YAML.readTree(Files.readString(file))) {
                case ObjectNode object -> object;
                case JsonNode other when other.isMissingNode() || other.isNull() -> empty();
                case JsonNode _ ->
                    throw new IOException(
                            file + " is no kubeconfig and is left as it is; set KUBECONFIG to another file");
            };
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + " cannot be read, and is left as it is: " + e.getOriginalMessage()
                            + "; correct it, or set KUBECONFIG to another file",
                    e);
        }
    }

    private static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Config");
    }

    private static void drop(ObjectNode merged, String name) {
        for (var list : LISTS) {
            for (var entries = merged.path(list).iterator(); entries.hasNext(); ) {
                if (entries.next().path("name").asText().equals(name)) entries.remove();
            }
        }
    }
}
