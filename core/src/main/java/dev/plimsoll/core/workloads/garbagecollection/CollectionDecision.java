package dev.plimsoll.core.workloads.garbagecollection;

import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether an object goes because its owners are gone. */
public sealed interface CollectionDecision {
    String FOREGROUND = "foregroundDeletion";
    String ORPHAN = "orphan";

    /** The state of an owner. */
    enum Owner {
        LIVING,
        /** Gone, or its name belongs to another object now. */
        GONE,
        /** Going, and it waits for what belongs to it. */
        WAITING
    }

    record Keep() implements CollectionDecision {}

    /** Somebody still owns it; the others are taken off the list. */
    record Strip(List<String> owners) implements CollectionDecision {}

    /**
     * It goes.
     *
     * @param propagation what happens to what belongs to it in turn
     */
    record Delete(String propagation) implements CollectionDecision {}

    /**
     * Decides.
     *
     * @param owners by uid
     */
    static CollectionDecision decide(ObjectMetadata object, boolean hasDependents, Map<String, Owner> owners) {
        if (object.owners().isEmpty()) return new Keep();
        var lost = new ArrayList<String>();
        var living = false;
        var waiting = false;
        for (OwnerReference owner : object.owners()) {
            switch (owners.getOrDefault(owner.uid(), Owner.LIVING)) {
                case LIVING -> living = true;
                case GONE -> lost.add(owner.uid());
                case WAITING -> {
                    lost.add(owner.uid());
                    waiting = true;
                }
            }
        }
        if (lost.isEmpty()) return new Keep();
        if (living) return new Strip(List.copyOf(lost));
        // The owner waits for this one, so this one waits for its own.
        if (waiting && hasDependents) return new Delete("Foreground");
        if (object.finalizers().contains(ORPHAN)) return new Delete("Orphan");
        return new Delete(object.finalizers().contains(FOREGROUND) ? "Foreground" : "Background");
    }

    /** Whether an object that is being deleted waits for what belongs to it. */
    static boolean waitsForDependents(ObjectMetadata object) {
        return object.isBeingDeleted() && object.finalizers().contains(FOREGROUND);
    }

    /** Whether an object that is being deleted leaves behind what belongs to it. */
    static boolean orphansDependents(ObjectMetadata object) {
        return object.isBeingDeleted() && object.finalizers().contains(ORPHAN);
    }

    /** Whether an owner that waits cannot go before this object. */
    static boolean isBlockedBy(ObjectMetadata owner, ObjectMetadata dependent) {
        return dependent.owners().stream().anyMatch(each -> each.uid().equals(owner.uid()) && each.blocks());
    }
}
