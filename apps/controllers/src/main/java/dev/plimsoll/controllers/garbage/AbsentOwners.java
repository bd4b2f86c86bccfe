package dev.plimsoll.controllers.garbage;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * Objects that were seen to go, by uid, the latest few hundred. What belonged to them can go too, even when nobody can be asked any
 * more whether they are there because their kind went with them.
 */
final class AbsentOwners {
    private static final int MOST = 500;

    private final SequencedSet<String> uids = new LinkedHashSet<>();

    synchronized void add(String uid) {
        uids.addLast(uid);
        if (uids.size() > MOST) uids.removeFirst();
    }

    synchronized boolean contains(String uid) {
        return uids.contains(uid);
    }
}
