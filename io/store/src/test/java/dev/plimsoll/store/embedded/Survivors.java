package dev.plimsoll.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.StoreEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is in a store after its process died, compared with what the process had said. */
final class Survivors {
    private final Path folder;

    /** What the keys hold, by all that was found so far. */
    private final TreeMap<String, Entry> content = new TreeMap<>();

    private long verified = 1;
    long acknowledged;
    long found;

    Survivors(Path folder) {
        this.folder = folder;
    }

    /**
     * Opens the store and reads what was written since the last time. Revisions must be contiguous, values whole, every line that the
     * process said must be there as it was said, and the list must be what the events lead to.
     */
    void check(List<String> said) throws InterruptedException {
        var lines = new HashMap<Long, String>();
        for (var line : said) lines.put(Long.parseLong(line.substring(0, line.indexOf(' '))), line);
        acknowledged += lines.size();
        try (var store = EmbeddedStore.open(folder);
                var watch = store.watch("", verified)) {
            var current = store.revision();
            while (verified < current) {
                var delivery = watch.next(Duration.ofSeconds(30));
                assertThat(delivery).isInstanceOf(Delivery.Events.class);
                for (var event : ((Delivery.Events) delivery).events()) take(event, lines);
            }
            assertThat(lines).as("acknowledged and lost").isEmpty();
            assertThat(((RangeResult.Page) store.list(Range.of(""))).entries())
                    .isEqualTo(List.copyOf(content.values()));
        }
    }

    private void take(StoreEvent event, Map<Long, String> lines) {
        assertThat(event.revision()).isEqualTo(verified + 1);
        verified = event.revision();
        found++;
        var said = lines.remove(event.revision());
        switch (event) {
            case StoreEvent.Created(var entry) -> {
                assertThat(content.put(entry.key(), entry)).isNull();
                assertSaid(said, "create", entry);
            }
            case StoreEvent.Replaced(var entry, var previous) -> {
                assertThat(content.put(entry.key(), entry)).isEqualTo(previous);
                assertSaid(said, "replace", entry);
            }
            case StoreEvent.Deleted(var previous, var revision) -> {
                assertThat(content.remove(previous.key())).isEqualTo(previous);
                if (said != null) assertThat(said).startsWith(revision + " delete " + previous.key() + " ");
            }
        }
    }

    private static void assertSaid(@Nullable String said, String operation, Entry entry) {
        assertThat(Payload.isWhole(entry.key(), entry.value())).isTrue();
        if (said == null) return; // written, but killed before it was said
        assertThat(said)
                .isEqualTo(
                        entry.modRevision() + " " + operation + " " + entry.key() + " " + Payload.name(entry.value()));
    }
}
