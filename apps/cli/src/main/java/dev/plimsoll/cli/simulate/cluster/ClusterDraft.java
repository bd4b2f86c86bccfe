package dev.plimsoll.cli.simulate.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The objects of a snapshot, of which some are replaced, added or taken away. */
public final class ClusterDraft {
    private final Map<ApiResource, NavigableMap<ObjectName, ApiObject>> objects = new HashMap<>();
    private final Map<ApiResource, Map<ObjectName, ApiObject>> replaced = new HashMap<>();
    private final Set<String> written = new HashSet<>();

    public ClusterDraft(Snapshot snapshot) {
        for (var kind : SnapshotKinds.ALL) fill(kind, snapshot);
    }

    private <T extends ApiObject> void fill(ObjectKind<T> kind, Snapshot snapshot) {
        var all = new TreeMap<ObjectName, ApiObject>();
        for (var object : snapshot.objects(kind)) all.put(object.name(), object);
        objects.put(kind.resource(), all);
    }

    public <T extends ApiObject> List<T> all(ObjectKind<T> kind) {
        return objects.getOrDefault(kind.resource(), new TreeMap<>()).values().stream()
                .map(kind.type()::cast)
                .toList();
    }

    public <T extends ApiObject> Optional<T> find(ObjectKind<T> kind, ObjectName name) {
        var object = objects.getOrDefault(kind.resource(), new TreeMap<>()).get(name);
        return Optional.ofNullable(object).map(kind.type()::cast);
    }

    /** Puts an object in place; what had its name is gone. */
    public <T extends ApiObject> T put(ObjectKind<T> kind, ObjectNode document) {
        var object = kind.of(document);
        var before =
                objects.computeIfAbsent(kind.resource(), _ -> new TreeMap<>()).put(object.name(), object);
        if (before != null && written.add(key(before)))
            replaced.computeIfAbsent(kind.resource(), _ -> new HashMap<>()).put(object.name(), before);
        written.add(key(object));
        return object;
    }

    /** Whether it is not of the snapshot. */
    public boolean isWritten(ApiObject object) {
        return written.contains(key(object));
    }

    /** What the snapshot has under the name of an object that was put in its place. */
    <T extends ApiObject> Optional<T> before(ObjectKind<T> kind, ObjectName name) {
        return Optional.ofNullable(
                        replaced.getOrDefault(kind.resource(), Map.of()).get(name))
                .map(kind.type()::cast);
    }

    private static String key(ApiObject object) {
        return object.kind() + " " + object.name();
    }
}
