package dev.plimsoll.controllers.garbage;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * Objects that were seen to go, the latest few hundred: owners by uid, and definitions by name. What belonged to them can go too, even
 * when nobody can be asked any more whether they are there because their kind went with them.
 */
final class AbsentOwners {
    private static final int MOST = 500;

    private final SequencedSet<String> keys = new LinkedHashSet<>();

    synchronized void add(String key) {
        keys.addLast(key);
        if (keys.size() > MOST) keys.removeFirst();
    }

    /** It is there again. */
    synchronized void remove(String key) {
        keys.remove(key);
    }

    synchronized boolean contains(String key) {
        return keys.contains(key);
    }
}
