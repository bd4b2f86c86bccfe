package dev.plimsoll.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.tree.DocumentFields;
import java.util.Map;
import java.util.stream.Collectors;

/** The kinds of a snapshot by what documents say that they are. */
final class KindTable {
    private static final Map<String, ObjectKind<?>> KINDS = SnapshotKinds.ALL.stream()
            .collect(Collectors.toUnmodifiableMap(
                    kind -> kind.resource().group() + "/" + kind.resource().kind(), kind -> kind));

    private KindTable() {}

    /** What a document is. */
    sealed interface Found {
        record Known(ObjectKind<?> kind) implements Found {}

        record Unknown(String why) implements Found {}
    }

    static Found find(ObjectNode document) {
        var apiVersion = DocumentFields.text(document, "apiVersion");
        var kind = DocumentFields.text(document, "kind");
        if (apiVersion.isEmpty() || kind.isEmpty()) {
            return new Found.Unknown("it does not say its apiVersion and kind; left out");
        }
        var slash = apiVersion.indexOf('/');
        var known = KINDS.get((slash < 0 ? "" : apiVersion.substring(0, slash)) + "/" + kind);
        if (known == null)
            return new Found.Unknown(kind + " of " + apiVersion + " is not part of a snapshot; left out");
        var wanted = known.resource().apiVersion();
        if (apiVersion.equals(wanted) || SnapshotKinds.hasAnyVersion(known)) return new Found.Known(known);
        return new Found.Unknown(kind + " is read in " + wanted + " and not in " + apiVersion + "; left out");
    }
}
