package dev.plimsoll.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.StoreFaults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store whose process is killed with SIGKILL, again and again. {@code -Dplimsoll.kills=1000} sets how often, {@code
 * -Dplimsoll.seed=1} another course of events.
 */
class CrashTest {
    private static final int CRASHES = Integer.getInteger("plimsoll.kills", 20);
    private static final long SEED = Long.getLong("plimsoll.seed", 20_261_115);

    @TempDir
    Path folder;

    @Test
    @Timeout(3600)
    @DisplayName("no acknowledged write is lost, none is half applied, and the store opens again by itself")
    void kills() throws Exception {
        var random = new Random(SEED);
        var survivors = new Survivors(folder);
        var began = System.nanoTime();
        for (var life = 0; life < CRASHES; life++) survivors.check(oneLife(random));
        assertThat(survivors.found).isGreaterThanOrEqualTo(survivors.acknowledged);
        assertThat(survivors.acknowledged).isGreaterThan(CRASHES);
        assertThat(integrity()).isEqualTo("ok");
        assertThat(folder.toFile().list())
                .as("nothing piles up")
                .isSubsetOf("high-water-mark", "lock", "native", "store.db", "store.db-wal", "store.db-shm");
        System.out.printf(
                "%d kills in %d s: %d writes acknowledged, %d found, none lost%n",
                CRASHES, (System.nanoTime() - began) / 1_000_000_000, survivors.acknowledged, survivors.found);
    }

    /** Lets a process write, kills it somewhere between its start and two hundred answers, and tells what it had said. */
    private List<String> oneLife(Random random) throws Exception {
        var answers = random.nextInt(8) == 0 ? random.nextInt(3) : random.nextInt(200);
        var said = new ArrayList<String>();
        try (var child = Child.writing(folder, random.nextLong())) {
            assertThat(child.line()).isEqualTo("opening");
            var killed = answers == 0;
            if (killed) child.kill();
            for (var line = child.line(); !line.isEmpty(); line = child.line()) {
                assertThat(line).doesNotStartWith("refused").doesNotStartWith("failed");
                if (!line.startsWith("open ")) said.add(line);
                if (said.size() >= answers && !killed) {
                    child.kill();
                    killed = true;
                }
            }
        }
        return said;
    }

    private String integrity() throws Exception {
        try (var connection = new Database(folder, EmbeddedOptions.DEFAULT, new StoreFaults(_ -> {})).reader();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("PRAGMA integrity_check")) {
            rows.next();
            return rows.getString(1);
        }
    }
}
