package dev.plimsoll.apiserver.quota;

import dev.plimsoll.apiserver.quota.OutstandingCharges.Charge;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What one server knows of charges for objects that are not stored yet.
 *
 * <p>Invariant, over all servers of a store: each quota's {@code used} is at least the usage of every stored object plus that of
 * every object on its way. A charge is written in one step to the quota's status and to the {@link OutstandingCharges} beside it,
 * on condition that the quota has not changed since it was read. A recalculation reads the quota, then the charges beside it, then
 * the stored objects, and is written on the same condition. So whatever was charged before the quota was read is found in one
 * place or the other, and what is charged later makes the recalculation fail. An object is counted once, by its uid.
 *
 * <p>A charge is over when its object is stored, when its own server knows that it will not be, or when this server has known it for longer
 * than any request can take: its server has died.
 */
public final class QuotaLedger {
    /** No request takes as long from its charge to its write. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final String server;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<String, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final Set<String> live = ConcurrentHashMap.newKeySet();
    /** Objects that this server removed lately: they were stored, whatever a charge says. */
    private final Map<String, Instant> removed = new ConcurrentHashMap<>();
    /** The same in the order of their times. */
    private final Queue<Removal> removals = new ConcurrentLinkedQueue<>();

    /** Charges of other servers, with when this one saw them first. */
    private final Map<Charge, Long> firstSeen = new ConcurrentHashMap<>();

    private volatile Consumer<String> settled = _ -> {};

    /**
     * Of one server.
     *
     * @param server a name that no other server has, and not this one in its next life
     * @param nanos how long a charge of another server is known is counted by this: clocks of other machines show other times
     */
    public QuotaLedger(String server, InstantSource clock, LongSupplier nanos) {
        this.server = server;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** Tells of namespaces whose charges may have been for nothing. */
    public void whenSettled(Consumer<String> listener) {
        settled = listener;
    }

    /** Does something while no charge and no recalculation of this server happens in the namespace. */
    public <T> T exclusively(String namespace, Supplier<T> action) {
        var lock = locks.computeIfAbsent(namespace, _ -> new ReentrantLock());
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** A charge of this server. */
    public Charge charge(long base, dev.plimsoll.core.model.ResourceAmounts amounts) {
        return new Charge(server, clock.instant(), base, amounts);
    }

    /** An object is about to be charged; whether that is news. */
    public boolean begin(String uid) {
        return live.add(uid);
    }

    /** The object is stored, or will not be. */
    public void settled(String namespace, String uid) {
        live.remove(uid);
        settled.accept(namespace);
    }

    private record Removal(String uid, Instant at) {}

    void removed(String uid) {
        var now = clock.instant();
        removed.put(uid, now);
        removals.add(new Removal(uid, now));
        // From the oldest on: of many removals each looks at those only that have become old since the one before.
        for (var oldest = removals.peek();
                oldest != null && oldest.at().plus(LONGEST).isBefore(now);
                oldest = removals.peek()) {
            if (removals.remove(oldest)) removed.remove(oldest.uid(), oldest.at());
        }
    }

    /** How many removals are remembered. */
    int remembered() {
        return removed.size();
    }

    /** The objects that this server has on their way: to be asked before the stored ones are read. */
    Set<String> live() {
        return Set.copyOf(live);
    }

    /**
     * Whether a charge need not be counted any more.
     *
     * @param stored the version of the object that is stored; 0 if none is
     */
    boolean isOver(String uid, Charge charge, long stored, Set<String> liveBefore) {
        if (hasLanded(charge, stored)) return true;
        if (charge.server().equals(server)) return !liveBefore.contains(uid);
        return removed.containsKey(uid) || isOld(charge);
    }

    private boolean isOld(Charge charge) {
        var now = nanos.getAsLong();
        firstSeen.values().removeIf(seen -> now - seen > 10 * LONGEST.toNanos());
        return now - firstSeen.computeIfAbsent(charge, _ -> now) > LONGEST.toNanos();
    }

    /** A change of a version that is no longer there is written already, or never will be. */
    static boolean hasLanded(Charge charge, long stored) {
        return charge.base() == 0 ? stored > 0 : stored != charge.base();
    }
}
