package dev.plimsoll.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of production: compaction
class CompactorTest {
    private final MemoryStore store = new MemoryStore();
    private final ArrayList<Throwable> troubles = new ArrayList<>();
    private final Compactor compactor = new Compactor(store, Duration.ofHours(1), troubles::add);

    private long create(String key) {
        var outcome = store.create(key, key.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
        return ((WriteOutcome.Written) outcome).revision();
    }

    @Test
    void historyOfOneIntervalStaysAndWhatIsOlderGoes() {
        var first = create("a");
        create("b");
        compactor.runOnce();
        assertThat(store.get("a", first)).as("the first turn only takes a mark").isInstanceOf(Lookup.Found.class);
        var marked = store.revision();
        create("c");
        compactor.runOnce();
        assertThat(store.get("a", first)).isEqualTo(new Lookup.Compacted(marked));
        assertThat(store.get("a", marked)).isInstanceOf(Lookup.Found.class);
        assertThat(store.get("a")).as("what is there stays").isInstanceOf(Lookup.Found.class);
    }

    @Test
    void historyIsLookedAtOnceInAnIntervalAndNeverWithoutOne() {
        assertThat(compactor.isTurn(Duration.ofMinutes(59).toNanos())).isFalse();
        assertThat(compactor.isTurn(Duration.ofHours(1).toNanos())).isTrue();
        var withoutInterval = new Compactor(store, Duration.ZERO, troubles::add);
        assertThat(withoutInterval.isTurn(Duration.ofDays(365).toNanos())).isFalse();
    }

    @Test
    void aStoreWithoutRoomIsRelievedAtOnce(@TempDir Path folder) {
        var options = EmbeddedOptions.DEFAULT.withMaxFileBytes(2 << 20).withReserveBytes(1 << 18);
        try (var full = EmbeddedStore.open(folder, options)) {
            var relief = new Compactor(full, Duration.ofHours(1), troubles::add);
            var last = ((WriteOutcome.Written) full.create("a", new byte[10_000])).revision();
            relief.relieve();
            assertThat(full.get("a", last))
                    .as("nothing is given up while there is room")
                    .isInstanceOf(Lookup.Found.class);
            while (full.fault().isEmpty()) {
                if (full.replace("a", new byte[10_000], last) instanceof WriteOutcome.Written(var revision))
                    last = revision;
            }
            assertThat(full.create("b", new byte[10])).isInstanceOf(WriteOutcome.NotWritten.class);
            relief.relieve();
            while (!(full.create("b", new byte[10]) instanceof WriteOutcome.Written)) Thread.onSpinWait();
            assertThat(full.fault()).isEmpty();
            assertThat(troubles).isEmpty();
        }
    }

    @Test
    void aStoreThatCannotAnswerIsToldAndAskedAgain() {
        create("a");
        compactor.runOnce();
        store.close();
        compactor.runOnce();
        assertThat(troubles).hasSize(1);
        compactor.runOnce();
        assertThat(troubles).hasSize(2);
    }
}
