package dev.plimsoll.apiserver.storage;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one kind in their order. One thread at a time appends; watchers walk along the chain at their own pace, and the
 * thread that appends never waits for them. A change is forgotten with the last reference to it.
 */
final class ChangeChain {
    /** A watcher that is further behind is ended; its client lists again. */
    private static final int FURTHEST_BEHIND = 20_000;
    /** The same in bytes of objects: a watcher keeps alive what nobody else needs any more. */
    private static final long FURTHEST_BEHIND_BYTES = 64L << 20;

    private final Time time;
    /** Threads that walk along the chain, in the order of their ids. They are woken without a lock, so that they need not queue for one. */
    private final Map<Long, Thread> walkers = new ConcurrentSkipListMap<>();

    private volatile Link tail = Link.start(0);
    private volatile boolean closed;

    ChangeChain(Time time) {
        this.time = time;
    }

    /** One change in the chain, or the beginning of it. */
    static final class Link {
        private final long sequence;
        private final @Nullable StoredChange change;
        private final long revision;
        /** Of all objects in the chain up to here. */
        private final long bytes;
        /** Of this change alone. */
        private final long size;

        private volatile @Nullable Link next;
        private volatile boolean last;

        private Link(long sequence, @Nullable StoredChange change, long revision, long bytes, long size) {
            this.sequence = sequence;
            this.change = change;
            this.revision = revision;
            this.bytes = bytes;
            this.size = size;
        }

        /** A beginning without a change. */
        static Link start(long revision) {
            return new Link(0, null, revision, 0, 0);
        }

        Link followedBy(StoredChange following, long bytesOfIt) {
            return new Link(sequence + 1, following, following.revision(), bytes + bytesOfIt, bytesOfIt);
        }

        /** A beginning that stands directly before this change. */
        private Link before(long atRevision) {
            var start = new Link(sequence - 1, null, atRevision, bytes, 0);
            start.next = this;
            return start;
        }

        /** Null at a beginning. */
        @Nullable
        StoredChange change() {
            return change;
        }

        long revision() {
            return revision;
        }

        /** Bytes of this change alone. */
        long size() {
            return size;
        }

        boolean isNewest() {
            return next == null;
        }
    }

    Link tail() {
        return tail;
    }

    /** The place from which the changes of a window follow. */
    Link before(ChangeWindow window) {
        var first = window.first();
        return first == null ? tail : first.before(window.start());
    }

    Link append(StoredChange change, long bytes) {
        var link = tail.followedBy(change, bytes);
        tail.next = link;
        tail = link;
        return link;
    }

    /** Begins anew at a revision. Who stands on the old chain cannot go on without a gap. */
    void restart(long revision) {
        var old = tail;
        old.last = true;
        tail = new Link(old.sequence + 1, null, revision, old.bytes, 0);
    }

    /** Nothing more will come. */
    void close() {
        closed = true;
        tail.last = true;
    }

    /** Tells the walkers that the chain grew or ended. */
    void wake() {
        ComponentThreads.handOver();
        walkers.values().forEach(LockSupport::unpark);
    }

    /** The link after one, waiting for it; null if there is none in time. */
    @Nullable
    Link next(Link link, Duration patience) throws InterruptedException {
        var next = link.next;
        if (next != null) return next;
        var deadline = time.nanos() + patience.toNanos();
        while (next == null && !link.last && !closed) {
            var left = deadline - time.nanos();
            if (left <= 0) return null;
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) throw new InterruptedException();
            next = link.next;
        }
        return next;
    }

    /** From now on this thread is woken at each change. */
    void enter(Thread walker) {
        walkers.put(walker.threadId(), walker);
    }

    void leave(Thread walker) {
        walkers.remove(walker.threadId());
    }

    int watchers() {
        return walkers.size();
    }

    /** Whether who stands here gets nothing more: the chain ended, or it is too far ahead. */
    boolean isEnded(Link link) {
        var newest = tail;
        return link.last
                || closed
                || newest.sequence - link.sequence > FURTHEST_BEHIND
                || newest.bytes - link.bytes > FURTHEST_BEHIND_BYTES;
    }
}
