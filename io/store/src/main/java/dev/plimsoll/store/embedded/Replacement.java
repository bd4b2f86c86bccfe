package dev.plimsoll.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * New files that take the place of a store's. They are made in a folder beside them; once that is declared ready, the exchange is
 * finished even if it is cut off: the next one who opens the store goes on where it ended. The old files are moved aside, never
 * deleted.
 */
final class Replacement {
    private static final String FOLDER = "replacement";
    private static final String READY = "ready";
    private static final List<String> DATABASE = List.of(Database.FILE, Database.FILE + "-wal", Database.FILE + "-shm");

    private final Path store;
    private final Path fresh;

    private Replacement(Path store) {
        this.store = store;
        this.fresh = store.resolve(FOLDER);
    }

    /** An empty folder for the new files; what an earlier attempt left is removed. */
    static Replacement begin(Path store) throws IOException {
        var replacement = new Replacement(store);
        replacement.discard();
        PrivateFiles.createDirectories(replacement.fresh);
        return replacement;
    }

    Path folder() {
        return fresh;
    }

    /** Exchanges the files. Answers where the old ones are; empty if there were none. */
    Optional<Path> commit(String aside) throws IOException {
        PrivateFiles.write(fresh.resolve(READY), aside);
        return finish(aside);
    }

    /** Goes on with an exchange that was cut off; one that was not ready is left alone. */
    static void resume(Path store) throws IOException {
        var replacement = new Replacement(store);
        var ready = replacement.fresh.resolve(READY);
        if (Files.exists(ready))
            replacement.finish(Files.readString(ready, UTF_8).strip());
    }

    /** Each step is done once, whoever does it: as long as the new database is not in its place, what is there is old. */
    private Optional<Path> finish(String name) throws IOException {
        var aside = store.resolveSibling(name);
        if (Files.exists(fresh.resolve(Database.FILE))) {
            for (var file : DATABASE) moveAside(file, aside);
            if (Files.exists(fresh.resolve(HighWaterMark.FILE))) {
                moveAside(HighWaterMark.FILE, aside);
                moveIn(HighWaterMark.FILE);
            }
            moveIn(Database.FILE);
        }
        discard();
        return Files.exists(aside) ? Optional.of(aside) : Optional.empty();
    }

    private void moveAside(String file, Path aside) throws IOException {
        if (!Files.exists(store.resolve(file))) return;
        PrivateFiles.createDirectories(aside);
        Files.move(store.resolve(file), aside.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        PrivateFiles.forceName(aside.resolve(file));
        PrivateFiles.forceName(store.resolve(file));
    }

    private void moveIn(String file) throws IOException {
        Files.move(fresh.resolve(file), store.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        PrivateFiles.forceName(store.resolve(file));
    }

    private void discard() throws IOException {
        if (!Files.exists(fresh)) return;
        Files.deleteIfExists(fresh.resolve(READY)); // first: without it the rest means nothing
        try (var files = Files.walk(fresh)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
