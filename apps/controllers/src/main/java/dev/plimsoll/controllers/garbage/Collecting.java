package dev.plimsoll.controllers.garbage;

import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.objects.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether an object goes because its owners are gone. */
sealed interface Collecting {
    String FOREGROUND = "foregroundDeletion";
    String ORPHAN = "orphan";

    /** How an owner is. */
    enum Owner {
        LIVING,
        /** Gone, or its name belongs to another object now. */
        GONE,
        /** Going, and it waits for what belongs to it. */
        WAITING
    }

    record Keep() implements Collecting {}

    /** Somebody still owns it; the others are taken off the list. */
    record Strip(List<String> owners) implements Collecting {}

    /**
     * It goes.
     *
     * @param propagation what happens to what belongs to it in turn
     */
    record Delete(String propagation) implements Collecting {}

    /**
     * Decides.
     *
     * @param owners by uid
     */
    static Collecting decide(Meta object, boolean hasDependents, Map<String, Owner> owners) {
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
}
