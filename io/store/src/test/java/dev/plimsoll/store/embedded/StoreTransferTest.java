package dev.plimsoll.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of stores without files: whatever kind of store they are restored into holds the same. */
// Acceptance of production: store-commands
class StoreTransferTest {
    @TempDir
    Path folder;

    private final Random random = new Random(1);

    private static Map<String, String> content(Store store) {
        var page = (RangeResult.Page) store.list(Range.of(""));
        var content = new TreeMap<String, String>();
        for (var entry : page.entries()) content.put(entry.key(), new String(entry.value(), UTF_8));
        return content;
    }

    /** Keys that came, changed, went and came again; some were written in one step with another. */
    private Store source(int writes) {
        var store = new MemoryStore();
        for (var i = 0; i < writes; i++) {
            var key = "/registry/k" + random.nextInt(writes / 2 + 1);
            var value = ("v" + i).getBytes(UTF_8);
            switch (store.get(key)) {
                case Lookup.Absent _ -> assertThat(store.create(key, value)).isInstanceOf(WriteOutcome.Written.class);
                case Lookup.Found(var entry, var _) -> {
                    var outcome = random.nextInt(4) == 0
                            ? store.delete(key, entry.modRevision())
                            : store.replace(key, value, entry.modRevision(), FencingKey.touched("/beside"));
                    assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
                }
            }
        }
        return store;
    }

    @Test
    @DisplayName("a backup of any store comes back into an empty store and into a folder")
    void thereAndBack() {
        for (var writes : new int[] {0, 1, 499, 500, 501, 3000}) {
            var backup = folder.resolve("backup-" + writes);
            try (var source = source(writes);
                    var target = new MemoryStore()) {
                var revision = StoreTransfer.backup(source, backup, Instant.EPOCH);
                assertThat(revision).isGreaterThanOrEqualTo(source.revision());
                assertThat(StoreTransfer.restore(backup, target)).isEqualTo(source.count(""));
                assertThat(content(target)).isEqualTo(content(source));
                assertThat(StoreTransfer.isCutOff(target)).isFalse();
                var data = folder.resolve("data-" + writes);
                new StoreFolder(data).restore(backup, Instant.EPOCH);
                try (var embedded = EmbeddedStore.open(data)) {
                    assertThat(content(embedded)).isEqualTo(content(source));
                    assertThat(embedded.revision()).isGreaterThan(source.revision());
                }
            }
        }
        assertThat(folder.toFile().list((_, name) -> name.startsWith(".backup")))
                .isEmpty();
    }

    @Test
    @DisplayName("a restore that was cut off is noticed, and finished by the same command")
    void cutOff() {
        var backup = folder.resolve("backup");
        try (var source = source(2000);
                var target = new MemoryStore()) {
            StoreTransfer.backup(source, backup, Instant.EPOCH);
            StoreTransfer.restore(backup, target);
            // As after a kill in the middle: the mark is there, and some keys are not.
            var gone = content(target).keySet().stream().limit(300).toList();
            for (var key : gone) {
                if (target.get(key) instanceof Lookup.Found(var entry, var _)) target.delete(key, entry.modRevision());
            }
            target.create("/restore", new byte[0]);
            assertThat(StoreTransfer.isCutOff(target)).isTrue();
            assertThatThrownBy(() -> StoreTransfer.backup(target, folder.resolve("other"), Instant.EPOCH))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("finish its restore first");
            StoreTransfer.restore(backup, target);
            assertThat(StoreTransfer.isCutOff(target)).isFalse();
            assertThat(content(target)).isEqualTo(content(source));
        }
    }

    @Test
    @DisplayName("a store that holds something, a damaged backup and a file that is there already are refused")
    void refused() throws Exception {
        var backup = folder.resolve("backup");
        try (var source = source(100)) {
            StoreTransfer.backup(source, backup, Instant.EPOCH);
            assertThatThrownBy(() -> StoreTransfer.restore(backup, source))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("restore into an empty one");
            assertThatThrownBy(() -> StoreTransfer.backup(source, backup, Instant.EPOCH))
                    .isInstanceOf(StoreException.class);
            var bytes = Files.readAllBytes(backup);
            bytes[bytes.length / 2] ^= 1;
            var damaged = Files.write(folder.resolve("damaged"), bytes);
            try (var target = new MemoryStore()) {
                assertThatThrownBy(() -> StoreTransfer.restore(damaged, target))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("cannot be used");
                assertThat(target.count("")).isZero();
            }
        }
    }
}
