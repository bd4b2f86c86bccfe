package dev.plimsoll.apiserver.limits;

import java.util.HashMap;
import java.util.Map;

/** Something of which all together may take so much, and each so much of that; 0 is no bound. */
public final class ClientBudget {
    private final long forAll;
    private final long forEach;
    private final Map<String, Long> shares = new HashMap<>();
    private long taken;

    public ClientBudget(long forAll, long forEach) {
        this.forAll = forAll;
        this.forEach = forEach;
    }

    /** Whether there is room. Who gets some must give it back. Who has none yet may take more than a share, once. */
    public synchronized boolean take(String who, long amount, boolean privileged) {
        var share = shares.getOrDefault(who, 0L);
        var fits = privileged || forEach == 0 || share == 0 || share + amount <= forEach;
        var fitsAll = forAll == 0 || taken == 0 || taken + amount <= forAll;
        if (!fits || !fitsAll) return false;
        shares.put(who, share + amount);
        taken += amount;
        return true;
    }

    public synchronized void give(String who, long amount) {
        taken -= amount;
        shares.computeIfPresent(who, (_, share) -> share == amount ? null : share - amount);
    }

    synchronized long taken() {
        return taken;
    }
}
