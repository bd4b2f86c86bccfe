package dev.plimsoll.store.feed;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.Watch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The most recent events of a store, and the followers that read them.
 *
 * <p>Goal: an append costs the writer microseconds, whatever the followers do. So nothing is queued per follower; each has a
 * position, and takes from the window what lies beyond it. A follower that is up to date and sees nothing of its prefix is moved
 * along without being woken. One whose position has left the window reads from its {@link EventBacklog} until it is back.
 *
 * <p>Invariants: {@code floor <= through}; the window holds every event in {@code (floor, through]}.
 */
public final class Window implements AutoCloseable {
    /** Guards everything here and in the followers. Nothing is called while it is held but this package. */
    final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    final RecentEvents recent;

    @GuardedBy("lock")
    long floor;

    @GuardedBy("lock")
    long through;

    @GuardedBy("lock")
    boolean closed;

    @GuardedBy("lock")
    private final Set<Follower> followers = new LinkedHashSet<>();

    /** @param revision that of the store: the window begins after it */
    public Window(int mostEvents, long mostBytes, long revision) {
        recent = new RecentEvents(mostEvents, mostBytes);
        floor = revision;
        through = revision;
    }

    /** Begins to follow a prefix after a revision. The watch closes the source. */
    public Watch follow(String prefix, long after, EventBacklog source) {
        var follower = new Follower(this, prefix, after, source);
        lock.lock();
        try {
            followers.add(follower);
        } finally {
            lock.unlock();
        }
        return follower;
    }

    /** The revision up to which the window has seen everything. */
    public long through() {
        lock.lock();
        try {
            return through;
        } finally {
            lock.unlock();
        }
    }

    /** The next events, in order; with them, the store is known up to {@code revision}. */
    public void append(List<StoreEvent> events, long revision) {
        lock.lock();
        try {
            for (var event : events) floor = Math.max(floor, recent.add(event));
            var before = through;
            through = revision;
            for (var follower : followers) follower.appended(events, before, revision);
        } finally {
            lock.unlock();
        }
    }

    /** Goes on after a revision with a hole before it: what was between is lost to the window, though perhaps not to the sources. */
    public void restart(long revision) {
        lock.lock();
        try {
            recent.clear();
            floor = revision;
            through = revision;
            followers.forEach(Follower::wake);
        } finally {
            lock.unlock();
        }
    }

    void forget(Follower follower) {
        lock.lock();
        try {
            followers.remove(follower);
        } finally {
            lock.unlock();
        }
    }

    /** Ends all followers. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            followers.forEach(Follower::wake);
            followers.clear();
        } finally {
            lock.unlock();
        }
    }
}
