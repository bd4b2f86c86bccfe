package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A PersistentVolumeClaim that is being admitted. */
public final class ClaimDocument {
    private ClaimDocument() {}

    /** Names its storage class. */
    public static void setStorageClass(ObjectNode claim, String name) {
        if (claim.get("spec") instanceof ObjectNode spec) spec.put("storageClassName", name);
    }
}
