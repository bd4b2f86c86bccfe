package dev.plimsoll.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import dev.plimsoll.store.embedded.log.StoreFaults;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

/** What is special to the store in a folder: its files, and what is wrong with them. */
// Acceptance of production: disk, compaction
@Timeout(60)
class EmbeddedStoreTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("what was written is there when the store is opened again, history and all")
    void reopen() {
        long first;
        long second;
        try (var store = EmbeddedStore.open(folder)) {
            first = written(store.create("a", bytes("1")));
            second = written(store.replace("a", bytes("2"), first));
            written(store.create("b", bytes("1")));
            written(store.delete("b", second + 1));
        }
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.revision()).isEqualTo(second + 2);
            assertThat(store.get("a")).isEqualTo(new Lookup.Found(new Entry("a", bytes("2"), second), second + 2));
            assertThat(store.get("a", first)).isEqualTo(new Lookup.Found(new Entry("a", bytes("1"), first), first));
            assertThat(store.get("b")).isEqualTo(new Lookup.Absent(second + 2));
            assertThat(written(store.create("b", bytes("2")))).isEqualTo(second + 3);
        }
    }

    @Test
    @DisplayName("what compaction gave up stays given up, and its rows are removed, also by the next process")
    void compactionLasts() throws Exception {
        long last = 1;
        try (var store = EmbeddedStore.open(folder)) {
            last = written(store.create("a", bytes("0")));
            for (var i = 1; i < 3000; i++) last = written(store.replace("a", bytes("" + i), last));
            store.compact(last - 1);
        }
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.get("a", last - 2)).isEqualTo(new Lookup.Compacted(last - 1));
            assertThat(store.get("a", last - 1)).isInstanceOf(Lookup.Found.class);
            for (var turn = 0; turn < 8; turn++) last = written(store.replace("a", bytes("x"), last));
        }
        try (var connection = raw()) {
            assertThat(Database.number(connection, "SELECT count(*) FROM log")).isEqualTo(10);
        }
    }

    @Test
    @DisplayName("the file has large pages and a write-ahead log, and every commit is forced to disk")
    void settings() throws Exception {
        EmbeddedStore.open(folder).close();
        try (var connection = new Database(folder, EmbeddedOptions.DEFAULT, new StoreFaults(_ -> {})).writer()) {
            assertThat(Database.number(connection, "PRAGMA page_size")).isEqualTo(16_384);
            assertThat(Database.number(connection, "PRAGMA synchronous")).isEqualTo(2);
            assertThat(Database.number(connection, "PRAGMA wal_autocheckpoint")).isEqualTo(1024);
        }
    }

    @Test
    @DisplayName("a removal that is the last revision does not set the revision back")
    void revisionAfterCompactedRemoval() {
        long gone;
        try (var store = EmbeddedStore.open(folder)) {
            gone = written(store.delete("a", written(store.create("a", bytes("1")))));
            store.compact(gone);
        }
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.revision()).isEqualTo(gone);
            assertThat(written(store.create("a", bytes("2")))).isEqualTo(gone + 1);
        }
    }

    @Test
    @DisplayName("a second store of the same process is refused, and does not loosen the lock of the first")
    void secondStore() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            assertProblem(StoreProblem.IN_USE, "another store of this process", () -> EmbeddedStore.open(folder));
            try (var child = Child.writing(folder, 1)) {
                assertThat(child.line()).isEqualTo("opening");
                assertThat(child.line())
                        .startsWith("refused IN_USE The folder " + folder + " is in use by another process ("
                                + ProcessHandle.current().pid() + ")");
            }
            written(store.create("a", bytes("1")));
        }
        EmbeddedStore.open(folder).close();
    }

    @Test
    @DisplayName("when the room is used up, writes are not written, reads go on, and compaction makes room")
    void full() throws Exception {
        var options = EmbeddedOptions.DEFAULT.withMaxFileBytes(1 << 20);
        var value = new byte[10_000];
        var last = 0L;
        try (var store = EmbeddedStore.open(folder, options)) {
            var revisions = new ArrayList<Long>();
            last = written(store.create("a", value));
            WriteOutcome outcome = store.replace("a", value, last);
            while (outcome instanceof WriteOutcome.Written(var revision)) {
                last = revision;
                revisions.add(revision);
                outcome = store.replace("a", value, last);
            }
            assertThat(outcome).isInstanceOfSatisfying(WriteOutcome.NotWritten.class, it -> {
                assertThat(it.problem()).isEqualTo(StoreProblem.OUT_OF_SPACE);
                assertThat(it.why()).contains("no room left");
            });
            assertThat(revisions).hasSizeGreaterThan(40);
            assertThat(store.revision()).isEqualTo(last);
            assertThat(store.get("a")).isInstanceOf(Lookup.Found.class);
            assertThat(store.create("b", value)).isInstanceOf(WriteOutcome.NotWritten.class);
            store.compact(last);
            while (!(store.replace("a", bytes("small"), last) instanceof WriteOutcome.Written)) Thread.onSpinWait();
        }
        try (var store = EmbeddedStore.open(folder, options)) {
            assertThat(store.revision()).isEqualTo(last + 1);
        }
    }

    @Test
    @DisplayName(
            "a full store with a reserve refuses new keys, and still changes and removes others, compacts, and goes on")
    void fullWithReserve() throws Exception {
        var options = EmbeddedOptions.DEFAULT.withMaxFileBytes(4 << 20).withReserveBytes(1 << 20);
        var told = new ArrayList<String>();
        var revisions = new ArrayList<Long>();
        try (var store = EmbeddedStore.open(folder, options, told::add)) {
            WriteOutcome outcome = store.create("k0", new byte[10_000]);
            while (outcome instanceof WriteOutcome.Written(var revision)) {
                revisions.add(revision);
                outcome = store.create("k" + revisions.size(), new byte[10_000]);
            }
            assertThat(outcome).isInstanceOfSatisfying(WriteOutcome.NotWritten.class, it -> {
                assertThat(it.problem()).isEqualTo(StoreProblem.OUT_OF_SPACE);
                assertThat(it.why()).contains("plimsoll store compact --data " + folder);
            });
            assertThat(revisions).hasSizeGreaterThan(150);
            assertThat(store.fault().orElseThrow().problem()).isEqualTo(StoreProblem.OUT_OF_SPACE);
            assertThat(folder.resolve("reserve")).doesNotExist();
            for (var i = 0; i < 5; i++)
                revisions.set(i, written(store.replace("k" + i, new byte[9_000], revisions.get(i))));
            for (var i = 0; i < 100; i++) written(store.delete("k" + i, revisions.get(i)));
            assertThat(store.create("new", new byte[10])).isInstanceOf(WriteOutcome.NotWritten.class);
            store.compact(store.revision());
            store.awaitReclaimed();
            written(store.create("new", new byte[10_000]));
            assertThat(store.fault()).isEmpty();
            assertThat(store.count("")).isEqualTo(revisions.size() - 100 + 1);
            assertThat(folder.resolve("reserve")).hasSize(1 << 20);
        }
        assertThat(told).hasSize(2);
        assertThat(told.getFirst()).contains("no room left");
        assertThat(told.getLast()).contains("room again");
        try (var store = EmbeddedStore.open(folder, options)) {
            assertThat(store.count("")).isEqualTo(revisions.size() - 100 + 1);
        }
    }

    @Test
    @DisplayName("after an I/O error no write is accepted, and nothing that was acknowledged is lost")
    void failingDisk() throws Exception {
        var survivors = new Survivors(folder);
        var said = new ArrayList<String>();
        var failures = new ArrayList<String>();
        try (var child = Child.writingWithin(4000, folder, 7)) {
            for (var line = child.line(); !line.isEmpty(); line = child.line()) {
                if (Character.isDigit(line.charAt(0))) said.add(line);
                if (line.startsWith("failed")) failures.add(line);
            }
        }
        assertThat(failures).hasSize(4).anySatisfy(line -> assertThat(line).contains("Uncertain"));
        assertThat(said).hasSizeGreaterThan(100);
        survivors.check(said);
    }

    @Test
    @DisplayName("a value that is not what was written keeps the store from being opened, and is named with what to do")
    void damagedValue() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            written(store.create("a", bytes("original")));
            written(store.create("b", bytes("whole")));
        }
        change("UPDATE log SET v = CAST('0riginal' AS BLOB) WHERE k = 'a'");
        assertProblem(
                StoreProblem.DAMAGED,
                "The store in " + folder + " is damaged and was not opened: revision 2 of a is not what was written."
                        + " 1 revision is affected. Its files were not changed. \"plimsoll store check --data "
                        + folder,
                () -> EmbeddedStore.open(folder));
    }

    @Test
    @DisplayName(
            "a value that is damaged while the store is open is never served; the store tells, and takes no more writes")
    void damagedWhileOpen() throws Exception {
        var told = new ArrayList<String>();
        var options = EmbeddedOptions.DEFAULT.withValueCacheBytes(0).withRecentEvents(1);
        try (var store = EmbeddedStore.open(folder, options, told::add)) {
            written(store.create("a", bytes("original")));
            written(store.create("b", bytes("whole")));
            assertThat(store.fault()).isEmpty();
            change("UPDATE log SET v = CAST('0riginal' AS BLOB) WHERE k = 'a'");
            assertThat(store.fault()).as("nobody has read it yet").isEmpty();
            assertProblem(StoreProblem.DAMAGED, "the bytes of a at revision 2", () -> store.get("a"));
            assertThat(store.fault()).isPresent();
            assertThat(store.fault().get().problem()).isEqualTo(StoreProblem.DAMAGED);
            assertThat(told).singleElement().asString().contains("revision 2", "plimsoll store check --data " + folder);
            assertProblem(StoreProblem.DAMAGED, "the bytes of a at revision 2", () -> store.list(Range.of("")));
            assertThat(store.list(Range.of("b"))).isInstanceOf(RangeResult.Page.class);
            try (var watch = store.watch("", 1)) {
                assertProblem(StoreProblem.DAMAGED, "revision 2 of a", watch::next);
            }
            assertThat(store.create("c", bytes("new")))
                    .isInstanceOfSatisfying(
                            WriteOutcome.NotWritten.class,
                            it -> assertThat(it.problem()).isEqualTo(StoreProblem.DAMAGED));
            assertThat(told).as("it tells once").hasSize(1);
        }
        assertProblem(
                StoreProblem.DAMAGED, "revision 2 of a is not what was written", () -> EmbeddedStore.open(folder));
    }

    @Test
    @DisplayName("a closed store has everything in one file, and no write-ahead log")
    void checkpointedWhenClosed() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 100; i++) written(store.create("k" + i, bytes("v")));
            assertThat(store.get("k1", 50)).isInstanceOf(Lookup.Found.class); // so that there is a reader
            assertThat(folder.resolve("store.db-wal")).isNotEmptyFile();
        }
        assertThat(folder.resolve("store.db-wal")).doesNotExist();
        assertThat(folder.toFile().list())
                .contains("store.db", "high-water-mark")
                .doesNotContain("store.db-shm");
    }

    @Test
    @DisplayName("a store of the format before checksums of history is converted, and then is protected as others are")
    void olderFormat() throws Exception {
        long last;
        try (var store = EmbeddedStore.open(folder)) {
            last = written(store.create("a", bytes("1")));
            last = written(store.replace("a", bytes("2"), last));
            written(store.create("b", bytes("1")));
            store.compact(3);
            last = written(store.create("c", bytes("1")));
        }
        change("DELETE FROM mark WHERE name <> 'compacted'", "PRAGMA user_version = 1");
        Files.delete(folder.resolve(HighWaterMark.FILE));
        var told = new ArrayList<String>();
        try (var store = EmbeddedStore.open(folder, EmbeddedOptions.DEFAULT, told::add)) {
            assertThat(store.revision()).isEqualTo(last);
            assertThat(store.count("")).isEqualTo(3);
            last = written(store.create("d", bytes("1")));
        }
        assertThat(told).singleElement().asString().contains("converted from format 1 to format 2");
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.revision()).isEqualTo(last);
        }
        change("DELETE FROM log WHERE k = 'b'");
        assertProblem(StoreProblem.DAMAGED, "is missing", () -> EmbeddedStore.open(folder));
    }

    @Test
    @DisplayName("a missing revision is reported when the store is opened")
    void missingRevision() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 5; i++) written(store.create("k" + i, bytes("v")));
        }
        change("DELETE FROM log WHERE rev = 4");
        assertProblem(StoreProblem.DAMAGED, "revision 4 is missing", () -> EmbeddedStore.open(folder));
        assertProblem(StoreProblem.DAMAGED, "revision 4 is missing", () -> EmbeddedStore.open(folder));
    }

    @Test
    @DisplayName("a damaged file is reported when the store is opened")
    void damagedFile() throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            for (var i = 0; i < 500; i++) written(store.create("k" + i, new byte[1000]));
        }
        try (var file = new RandomAccessFile(folder.resolve("store.db").toFile(), "rw")) {
            for (var page = 1; page < file.length() / 16_384; page++) {
                file.seek(page * 16_384L);
                file.write(new byte[200]);
            }
        }
        assertProblem(StoreProblem.DAMAGED, "is damaged", () -> EmbeddedStore.open(folder));
    }

    @Test
    @DisplayName("a file of another program, or of a later version, is refused and left alone")
    void foreignFile() throws Exception {
        var file = folder.resolve("store.db");
        Files.writeString(file, "This is not a database, whatever its name may say.".repeat(50));
        assertProblem(StoreProblem.UNKNOWN_FORMAT, "not a store of this program", () -> EmbeddedStore.open(folder));
        assertThat(Files.readString(file)).startsWith("This is not");
        Files.delete(file);
        try (var connection = raw();
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE theirs (x)");
        }
        assertProblem(StoreProblem.UNKNOWN_FORMAT, "not a store of this program", () -> EmbeddedStore.open(folder));
        Files.delete(file);
        EmbeddedStore.open(folder).close();
        try (var connection = raw();
                var statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA user_version = 99");
        }
        assertProblem(
                StoreProblem.UNKNOWN_FORMAT,
                "has format 99; this version reads formats 1 and 2",
                () -> EmbeddedStore.open(folder));
    }

    @Test
    @DisplayName("a folder that cannot be made is reported")
    void unusableFolder() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "");
        assertProblem(StoreProblem.IO, "cannot be used", () -> EmbeddedStore.open(file.resolve("below")));
    }

    @Test
    @DisplayName("writes under way when the store is closed are finished or refused, never forgotten")
    void closeWhileWriting() throws Exception {
        var store = EmbeddedStore.open(folder);
        var acknowledged = new ArrayList<List<Long>>();
        var threads = new ArrayList<Thread>();
        for (var writer = 0; writer < 8; writer++) {
            var name = "k" + writer + "/";
            var mine = new ArrayList<Long>();
            acknowledged.add(mine);
            threads.add(Thread.startVirtualThread(() -> {
                for (var i = 0; store.create(name + i, bytes("v")) instanceof WriteOutcome.Written(var at); i++)
                    mine.add(at);
            }));
        }
        try (var watch = store.watch("", 1)) {
            watch.progressTo(100);
            for (var through = 1L; through < 100; ) {
                if (watch.next() instanceof dev.plimsoll.store.Delivery.Events(var _, var reached)) through = reached;
            }
        }
        store.close();
        for (var thread : threads) thread.join();
        var sorted = acknowledged.stream().flatMap(List::stream).sorted().toList();
        assertThat(sorted).hasSizeGreaterThan(90).doesNotHaveDuplicates();
        try (var again = EmbeddedStore.open(folder)) {
            assertThat(again.revision()).isEqualTo(sorted.getLast());
            assertThat(again.count("")).isEqualTo(sorted.size());
        }
    }

    private void change(String... statements) throws Exception {
        try (var connection = raw();
                var statement = connection.createStatement()) {
            for (var each : statements) statement.executeUpdate(each);
        }
    }

    private Connection raw() throws Exception {
        return new SQLiteConfig().createConnection("jdbc:sqlite:" + folder.resolve("store.db"));
    }

    private static void assertProblem(StoreProblem problem, String text, ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContaining(text)
                .isInstanceOfSatisfying(
                        StoreException.class, it -> assertThat(it.problem()).isEqualTo(problem));
    }

    private static long written(WriteOutcome outcome) {
        assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
        return ((WriteOutcome.Written) outcome).revision();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
