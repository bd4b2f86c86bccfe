package dev.plimsoll.core.workloads;

/**
 * An entry of {@code metadata.ownerReferences}.
 *
 * @param isController the one that keeps the object as it is
 * @param blocks whether the owner, deleted in the foreground, waits for this object
 */
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean isController, boolean blocks) {}
