package dev.plimsoll.snapshot;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.snapshot.SnapshotProblem.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a snapshot of what was found in files: what is known of each kind, and what has to be assumed. */
final class SnapshotAssembly {
    private SnapshotAssembly() {}

    static Snapshot of(ObjectCollector collector) {
        checkNodes(collector);
        var header = header(collector);
        var objects = new HashMap<ObjectKind<?>, List<SnapshotObject<?>>>();
        collector.objects().forEach((kind, byName) -> objects.put(kind, List.copyOf(byName.values())));
        return new Snapshot(header, objects, collector.problems(), assumptions(header));
    }

    private static void checkNodes(ObjectCollector collector) {
        var nodes = collector.objects().getOrDefault(SnapshotKinds.NODES, Map.of());
        var pods = collector.objects().getOrDefault(SnapshotKinds.PODS, Map.of());
        var names = new HashSet<String>();
        nodes.keySet().forEach(name -> names.add(name.name()));
        for (var entry : pods.values()) {
            var pod = SnapshotKinds.PODS.type().cast(entry.object());
            if (pod.nodeName().isEmpty() || pod.isTerminal() || names.contains(pod.nodeName())) continue;
            collector.repeatedProblem(
                    entry.file(),
                    SnapshotProblem.name(pod),
                    "is on node " + pod.nodeName() + ", which is not in the snapshot",
                    Effect.KEPT);
        }
    }

    private static SnapshotHeader header(ObjectCollector collector) {
        var kinds = new HashMap<ApiResource, KindState>();
        for (var kind : SnapshotKinds.ALL) kinds.put(kind.resource(), state(kind, collector));
        var headers = collector.headers();
        var versions = new TreeSet<String>();
        var namespaces = new TreeSet<String>();
        @Nullable Instant taken = null;
        for (var header : headers) {
            versions.add(header.serverVersion());
            namespaces.add(header.namespace());
            var time = header.takenOrNull();
            if (time != null && (taken == null || time.isBefore(taken))) taken = time;
        }
        if (versions.size() > 1) {
            collector.problem(
                    "",
                    "",
                    "the files are of servers of different versions: " + String.join(", ", versions)
                            + "; the newest counts",
                    Effect.KEPT);
        }
        return new SnapshotHeader(
                versions.isEmpty() ? "" : versions.last(),
                taken,
                namespaces.size() == 1 ? namespaces.first() : "",
                headers.stream().anyMatch(SnapshotHeader::anonymised),
                kinds);
    }

    private static KindState state(ObjectKind<?> kind, ObjectCollector collector) {
        var resource = kind.resource();
        for (var header : collector.headers()) {
            var known = header.kinds().get(resource);
            if (known != null) return known;
        }
        var version = collector.versions().get(resource.apiVersion() + " " + resource.kind());
        if (version != null) return new KindState.Listed(version);
        return collector.objects().containsKey(kind) ? new KindState.Given() : new KindState.NotGiven();
    }

    private static List<String> assumptions(SnapshotHeader header) {
        var assumptions = new ArrayList<String>();
        if (header.serverVersion().isEmpty()) assumptions.add("the files do not say which version the server has");
        if (header.takenOrNull() == null) assumptions.add("the files do not say when they were written");
        if (!header.namespace().isEmpty()) {
            assumptions.add("the snapshot has the objects of namespace " + header.namespace()
                    + " only: pods of others on the same nodes do not count");
        }
        named(
                header,
                KindState.NotGiven.class,
                assumptions,
                "the files have none of these, and the cluster is taken to have none: ");
        named(
                header,
                KindState.Forbidden.class,
                assumptions,
                "these could not be read, and the cluster is taken to have none: ");
        named(
                header,
                KindState.Unread.class,
                assumptions,
                "the server did not answer for these, and the cluster is taken to have none: ");
        return assumptions;
    }

    private static void named(
            SnapshotHeader header, Class<? extends KindState> state, List<String> assumptions, String sentence) {
        var names = SnapshotKinds.ALL.stream()
                .map(ObjectKind::resource)
                .filter(resource -> state.isInstance(header.state(resource)))
                .map(ApiResource::toString)
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) assumptions.add(sentence + names);
    }
}
