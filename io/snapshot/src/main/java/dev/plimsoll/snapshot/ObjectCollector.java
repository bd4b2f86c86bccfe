package dev.plimsoll.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.manifest.problem.OneLine;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.tree.DocumentFields;
import dev.plimsoll.snapshot.SnapshotProblem.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sorts what stands in files by kind and name, and notes what does not belong there. */
final class ObjectCollector {
    private final Map<ObjectKind<?>, Map<ObjectName, SnapshotObject<?>>> objects = new HashMap<>();
    private final Map<String, String> versions = new TreeMap<>();
    private final List<SnapshotHeader> headers = new ArrayList<>();
    private final List<SnapshotProblem> problems = new ArrayList<>();
    private final Map<String, Repeated> repeated = new TreeMap<>();
    private final SharedObjects shared = new SharedObjects();

    /** A problem that many objects of a file have alike: the first of them by name, and how many there are. */
    private record Repeated(String file, String object, int count, String message, Effect effect) {
        Repeated with(String other) {
            return new Repeated(file, other.compareTo(object) < 0 ? other : object, count + 1, message, effect);
        }

        SnapshotProblem problem() {
            var others = count == 1 ? "" : count == 2 ? " and 1 other" : " and " + (count - 1) + " others";
            return new SnapshotProblem(file, object + others, message, effect);
        }
    }

    int size() {
        return objects.values().stream().mapToInt(Map::size).sum();
    }

    Map<ObjectKind<?>, Map<ObjectName, SnapshotObject<?>>> objects() {
        return objects;
    }

    List<SnapshotHeader> headers() {
        return headers;
    }

    /** Versions of kinds of which a list said that it has all objects, by kind. */
    Map<String, String> versions() {
        return versions;
    }

    List<SnapshotProblem> problems() {
        var all = new ArrayList<>(problems);
        for (var each : repeated.values()) all.add(each.problem());
        return all;
    }

    void problem(String file, String object, String message, Effect effect) {
        problems.add(new SnapshotProblem(file, object, OneLine.sentence(message), effect));
    }

    /** Notes a problem that others of the file may have as well: it is told once. */
    void repeatedProblem(String file, String object, String message, Effect effect) {
        repeated.merge(
                file + "\n" + message,
                new Repeated(file, object, 1, OneLine.sentence(message), effect),
                (known, fresh) -> known.with(fresh.object()));
    }

    /** What a file of this name has. */
    ListedItems of(String file) {
        return new ListedItems() {
            @Override
            public void object(ObjectNode document, List<String> found) {
                take(file, document, found);
            }

            @Override
            public void list(ObjectNode list) {
                header(file, list);
            }

            @Override
            public void stranger(JsonNode value) {
                repeatedProblem(file, "", "a value that is no object was left out", Effect.OBJECT_LEFT_OUT);
            }
        };
    }

    private void header(String file, ObjectNode list) {
        if (HeaderDocument.isHeader(list)) {
            if (HeaderDocument.isKnown(list)) headers.add(HeaderDocument.read(list));
            else problem(file, "", "was written by another version of plimsoll; its kinds are not known", Effect.KEPT);
            return;
        }
        var version = DocumentFields.text(list.path("metadata"), "resourceVersion");
        var kind = DocumentFields.text(list, "kind");
        var isWhole = DocumentFields.text(list.path("metadata"), "continue").isEmpty();
        if (isWhole && !version.isEmpty() && kind.length() > 4) {
            versions.put(DocumentFields.text(list, "apiVersion") + " " + kind.substring(0, kind.length() - 4), version);
        }
    }

    private void take(String file, ObjectNode document, List<String> found) {
        var name = ObjectName.of(document);
        var text = OneLine.sentence(DocumentFields.text(document, "kind", "(no kind)") + " " + name);
        switch (KindTable.find(document)) {
            case KindTable.Found.Unknown(var why) -> repeatedProblem(file, text, why, Effect.OBJECT_LEFT_OUT);
            case KindTable.Found.Known(var kind) -> {
                if (name.name().isEmpty()) {
                    problem(file, text, "it has no name; left out", Effect.OBJECT_LEFT_OUT);
                } else if (kind.resource().namespaced() && name.namespace().isEmpty()) {
                    problem(file, text, "it has no namespace; left out", Effect.OBJECT_LEFT_OUT);
                } else if (!found.isEmpty()) {
                    problem(file, text, found.getFirst() + "; left out", Effect.OBJECT_LEFT_OUT);
                } else {
                    switch (shared.read(kind, document)) {
                        case SharedObjects.Outcome.Malformed(var why) ->
                            problem(file, text, why + "; left out", Effect.OBJECT_LEFT_OUT);
                        case SharedObjects.Outcome.WellFormed(var object) -> put(file, kind, object);
                    }
                }
            }
        }
    }

    private void put(String file, ObjectKind<?> kind, ApiObject object) {
        var fresh = new SnapshotObject<>(object, file);
        var known = objects.computeIfAbsent(kind, _ -> new LinkedHashMap<>()).putIfAbsent(object.name(), fresh);
        if (known == null) return;
        var isNewer = isNewer(fresh, known);
        var newest = isNewer ? fresh : known;
        var other = isNewer ? known : fresh;
        objects.get(kind).put(object.name(), newest);
        problem(
                other.file(),
                SnapshotProblem.name(object),
                other.object().equals(newest.object())
                        ? "it is there twice, in " + newest.file() + " as well"
                        : "it is there twice; that of " + newest.file() + " counts, which has version "
                                + newest.object().metadata().version(),
                Effect.OBJECT_LEFT_OUT);
    }

    /** Which of two counts must not depend on the order in which they are read. */
    private static boolean isNewer(SnapshotObject<?> one, SnapshotObject<?> other) {
        var versions = compareVersions(
                one.object().metadata().version(), other.object().metadata().version());
        if (versions != 0) return versions > 0;
        var files = one.file().compareTo(other.file());
        return files != 0
                ? files < 0
                : one.object()
                                .document()
                                .toString()
                                .compareTo(other.object().document().toString())
                        < 0;
    }

    private static int compareVersions(String one, String other) {
        var lengths = Integer.compare(one.length(), other.length());
        return lengths != 0 ? lengths : one.compareTo(other);
    }
}
