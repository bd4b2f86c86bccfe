package dev.plimsoll.nodeagent.loop;

import java.util.ArrayList;
import java.util.List;

/** Actions that wait until it is known what was on a node before a restart. */
public final class RestoredActions {
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean isRestored;

    /** Runs an action as soon as it is known; at once if it is. */
    public void run(Runnable action) {
        synchronized (this) {
            if (!isRestored) {
                waiting.add(action);
                return;
            }
        }
        action.run();
    }

    /** Runs those that wait, on this thread. */
    public void restored() {
        List<Runnable> due;
        synchronized (this) {
            isRestored = true;
            due = List.copyOf(waiting);
            waiting.clear();
        }
        due.forEach(Runnable::run);
    }
}
