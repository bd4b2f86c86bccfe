package dev.plimsoll.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store on a disk that fails a write or a force once, at a random moment, and then works again; the process is killed where it goes
 * on. {@code -Dplimsoll.ioerrors=1000} sets how often, {@code -Dplimsoll.seed=1} another course of events.
 */
class FailingDiskTest {
    private static final int ERRORS = Integer.getInteger("plimsoll.ioerrors", 10);
    private static final long SEED = Long.getLong("plimsoll.seed", 20_261_117);
    private static final List<String[]> PLACES = List.of(
            new String[] {"store.db-wal", "write"},
            new String[] {"store.db-wal", "sync"},
            new String[] {"high-water-mark", "write"},
            new String[] {"store.db", "write"},
            new String[] {"store.db", "sync"});

    @TempDir
    Path temporary;

    private final Map<String, Integer> stopped = new TreeMap<>();

    @Test
    @Timeout(3600)
    @DisplayName(
            "after a failed write or force nothing more is acknowledged, and nothing that was acknowledged is lost")
    void errors() throws Exception {
        var library = compiled();
        var folder = Files.createDirectories(temporary.resolve("store"));
        var random = new Random(SEED);
        var survivors = new Survivors(folder);
        for (var life = 0; life < ERRORS; life++) {
            var place = PLACES.get(life % PLACES.size());
            survivors.check(oneLife(folder, library, place, random));
        }
        assertThat(survivors.acknowledged).isGreaterThan(ERRORS);
        assertThat(stopped).as("errors that a commit met").containsKeys("store.db-wal write", "store.db-wal sync");
        System.out.printf(
                "%d failing disks: %d writes acknowledged, %d found, none lost; writing stopped after %s%n",
                ERRORS, survivors.acknowledged, survivors.found, stopped);
    }

    private List<String> oneLife(Path folder, Path library, String[] place, Random random) throws Exception {
        var environment = Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAIL_PATH",
                folder.toRealPath().resolve(place[0]).toString(),
                "FAIL_CALL",
                place[1],
                "FAIL_AT",
                Integer.toString(1 + random.nextInt(60)),
                Child.CHECKPOINT_PAGES,
                "20");
        var said = new ArrayList<String>();
        var failures = 0;
        try (var child = Child.writing(folder, random.nextLong(), environment)) {
            for (var line = child.line(); !line.isEmpty(); line = child.line()) {
                if (Character.isDigit(line.charAt(0))) said.add(line);
                else if (line.startsWith("failed")) failures++;
                else assertThat(line).matches("opening|open \\d+|refused (IO|REFUSED) .*");
                if (said.size() == 250) child.kill();
            }
        }
        if (failures > 0 && said.size() < 250) {
            assertThat(failures).as("every writer is told").isEqualTo(Child.WRITERS);
            stopped.merge(place[0] + " " + place[1], 1, Integer::sum);
        }
        return said;
    }

    private Path compiled() throws Exception {
        var source = temporary.resolve("failing-disk.c");
        try (var text = FailingDiskTest.class.getResourceAsStream("/failing-disk.c")) {
            assertThat(text).isNotNull();
            Files.write(source, text.readAllBytes());
        }
        var library = temporary.resolve("failing-disk.so");
        try {
            var compiler = new ProcessBuilder(
                            "gcc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString(), "-ldl")
                    .inheritIO()
                    .start();
            assertThat(compiler.waitFor()).isZero();
        } catch (java.io.IOException none) {
            Assumptions.abort("no C compiler: " + none.getMessage());
        }
        return library;
    }
}
