package dev.plimsoll.nodeagent.loop;

import dev.plimsoll.runtime.Timers;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** At most one timer for each pod of a node, by uid; the empty uid is the node's own. One thread uses it. */
public final class PodTimers {
    private final Timers timers;
    private final Consumer<String> fired;
    private final Map<String, Timers.ScheduledTask> tasks = new HashMap<>();

    /** @param fired is given the uid, on a thread of the timers */
    public PodTimers(Timers timers, Consumer<String> fired) {
        this.timers = timers;
        this.fired = fired;
    }

    /** In place of the one before. */
    public void set(String uid, Instant at) {
        cancel(uid);
        tasks.put(uid, timers.at(at, () -> fired.accept(uid)));
    }

    public void cancel(String uid) {
        var earlier = tasks.remove(uid);
        if (earlier != null) earlier.cancel();
    }
}
