package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of the metadata a change of the status brings with it. For most kinds that is what clients may write of it at all, so that a
 * controller can set an annotation and a condition in one request; some kinds keep all of it, and so do kinds with a definition.
 */
final class StatusMetadata {
    private static final List<String> WRITABLE = List.of("labels", "annotations", "ownerReferences", "finalizers");

    private static final Set<String> KEPT = Set.of(
            "APIService",
            "CustomResourceDefinition",
            "FlowSchema",
            "MutatingAdmissionPolicy",
            "PriorityLevelConfiguration",
            "ResourceClaim",
            "StorageVersionMigration",
            "ValidatingAdmissionPolicy",
            "VolumeAttachment");

    private final List<String> taken;

    private StatusMetadata(List<String> taken) {
        this.taken = taken;
    }

    static StatusMetadata of(Kind kind) {
        if (kind.extension() != null || KEPT.contains(kind.name())) return new StatusMetadata(List.of());
        // The labels of a Deployment are what its replica sets are found by: only its own way in changes them.
        if (kind.name().equals("Deployment")) return new StatusMetadata(WRITABLE.subList(1, WRITABLE.size()));
        return new StatusMetadata(WRITABLE);
    }

    /** What was sent of them, in the order of the names. */
    List<@Nullable JsonNode> read(ObjectNode sent) {
        var values = new ArrayList<@Nullable JsonNode>();
        for (var name : taken) values.add(sent.path("metadata").get(name));
        return values;
    }

    /** Writes what was read before. */
    void write(List<@Nullable JsonNode> values, ObjectNode document) {
        var metadata = DocumentMetadata.of(document).node();
        for (var i = 0; i < taken.size(); i++) {
            var value = values.get(i);
            if (value == null) metadata.remove(taken.get(i));
            else metadata.set(taken.get(i), value);
        }
    }
}
