package dev.plimsoll.store.feed;

import dev.plimsoll.store.StoreEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last events, in the order of their revisions: a ring that grows up to a number and a weight. Not for several threads. */
final class RecentEvents {
    private final int mostEvents;
    private final long mostBytes;
    private @Nullable StoreEvent[] ring = new @Nullable StoreEvent[16];
    private int head;
    private int size;
    private long bytes;

    RecentEvents(int mostEvents, long mostBytes) {
        this.mostEvents = mostEvents;
        this.mostBytes = mostBytes;
    }

    /** Adds one and lets go of the oldest beyond the bounds. Answers the revision of the last one let go of, 0 if none was. */
    long add(StoreEvent event) {
        if (size == ring.length) grow();
        ring[(head + size++) % ring.length] = event;
        bytes += weight(event);
        var gone = 0L;
        while (size > mostEvents || (bytes > mostBytes && size > 1)) gone = removeFirst();
        return gone;
    }

    void clear() {
        ring = new @Nullable StoreEvent[16];
        head = 0;
        size = 0;
        bytes = 0;
    }

    /** At most {@code most} events with the prefix after a revision. */
    List<StoreEvent> after(long revision, String prefix, int most) {
        var found = new ArrayList<StoreEvent>();
        for (var i = firstAfter(revision); i < size && found.size() < most; i++) {
            var event = at(i);
            if (event.key().startsWith(prefix)) found.add(event);
        }
        return found;
    }

    private int firstAfter(long revision) {
        var low = 0;
        var high = size;
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (at(middle).revision() > revision) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    private StoreEvent at(int index) {
        var event = ring[(head + index) % ring.length];
        if (event == null) throw new AssertionError("no event at " + index + " of " + size);
        return event;
    }

    private long removeFirst() {
        var first = at(0);
        ring[head] = null;
        head = (head + 1) % ring.length;
        size--;
        bytes -= weight(first);
        return first.revision();
    }

    private void grow() {
        var larger = new @Nullable StoreEvent[ring.length * 2];
        for (var i = 0; i < size; i++) larger[i] = at(i);
        ring = larger;
        head = 0;
    }

    /** Previous bytes count too, although they are often the same array as the event's before. */
    private static long weight(StoreEvent event) {
        return 128
                + switch (event) {
                    case StoreEvent.Created(var entry) -> entry.value().length;
                    case StoreEvent.Replaced(var entry, var previous) ->
                        (long) entry.value().length + previous.value().length;
                    case StoreEvent.Deleted(var previous, var _) -> previous.value().length;
                };
    }
}
