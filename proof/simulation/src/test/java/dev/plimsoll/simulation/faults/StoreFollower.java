package dev.plimsoll.simulation.faults;

import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Watch;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A watch of the store by one server: each event once and in order, late at times. No lock is shared with other processes. */
final class StoreFollower implements Watch {
    private final SharedStore shared;
    private final Watch inner;
    private final String prefix;
    private final SimulatedProcess process;
    private final Faults faults;
    private final BuiltInMistake mistake;
    private @Nullable Thread reader;
    private long asked;
    private boolean isClosed;

    StoreFollower(
            SharedStore shared,
            Watch inner,
            String prefix,
            SimulatedProcess process,
            Faults faults,
            BuiltInMistake mistake) {
        this.shared = shared;
        this.inner = inner;
        this.prefix = prefix;
        this.process = process;
        this.faults = faults;
        this.mistake = mistake;
        process.whenKilled(this::close);
    }

    @Override
    public Delivery next() throws InterruptedException {
        var current = Thread.currentThread();
        reader = current;
        shared.follow(current);
        try {
            while (true) {
                if (isClosed) return new Delivery.Closed();
                shared.tell();
                switch (inner.next(Duration.ZERO)) {
                    case Delivery.Events events -> {
                        if (faults.happens(FaultKind.LATE_STORE_EVENT, 25, process.name() + " " + prefix))
                            process.time().sleep(faults.pause(1500));
                        return mistaken(events);
                    }
                    case Delivery.Progress progress -> {
                        if (asked > 0 && asked <= progress.through()) {
                            asked = 0;
                            return progress;
                        }
                    }
                    case Delivery.Ended ended -> {
                        return ended;
                    }
                }
                LockSupport.park(this);
                if (Thread.interrupted()) throw new InterruptedException();
            }
        } finally {
            shared.unfollow(current);
        }
    }

    private Delivery mistaken(Delivery.Events events) {
        var all = events.events();
        if (!prefix.contains("pods")) return events;
        if (mistake == BuiltInMistake.EVENT_IS_LOST && all.size() > 1)
            return new Delivery.Events(all.subList(1, all.size()), events.through());
        if (mistake == BuiltInMistake.EVENTS_ARE_SWAPPED) return new Delivery.Events(all.reversed(), events.through());
        return events;
    }

    @Override
    public Delivery next(Duration patience) throws InterruptedException {
        return patience.isPositive() ? next() : inner.next(Duration.ZERO);
    }

    @Override
    public void progressTo(long revision) {
        asked = asked == 0 ? revision : Math.min(asked, revision);
        if (reader != null) LockSupport.unpark(reader);
    }

    @Override
    public void close() {
        if (isClosed) return;
        isClosed = true;
        inner.close();
        if (reader != null) LockSupport.unpark(reader);
    }
}
