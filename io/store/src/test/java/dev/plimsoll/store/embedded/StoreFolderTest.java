package dev.plimsoll.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.log.Database;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

/** Looking after the files of a store. */
@Timeout(120)
class StoreFolderTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @TempDir
    Path temporary;

    private Path folder = Path.of("");
    private Path backup = Path.of("");

    @BeforeEach
    void paths() {
        folder = temporary.resolve("store");
        backup = temporary.resolve("backup");
    }

    @Test
    @DisplayName(
            "a backup of a store that is open and written to holds every write that was acknowledged before it was begun")
    void onlineBackup() throws Exception {
        var before = new TreeMap<String, String>();
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 500; i++) write(store, "k" + i % 50, "v" + i);
            before.putAll(content(store));
            var done = new AtomicBoolean();
            var writing = Thread.startVirtualThread(() -> {
                for (var i = 0; !done.get(); i++) write(store, "other" + i % 50, "x" + i);
            });
            var revision = new StoreFolder(folder).backup(backup, NOW);
            done.set(true);
            writing.join();
            assertThat(revision).isGreaterThanOrEqualTo(501);
            assertThat(new StoreFolder(folder).check().isWhole()).isTrue();
            assertThat(new StoreFolder(folder).check().inUse()).isTrue();
            write(store, "k1", "after the backup");
        }
        var report = new StoreFolder(folder).restore(backup, NOW);
        assertThat(report.aside()).hasValue(temporary.resolve("store.before-restore-20261116T120000Z"));
        assertThat(temporary.resolve("store.before-restore-20261116T120000Z/store.db"))
                .isNotEmptyFile();
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(content(store)).containsAllEntriesOf(before).containsEntry("k1", "v451");
            assertThat(store.revision())
                    .as("no client has seen it")
                    .isEqualTo(report.revision())
                    .isGreaterThan(1_000_000);
            assertThat(store.get("k1", 501)).isEqualTo(new Lookup.Compacted(report.revision()));
        }
    }

    @Test
    @DisplayName("a backup that is damaged anywhere is not restored, and what is there stays")
    void damagedBackup() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 100; i++) write(store, "k" + i, "v" + i);
        }
        new StoreFolder(folder).backup(backup, NOW);
        var whole = Files.readAllBytes(backup);
        for (var at :
                new int[] {20, 5000, whole.length / 2, whole.length - 600, whole.length - 500, whole.length - 400}) {
            var bytes = whole.clone();
            bytes[at] ^= 1;
            Files.write(backup, bytes);
            assertRefused(
                    StoreProblem.DAMAGED,
                    "The backup " + backup + " cannot be used",
                    () -> new StoreFolder(folder).restore(backup, NOW));
        }
        Files.write(backup, java.util.Arrays.copyOf(whole, whole.length - 4096));
        assertRefused(StoreProblem.DAMAGED, "cannot be used", () -> new StoreFolder(folder).restore(backup, NOW));
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.count("")).isEqualTo(100);
        }
    }

    @Test
    @DisplayName(
            "a store that a server has open is neither restored nor compacted, and an existing file is not overwritten")
    void inUse() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            write(store, "a", "1");
            new StoreFolder(folder).backup(backup, NOW);
            assertRefused(StoreProblem.IO, "FileAlreadyExists", () -> new StoreFolder(folder).backup(backup, NOW));
            assertRefused(StoreProblem.IN_USE, "in use", () -> new StoreFolder(folder).restore(backup, NOW));
            assertRefused(StoreProblem.IN_USE, "in use", () -> new StoreFolder(folder).compact());
            assertRefused(StoreProblem.IN_USE, "in use", () -> new StoreFolder(folder).salvage(NOW));
            write(store, "b", "1");
        }
    }

    @Test
    @DisplayName(
            "a damaged store is not backed up; check tells all that is wrong; a restore over it goes beyond what was acknowledged")
    void damagedStore() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 100; i++) write(store, "k" + i, "v" + i);
            new StoreFolder(folder).backup(backup, NOW);
            for (var i = 0; i < 100; i++) write(store, "k" + i, "w" + i);
        }
        change("UPDATE log SET v = x'00' WHERE rev IN (7, 9)", "DELETE FROM log WHERE rev BETWEEN 20 AND 24");
        var report = new StoreFolder(folder).check();
        assertThat(report.damage())
                .containsExactly(
                        "revision 7 of k5 is not what was written",
                        "revision 9 of k7 is not what was written",
                        "revisions 20 to 24 are missing");
        assertThat(report.affected()).isEqualTo(7);
        assertThat(report.acknowledged()).isEqualTo(201);
        assertRefused(
                StoreProblem.DAMAGED,
                "revision 7 of k5",
                () -> new StoreFolder(folder).backup(temporary.resolve("another"), NOW));
        assertThat(temporary.toFile().list()).as("no draft is left").containsExactlyInAnyOrder("store", "backup");
        var restored = new StoreFolder(folder).restore(backup, NOW);
        assertThat(restored.revision()).isEqualTo(1_000_201);
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(content(store)).hasSize(100).containsEntry("k5", "v5");
        }
    }

    @Test
    @DisplayName("salvage keeps the newest whole value of each key and names what is lost")
    void salvage() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 50; i++) write(store, "k" + i, "v" + i);
            write(store, "k3", "newer");
            write(store, "k4", "newer");
            store.delete("k5", 7);
        }
        change("UPDATE log SET v = x'00' WHERE k = 'k3' AND prev > 0", "UPDATE log SET v = x'00' WHERE k = 'k9'");
        var report = new StoreFolder(folder).salvage(NOW);
        assertThat(report.lost()).anySatisfy(line -> assertThat(line).contains("of k9 is damaged"));
        assertThat(report.keys()).isEqualTo(48);
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(content(store))
                    .hasSize(48)
                    .containsEntry("k3", "v3")
                    .containsEntry("k4", "newer")
                    .doesNotContainKeys("k5", "k9");
        }
    }

    @Test
    @DisplayName("salvage reads around pages that cannot be read")
    void salvageAroundPages() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 300; i++) write(store, "k" + i, "v".repeat(1000) + i);
        }
        try (var file = new RandomAccessFile(folder.resolve("store.db").toFile(), "rw")) {
            file.seek(10 * Database.PAGE);
            file.write(new byte[Database.PAGE]);
        }
        assertThatThrownBy(() -> EmbeddedStore.open(folder)).hasMessageContaining("is damaged");
        var report = new StoreFolder(folder).salvage(NOW);
        assertThat(report.keys()).isBetween(250L, 299L);
        assertThat(report.lost()).anySatisfy(line -> assertThat(line).contains("cannot be read"));
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.count("")).isEqualTo(report.keys());
        }
    }

    @Test
    @DisplayName("an exchange of files that was cut off at any step is finished by the next one who opens the store")
    void interruptedExchange() throws Exception {
        for (var moved = 0; moved < 4; moved++) {
            var place = temporary.resolve("cut" + moved);
            try (var store = EmbeddedStore.open(place)) {
                write(store, "a", "old");
            }
            var fresh = place.resolve("replacement");
            try (var store = EmbeddedStore.open(fresh)) {
                write(store, "a", "new");
            }
            Files.writeString(fresh.resolve("ready"), "aside" + moved);
            var aside = Files.createDirectories(temporary.resolve("aside" + moved));
            if (moved > 0) Files.move(place.resolve("store.db"), aside.resolve("store.db"));
            if (moved > 1) Files.move(place.resolve("high-water-mark"), aside.resolve("high-water-mark"));
            if (moved > 2) Files.move(fresh.resolve("high-water-mark"), place.resolve("high-water-mark"));
            try (var store = EmbeddedStore.open(place)) {
                assertThat(content(store)).containsEntry("a", "new");
            }
            assertThat(fresh).doesNotExist();
            assertThat(aside.toFile().list()).containsExactlyInAnyOrder("store.db", "high-water-mark");
        }
    }

    @Test
    @DisplayName("compact gives up history and makes the file smaller")
    void compact() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 2000; i++) write(store, "k" + i % 20, "v".repeat(2000) + i);
        }
        var sizes = new StoreFolder(folder).compact();
        assertThat(sizes[0]).isGreaterThan(4_000_000);
        assertThat(sizes[1]).isLessThan(500_000);
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.revision()).isEqualTo(2001);
            assertThat(store.count("")).isEqualTo(20);
        }
    }

    private static void write(EmbeddedStore store, String key, String value) {
        var bytes = value.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        var outcome = store.get(key) instanceof Lookup.Found(var entry, var _)
                ? store.replace(key, bytes, entry.modRevision())
                : store.create(key, bytes);
        assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
    }

    private static java.util.Map<String, String> content(EmbeddedStore store) {
        var content = new TreeMap<String, String>();
        for (var entry : ((RangeResult.Page) store.list(Range.of(""))).entries())
            content.put(entry.key(), new String(entry.value(), java.nio.charset.StandardCharsets.UTF_8));
        return content;
    }

    private void change(String... statements) throws Exception {
        try (var connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + folder.resolve("store.db"));
                var statement = connection.createStatement()) {
            for (var each : List.of(statements)) statement.executeUpdate(each);
        }
    }

    private static void assertRefused(StoreProblem problem, String text, ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContaining(text)
                .isInstanceOfSatisfying(
                        StoreException.class, it -> assertThat(it.problem()).isEqualTo(problem));
    }
}
