package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ObjectName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was written and has not been seen in the cache yet, by owner. While anything is left here, what the cache shows is older
 * than what was done, and deciding on it could do the same twice.
 *
 * <p>A creation is noted by name before the request is sent, and a deletion by uid, so that the watch may be faster than the
 * answer.
 */
public final class Expectations {
    private final Map<String, Map<String, Expected>> byOwner = new HashMap<>();

    /**
     * A write that is to be seen.
     *
     * @param uid of what is deleted; empty for what is created
     * @param since by the steady clock
     */
    public record Expected(ObjectName name, String uid, long since) {
        public boolean isCreation() {
            return uid.isEmpty();
        }

        private String key() {
            return isCreation() ? "+" + name : "-" + uid;
        }
    }

    public synchronized void expect(String owner, Expected expected) {
        byOwner.computeIfAbsent(owner, _ -> new HashMap<>()).put(expected.key(), expected);
    }

    /** It was seen, or did not happen. */
    public synchronized void settle(String owner, Expected expected) {
        var left = byOwner.get(owner);
        if (left == null) return;
        left.remove(expected.key());
        if (left.isEmpty()) byOwner.remove(owner);
    }

    public void created(String owner, ObjectName name) {
        settle(owner, new Expected(name, "", 0));
    }

    public void deleted(String owner, ObjectName name, String uid) {
        settle(owner, new Expected(name, uid, 0));
    }

    public synchronized List<Expected> of(String owner) {
        return new ArrayList<>(byOwner.getOrDefault(owner, Map.of()).values());
    }

    public synchronized boolean isSatisfied(String owner) {
        return !byOwner.containsKey(owner);
    }

    /** The owner is gone. */
    public synchronized void forget(String owner) {
        byOwner.remove(owner);
    }
}
