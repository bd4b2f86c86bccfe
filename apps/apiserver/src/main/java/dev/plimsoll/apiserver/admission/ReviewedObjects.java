package dev.plimsoll.apiserver.admission;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.kinds.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Objects that steps look up to judge one write, such as its namespace and the account of a pod. Each is looked up once, unless a
 * webhook was asked in between: that may take long.
 */
public final class ReviewedObjects {
    private final List<Known> known = new ArrayList<>(2);

    private record Known(Kind kind, String namespace, String name, Optional<StoredObject> found) {
        boolean is(Kind ofKind, String inNamespace, String named) {
            return kind.equals(ofKind) && namespace.equals(inNamespace) && name.equals(named);
        }
    }

    /** The object, or empty. */
    public Optional<StoredObject> find(Registry registry, Kind kind, String namespace, String name) {
        for (var each : known) if (each.is(kind, namespace, name)) return each.found;
        var found = registry.find(kind, namespace, name);
        known.add(new Known(kind, namespace, name, found));
        return found;
    }

    /** Time has passed: whatever is asked for next is looked up again. */
    public void forget() {
        known.clear();
    }
}
