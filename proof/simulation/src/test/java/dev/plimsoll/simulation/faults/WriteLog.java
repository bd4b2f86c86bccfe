package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All writes of a run, to compare with what clients are told of them. */
final class WriteLog {
    /** Those without a dot. */
    private static final Set<String> GROUPS = Set.of("apps", "batch", "autoscaling", "policy");

    private static final TreeSet<Long> NONE = new TreeSet<>();
    private static final String VERSION = "\"resourceVersion\":\"";

    private final long first;
    private final Map<Long, Write> writes = new HashMap<>();
    /** By what keys of a kind begin with. */
    private final Map<String, TreeSet<Long>> byKind = new HashMap<>();

    private long newest;

    /** @param document as it was written, or as it last was */
    private record Write(String key, @Nullable ObjectNode document) {}

    WriteLog(long first) {
        this.first = first;
        this.newest = first;
    }

    long first() {
        return first;
    }

    long newest() {
        return newest;
    }

    void add(long revision, String key, @Nullable ObjectNode document) {
        newest = revision;
        writes.put(revision, new Write(key, document));
        // Notes of servers to each other are no objects.
        if (key.startsWith("/registry/"))
            byKind.computeIfAbsent(kindOf(key), _ -> new TreeSet<>()).add(revision);
    }

    /** What comes before namespace and name: {@code /registry/apps/deployments/}. */
    private static String kindOf(String key) {
        var parts = key.split("/", -1);
        var isGrouped = parts[2].indexOf('.') >= 0 || GROUPS.contains(parts[2]);
        return "/registry/" + parts[2] + "/" + (isGrouped ? parts[3] + "/" : "");
    }

    /** No acknowledged write is lost: what a client was answered is what was written in that version. */
    @Nullable
    String acknowledged(ClientRequest request, Reply reply, StoredObjects objects) {
        var body = StoredObjects.read(request.target(), reply.body());
        var meta = body.path("metadata");
        if (request.target().contains("/binding")) {
            var sent = StoredObjects.read(request.target(), request.body());
            var uid = sent.path("metadata").path("uid").asText();
            var node = sent.path("target").path("name").asText();
            for (var pod : objects.pods())
                if (pod.path("metadata").path("uid").asText().equals(uid)
                        && !pod.path("spec").path("nodeName").asText().equals(node))
                    return "acknowledged: a binding to " + node + " that was not made: " + request.target();
            return null;
        }
        var version = meta.path("resourceVersion").asLong();
        if (version <= first || body.path("kind").asText().equals("Status")) return null;
        var write = writes.get(version);
        if (write == null || write.document() == null)
            return "acknowledged: " + request.method() + " " + request.target() + " with version " + version
                    + ", which nobody wrote";
        var written = write.document();
        if (!written.path("metadata").path("uid").equals(meta.path("uid")))
            return "acknowledged: " + request.target() + " with version " + version + ", which is of " + write.key();
        for (var part : new String[] {"spec", "status"})
            if (body.has(part) && written.has(part) && !body.path(part).equals(written.path(part)))
                return "acknowledged: " + request.target() + " with another " + part + " than was written in "
                        + version;
        return null;
    }

    /** Looks at one watch. */
    interface Watched {
        @Nullable
        String sent(byte[] line);
    }

    /** Watchers see each change once and in order: all of their kind, or some of them where they select. */
    Watched watched(ClientRequest request) {
        var target = request.target();
        var question = target.indexOf('?');
        var path = target.substring(0, question < 0 ? target.length() : question);
        var isWhole = !target.contains("Selector=") && !path.contains("/namespaces/");
        var parts = path.split("/", -1);
        var kind = path.startsWith("/api/")
                ? "/registry/" + parts[parts.length - 1] + "/"
                : "/registry/" + parts[2] + "/" + parts[parts.length - 1] + "/";
        var last = new long[] {parameter(target, "resourceVersion=")};
        return line -> {
            var text = new String(line, StandardCharsets.ISO_8859_1);
            var at = text.indexOf(VERSION);
            if (at < 0 || text.startsWith("{\"type\":\"ERROR\"")) return null;
            var version =
                    Long.parseLong(text.substring(at + VERSION.length(), text.indexOf('"', at + VERSION.length())));
            var isBookmark = text.startsWith("{\"type\":\"BOOKMARK\"");
            if (isBookmark ? version < last[0] : version <= last[0])
                return "watch: version " + version + " after " + last[0] + " on " + target;
            var missed = isWhole ? byKind.getOrDefault(kind, NONE).higher(last[0]) : null;
            last[0] = version;
            if (missed != null && (isBookmark ? missed <= version : missed < version))
                return "watch: " + target + " is told of " + version + " and not of " + missed;
            return null;
        };
    }

    private static long parameter(String target, String name) {
        var at = target.indexOf(name);
        if (at < 0) return 0;
        var end = target.indexOf('&', at);
        var value = target.substring(at + name.length(), end < 0 ? target.length() : end);
        return value.isEmpty() ? 0 : Long.parseLong(value);
    }
}
