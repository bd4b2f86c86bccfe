package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.EmbeddedStore;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plimsoll store}, as a user runs it. */
@Tag(ProgramCommand.TAG)
class StoreCommandTest extends CommandLineTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("the help of the group and of each command says what it does; a folder without a store is named")
    void helps() {
        assertThat(run("store").out()).contains("check", "backup", "restore", "compact", "salvage", "Exit codes");
        for (var command : new String[] {"check", "backup", "restore", "compact", "salvage"})
            assertThat(run("store", command, "--help").out()).contains("--data", "json");
        var ran = run("store", "check", "--data", folder.toString());
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).contains("there is no store in " + folder);
    }

    @Test
    @DisplayName(
            "a server is backed up while it runs, SIGTERM leaves one whole file, and the backup comes back after a loss")
    void backupOfARunningServer() throws Exception {
        var data = folder.resolve("data").toString();
        var backup = folder.resolve("backup");
        try (var server = Program.start(
                "apiserver",
                "--data",
                data,
                "--port",
                "0",
                "--kubeconfig",
                folder.resolve("kubeconfig").toString())) {
            server.awaitSaying("serving on");
            var running = run("store", "check", "--data", data);
            assertThat(running.exit()).as(running.errors()).isZero();
            assertThat(running.out()).contains("whole (a server has it open)");
            var wrote = run("store", "backup", "--data", data, backup.toString(), "-o", "json");
            assertThat(wrote.exit()).as(wrote.errors()).isZero();
            assertThat(new ObjectMapper().readTree(wrote.out()).path("revision").asLong())
                    .isGreaterThan(1);
            assertThat(Files.getPosixFilePermissions(backup)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(run("store", "backup", "--data", data, backup.toString()).errors())
                    .contains("exists already");
            for (var command : new String[][] {
                {"store", "restore", "--data", data, "--from", backup.toString()}, {"store", "compact", "--data", data}
            }) {
                var refused = run(command);
                assertThat(refused.exit()).isEqualTo(2);
                assertThat(refused.errors()).contains("is in use by");
            }
            server.stop();
        }
        assertThat(folder.resolve("data/store/store.db-wal"))
                .as("SIGTERM moves it into the database")
                .doesNotExist();
        flipInEveryObject(folder.resolve("data/store/store.db"));
        var damaged = run("store", "check", "--data", data, "-o", "json");
        assertThat(damaged.exit()).isEqualTo(1);
        assertThat(new ObjectMapper().readTree(damaged.out()).path("damage")).isNotEmpty();
        var refused = run("apiserver", "--data", data, "--port", "0");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.errors()).contains("is damaged and was not opened", "plimsoll store restore --data " + data);
        var restored = run("store", "restore", "--data", data, "--from", backup.toString());
        assertThat(restored.exit()).as(restored.errors()).isZero();
        assertThat(restored.out()).contains("the files that were there are in " + data + "/store.before-restore-");
        assertThat(run("store", "check", "--data", data).exit()).isZero();
    }

    @Test
    @DisplayName("compact makes the file smaller, and salvage of a damaged store says what is lost")
    void compactAndSalvage() throws Exception {
        try (var store = EmbeddedStore.open(folder.resolve("store"))) {
            for (var i = 0; i < 500; i++)
                assertThat(store.create("key" + i, new byte[2000])).isInstanceOf(WriteOutcome.Written.class);
            for (var i = 0; i < 400; i++)
                assertThat(store.delete("key" + i, i + 2)).isInstanceOf(WriteOutcome.Written.class);
        }
        var compacted = new ObjectMapper()
                .readTree(run("store", "compact", "--data", folder.toString(), "-o", "json")
                        .out());
        assertThat(compacted.path("bytes").asLong())
                .isLessThan(compacted.path("bytesBefore").asLong() / 2);
        flip(folder.resolve("store/store.db"));
        var salvaged = run("store", "salvage", "--data", folder.toString());
        assertThat(salvaged.exit()).as(salvaged.errors()).isZero();
        assertThat(salvaged.out()).contains("lost: ", " keys, beginning at revision 1000901");
        assertThat(run("store", "check", "--data", folder.toString()).exit()).isZero();
    }

    /** A bit of each object: a single place of the file may be one that nothing uses any more. */
    private static void flipInEveryObject(Path file) throws Exception {
        var bytes = Files.readAllBytes(file);
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        var found = 0;
        for (var at = text.indexOf("metadata"); at >= 0; at = text.indexOf("metadata", at + 1)) {
            bytes[at] ^= 0x20;
            found++;
        }
        assertThat(found).isPositive();
        Files.write(file, bytes);
    }

    /** In the middle of the file, where rows are. */
    private static void flip(Path file) throws Exception {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            var at = bytes.length() * 3 / 4;
            bytes.seek(at);
            var before = bytes.read();
            bytes.seek(at);
            bytes.write(before ^ 0x40);
        }
    }
}
