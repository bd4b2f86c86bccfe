package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.kinds.Kind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What was charged to the quotas of a namespace for objects that are not stored yet.
 *
 * <p>Invariant: whoever holds the lock of a namespace finds in each quota's {@code used} at least the usage of every stored
 * object plus that of every outstanding one. A charge is written and noted here under the lock; a recalculation reads the
 * quota, the outstanding objects and then the stored ones under the same lock. An object leaves this ledger only after it was
 * stored or given up, so at each moment it is found in one place or the other, and it is counted once by its uid. So a
 * recalculation never takes back a charge that is on its way, and since a charge is only written if it fits, use stays within
 * what is enforced.
 *
 * <p>The ledger is of one process. Servers that share a store charge safely beside each other (each charge is a
 * compare-and-set), but a recalculation by one may not see what another has in flight; the next one corrects it.
 */
public final class QuotaLedger {
    private final ConcurrentHashMap<String, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Map<String, Outstanding>> byNamespace = new ConcurrentHashMap<>();

    private volatile Consumer<String> settled = _ -> {};

    /** Tells of namespaces whose charges may have been for nothing. */
    public void whenSettled(Consumer<String> listener) {
        settled = listener;
    }

    /** An object as it is to be stored. */
    public record Outstanding(Kind kind, ObjectNode object) {}

    /** Does something while no charge and no recalculation happens in the namespace. */
    public <T> T exclusively(String namespace, Supplier<T> action) {
        var lock = locks.computeIfAbsent(namespace, _ -> new ReentrantLock());
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Notes a charged object; under the lock. A later version of it replaces the earlier. */
    public void charged(String namespace, String uid, Outstanding object) {
        byNamespace.computeIfAbsent(namespace, _ -> new ConcurrentHashMap<>()).put(uid, object);
    }

    /** The object is stored, or will not be. */
    public void settled(String namespace, String uid) {
        var outstanding = byNamespace.get(namespace);
        if (outstanding != null) outstanding.remove(uid);
        settled.accept(namespace);
    }

    Map<String, Outstanding> outstanding(String namespace) {
        return Map.copyOf(byNamespace.getOrDefault(namespace, Map.of()));
    }
}
