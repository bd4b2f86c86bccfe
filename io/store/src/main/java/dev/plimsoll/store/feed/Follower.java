package dev.plimsoll.store.feed;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.Watch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A watch: a position in the window, or before it. Its fields are guarded by the window's lock; private methods run under it. */
final class Follower implements Watch {
    /** What one delivery may hold, so that a reader far behind is not handed the whole window. */
    private static final int MOST_EVENTS = 512;

    private final Window window;
    private final String prefix;
    private final EventBacklog source;
    private final Condition news;

    /** Everything up to here has been delivered. */
    private long position;

    /**
     * The smallest revision that somebody wants to be told of; 0 if nobody does. Not the greatest: whoever asks for one that will
     * never come must not keep it from those who ask for less.
     */
    private long asked;

    private Delivery.@Nullable Ended end;

    Follower(Window window, String prefix, long after, EventBacklog source) {
        this.window = window;
        this.prefix = prefix;
        this.source = source;
        news = window.lock.newCondition();
        position = after;
    }

    @Override
    public Delivery next() throws InterruptedException {
        return next(Long.MAX_VALUE);
    }

    @Override
    public Delivery next(Duration patience) throws InterruptedException {
        return next(saturatedNanos(patience));
    }

    private Delivery next(long nanos) throws InterruptedException {
        var left = nanos;
        while (true) {
            long from;
            long until;
            window.lock.lockInterruptibly();
            try {
                while (true) {
                    var last = ended();
                    if (last != null) return last;
                    if (position < window.floor) break;
                    var delivery = fromWindow();
                    if (delivery != null) return delivery;
                    if (left <= 0) return new Delivery.Progress(position);
                    left = news.awaitNanos(left);
                }
                from = position;
                until = window.floor;
            } finally {
                window.lock.unlock();
            }
            var delivery = fromPast(source.read(prefix, from, until));
            if (delivery != null) return delivery;
        }
    }

    @GuardedBy("window.lock")
    private Delivery.@Nullable Ended ended() {
        if (end == null && window.closed) end = new Delivery.Closed();
        return end;
    }

    /** What the window has beyond the position, or the progress that was asked for, or null. */
    @GuardedBy("window.lock")
    private @Nullable Delivery fromWindow() {
        var events = window.recent.after(position, prefix, MOST_EVENTS);
        if (events.size() == MOST_EVENTS)
            return delivered(events, events.getLast().revision());
        var through = Math.max(position, window.through);
        if (!events.isEmpty()) return delivered(events, through);
        position = through;
        if (asked == 0 || asked > position) return null;
        asked = 0;
        return new Delivery.Progress(position);
    }

    private @Nullable Delivery fromPast(EventBacklog.Piece piece) {
        window.lock.lock();
        try {
            var last = ended();
            if (last != null) return last;
            return switch (piece) {
                case EventBacklog.Piece.Compacted(var oldest) -> {
                    end = new Delivery.Compacted(oldest);
                    yield end;
                }
                case EventBacklog.Piece.Read(var events, var through) -> {
                    if (!events.isEmpty()) yield delivered(events, through);
                    position = through;
                    yield null;
                }
            };
        } finally {
            window.lock.unlock();
        }
    }

    private Delivery delivered(List<StoreEvent> events, long through) {
        position = through;
        if (asked <= through) asked = 0;
        return new Delivery.Events(events, through);
    }

    /** The window grew from {@code before} to {@code through}. */
    void appended(List<StoreEvent> events, long before, long through) {
        if (position < before) return; // on its way through older events; it will come to these
        if (concerns(events)) {
            news.signal();
            return;
        }
        position = Math.max(position, through);
        if (asked != 0 && asked <= position) news.signal();
    }

    private boolean concerns(List<StoreEvent> events) {
        for (var event : events) {
            if (event.revision() > position && event.key().startsWith(prefix)) return true;
        }
        return false;
    }

    void wake() {
        news.signal();
    }

    @Override
    public void progressTo(long revision) {
        boolean waits;
        window.lock.lock();
        try {
            asked = asked == 0 ? revision : Math.min(asked, revision);
            waits = window.through < revision;
            news.signal();
        } finally {
            window.lock.unlock();
        }
        if (waits) source.hurry(revision);
    }

    @Override
    public void close() {
        window.lock.lock();
        try {
            if (end == null) end = new Delivery.Closed();
            news.signal();
        } finally {
            window.lock.unlock();
        }
        window.forget(this);
        source.close();
    }

    private static long saturatedNanos(Duration patience) {
        try {
            return patience.toNanos();
        } catch (ArithmeticException _) {
            return Long.MAX_VALUE;
        }
    }
}
