package dev.plimsoll.store.embedded;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.embedded.log.Damage;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import dev.plimsoll.store.embedded.log.HighWaterMark.Content;
import dev.plimsoll.store.embedded.log.HighWaterMark.Position;
import dev.plimsoll.store.embedded.log.NativeLibrary;
import dev.plimsoll.store.embedded.log.RepairAdvice;
import dev.plimsoll.store.embedded.log.SqliteErrors;
import dev.plimsoll.store.embedded.log.StoreFaults;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The files of a store, for those who look after them: what can be done with them without serving them. */
public final class StoreFolder {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Path folder;
    private final Database database;

    /** The folder that {@link EmbeddedStore#open(Path)} is given. */
    public StoreFolder(Path folder) {
        this.folder = folder;
        this.database = new Database(folder, EmbeddedOptions.DEFAULT, new StoreFaults(_ -> {}));
    }

    private interface Work<T> {
        T perform() throws IOException, SQLException;
    }

    private <T> T attempt(Work<T> work) {
        try {
            NativeLibrary.provide(folder);
            return work.perform();
        } catch (SQLException failure) {
            throw SqliteErrors.exception(database.file(), failure);
        } catch (IOException failure) {
            throw new StoreException(StoreProblem.IO, "Reading or writing failed: " + failure, failure);
        }
    }

    private <T> T alone(Work<T> work) {
        return attempt(() -> {
            PrivateFiles.createDirectories(folder);
            try (var _ = FolderLock.take(folder)) {
                Replacement.resume(folder);
                return work.perform();
            }
        });
    }

    /** Reads all of it and changes nothing; also while a server has it open. */
    public CheckReport check() {
        return attempt(() -> {
            var inUse = FolderLock.isHeld(folder);
            var content = HighWaterMark.read(folder); // before the database, which may move on meanwhile
            var damage = new Damage();
            var proof = Verification.of(database, content, damage, inUse);
            var index = proof.loaded().index();
            return new CheckReport(
                    inUse,
                    index.oldest(),
                    index.revision(),
                    HighWaterMark.position(content).map(Position::revision).orElse(0L),
                    index.liveCount(),
                    bytes(),
                    damage.sentences(),
                    damage.found(),
                    damage.revisions());
        });
    }

    private long bytes() throws IOException {
        var sum = 0L;
        for (var name : List.of(Database.FILE, Database.FILE + "-wal")) {
            var file = folder.resolve(name);
            if (Files.exists(file)) sum += Files.size(file);
        }
        return sum;
    }

    /**
     * Writes all that is stored at one moment into a file, also while a server has the store open, and proves that it can be read
     * back. Answers the revision of that moment.
     */
    public long backup(Path target, Instant now) {
        return attempt(() -> {
            if (Files.exists(target)) throw new FileAlreadyExistsException(target.toString());
            var content = HighWaterMark.read(folder);
            if (!(content instanceof Content.Found(var acknowledged, var _, var _)) || acknowledged.revision() == 0)
                throw new StoreException(
                        StoreProblem.DAMAGED,
                        "The store in " + folder
                                + " does not say how far it goes, so that a backup could not be proven. "
                                + RepairAdvice.forDamage(folder));
            var parent = target.toAbsolutePath().getParent();
            var draft = PrivateFiles.createTempFile(
                    parent == null ? Path.of(".") : parent, "." + target.getFileName(), ".new");
            try {
                copy(draft);
                BackupFile.seal(draft, proven(draft, acknowledged), now);
                BackupFile.open(draft).load();
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
                PrivateFiles.forceName(target);
            } finally {
                Files.deleteIfExists(draft);
            }
            return BackupFile.open(target).end().revision();
        });
    }

    /** Of one moment, however much is written meanwhile. */
    private void copy(Path draft) throws SQLException {
        try (var connection = database.reader();
                var statement = connection.prepareStatement("VACUUM INTO ?")) {
            statement.setString(1, draft.toString());
            statement.execute();
        }
    }

    /** Where the copy ends, if it goes through what had been acknowledged when it was begun. */
    private Position proven(Path draft, Position acknowledged) throws SQLException {
        try (var connection = BackupFile.connection(draft)) {
            var loaded = BackupFile.load(connection, database.file(), acknowledged, true);
            return new Position(acknowledged.store(), loaded.index().revision(), loaded.chain());
        }
    }

    /** Puts a backup in the place of what is there, which is moved aside. */
    public RestoreReport restore(Path backup, Instant now) {
        return alone(() -> {
            var file = BackupFile.open(backup);
            var index = file.load().index();
            var known = Math.max(index.revision(), acknowledged());
            try (var source = file.connection()) {
                return replaced("restore", now, source, index.liveRevisions(), known, List.of());
            }
        });
    }

    /** Keeps of a damaged store what can be proven whole; the damaged files are moved aside. */
    public RestoreReport salvage(Instant now) {
        return alone(() -> {
            if (database.isEmptyBesideLog() || !database.exists())
                throw new StoreException(
                        StoreProblem.DAMAGED,
                        "There is nothing to be read in " + database.file() + "; restore a backup.");
            try (var source = database.reader()) {
                var acknowledged = acknowledged();
                var found = Salvage.of(source, acknowledged);
                if (found.isEmpty())
                    throw new StoreException(
                            StoreProblem.DAMAGED,
                            "No whole row was found in " + database.file() + "; restore a backup.");
                var known = Math.max(found.last(), acknowledged);
                return replaced("salvage", now, source, found.revisions(), known, found.lost());
            }
        });
    }

    private RestoreReport replaced(
            String why, Instant now, Connection source, long[] revisions, long known, List<String> lost)
            throws IOException, SQLException {
        var replacement = Replacement.begin(folder);
        var revision = StoreRebuild.revisionAfter(known);
        StoreRebuild.into(replacement.folder(), source, revisions, revision);
        source.close(); // it must not hold files that are moved
        var aside = replacement.commit(folder.getFileName() + ".before-" + why + "-" + TIME.format(now));
        return new RestoreReport(revisions.length, revision, aside, lost);
    }

    private long acknowledged() throws IOException {
        return HighWaterMark.position(HighWaterMark.read(folder))
                .map(Position::revision)
                .orElse(0L);
    }

    /**
     * Gives up all history, and makes the file as small as what it holds. Answers how many bytes it had and has; the same if there
     * was no room to rewrite it, in which case its free pages are used by what is written next.
     */
    public long[] compact() {
        if (FolderLock.isHeld(folder)) throw FolderLock.inUse(folder);
        var before = attempt(this::bytes);
        try (var store = EmbeddedStore.open(folder)) {
            store.compact(store.revision());
            store.awaitReclaimed();
        }
        return alone(() -> {
            vacuum();
            return new long[] {before, bytes()};
        });
    }

    private void vacuum() throws SQLException {
        try (var connection = database.writer()) {
            connection.setAutoCommit(true);
            try (var statement = connection.createStatement()) {
                statement.execute("VACUUM");
                statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            }
        } catch (SQLException failure) {
            if (SqliteErrors.problem(failure) != StoreProblem.OUT_OF_SPACE) throw failure;
        }
    }
}
