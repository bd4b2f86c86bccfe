package dev.plimsoll.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.StoreEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a store can be asked for: what it held at its oldest revision, every event since, and what it holds. Two are equal if no
 * object, revision or byte differs.
 */
record Chronicle(List<Entry> atOldest, List<StoreEvent> since, List<Entry> now, long revision) {
    /** @param oldest the oldest revision that can be read */
    static Chronicle of(EmbeddedStore store, long oldest) throws InterruptedException {
        var revision = store.revision();
        var events = new ArrayList<StoreEvent>();
        try (var watch = store.watch("", oldest)) {
            for (var through = oldest; through < revision; ) {
                var delivery = watch.next(Duration.ofSeconds(30));
                assertThat(delivery).isInstanceOf(Delivery.Events.class);
                events.addAll(((Delivery.Events) delivery).events());
                through = ((Delivery.Events) delivery).through();
            }
        }
        return new Chronicle(
                entries(store.list(Range.of("").at(oldest))), events, entries(store.list(Range.of(""))), revision);
    }

    private static List<Entry> entries(RangeResult listing) {
        assertThat(listing).isInstanceOf(RangeResult.Page.class);
        return ((RangeResult.Page) listing).entries();
    }
}
