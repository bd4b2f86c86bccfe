package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;

/** What a node changes of a PersistentVolumeClaim beside the parts of its status that nodes report. */
public final class ClaimStatusChange {
    private static final Set<String> REPORTED =
            Set.of("capacity", "conditions", "allocatedResources", "allocatedResourceStatuses");

    private ClaimStatusChange() {}

    /** The fields of other parts that differ, as a refusal shows them; empty if none does. */
    public static Optional<String> beyondReport(ObjectNode stored, ObjectNode next) {
        var before = withoutReport(stored);
        var after = withoutReport(next);
        return before.equals(after) ? Optional.empty() : Optional.of(DocumentDifference.of(before, after));
    }

    private static ObjectNode withoutReport(ObjectNode claim) {
        var rest = claim.deepCopy();
        if (rest.get("metadata") instanceof ObjectNode metadata)
            metadata.remove(Set.of("resourceVersion", "managedFields"));
        if (rest.get("status") instanceof ObjectNode status) {
            status.remove(REPORTED);
            if (status.isEmpty()) rest.remove("status");
        }
        return rest;
    }
}
