package dev.plimsoll.apiserver.storage;

import dev.plimsoll.kinds.Kind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where objects are in the store. */
public final class ObjectKey {
    private static final String ROOT = "/registry/";

    private static final Map<Kind, String> PREFIXES = new ConcurrentHashMap<>();

    private ObjectKey() {}

    /** The prefix of all objects of a kind. */
    public static String prefix(Kind kind) {
        // Those of definitions come and go.
        return kind.extension() == null ? PREFIXES.computeIfAbsent(kind, ObjectKey::made) : made(kind);
    }

    private static String made(Kind kind) {
        // The two faces of an event are one object.
        if (kind.is("events.k8s.io", "Event")) return ROOT + kind.plural() + "/";
        return ROOT + (kind.group().isEmpty() ? "" : kind.group() + "/") + kind.plural() + "/";
    }

    /** The prefix of the objects of a kind in a namespace; of all, where the namespace is empty. */
    public static String prefix(Kind kind, String namespace) {
        return namespace.isEmpty() ? prefix(kind) : prefix(kind) + namespace + "/";
    }

    public static String of(Kind kind, String namespace, String name) {
        return prefix(kind, kind.namespaced() ? namespace : "") + name;
    }
}
