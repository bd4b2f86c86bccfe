package dev.plimsoll.cli.clusters.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that was started on this machine, as it wrote itself down when it was ready.
 *
 * @param pid of its process
 * @param startedMillis when that process began; tells it from a later one that got the same number
 * @param dataOrNull where it keeps its objects; null if it keeps nothing here
 * @param logOrNull what it says goes there; null if it runs in a terminal
 * @param mergedOrNull the kubeconfig file that it was merged into; null if into none
 */
public record ClusterRecord(
        String name,
        long pid,
        long startedMillis,
        String url,
        Path kubeconfig,
        @Nullable Path dataOrNull,
        @Nullable Path logOrNull,
        @Nullable Path mergedOrNull) {
    private static final String DEFAULT = "default";

    /** The name of its context where it is merged into other kubeconfigs. */
    public String context() {
        return context(name);
    }

    public static String context(String name) {
        return name.equals(DEFAULT) ? "plimsoll" : "plimsoll-" + name;
    }

    /** Its process, if it is still that one. */
    public Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(found -> began(found) == startedMillis);
    }

    public boolean isRunning() {
        return process().isPresent();
    }

    static long began(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    public ClusterRecord mergedInto(Path file) {
        return new ClusterRecord(name, pid, startedMillis, url, kubeconfig, dataOrNull, logOrNull, file);
    }

    ObjectNode document() {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("name", name).put("pid", pid).put("startedMillis", startedMillis);
        document.put("url", url).put("kubeconfig", kubeconfig.toString());
        if (dataOrNull != null) document.put("data", dataOrNull.toString());
        if (logOrNull != null) document.put("log", logOrNull.toString());
        if (mergedOrNull != null) document.put("merged", mergedOrNull.toString());
        return document;
    }

    /** What is known of clusters, for a program to read. */
    public static ObjectNode statusDocument(List<ClusterRecord> clusters) {
        var document = JsonNodeFactory.instance.objectNode();
        var list = document.putArray("clusters");
        for (var cluster : clusters) {
            var entry = cluster.document();
            entry.remove("startedMillis");
            list.add(entry.put("running", cluster.isRunning()).put("context", cluster.context()));
        }
        return document;
    }

    static ClusterRecord read(JsonNode document) {
        return new ClusterRecord(
                document.path("name").asText(),
                document.path("pid").asLong(),
                document.path("startedMillis").asLong(),
                document.path("url").asText(),
                Path.of(document.path("kubeconfig").asText()),
                path(document.path("data")),
                path(document.path("log")),
                path(document.path("merged")));
    }

    private static @Nullable Path path(JsonNode text) {
        return text.isTextual() ? Path.of(text.asText()) : null;
    }
}
