package dev.plimsoll.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.log.LogRow;
import dev.plimsoll.store.embedded.log.RowQuery;
import dev.plimsoll.store.embedded.log.SqliteErrors;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * Backups of stores that have no files of their own here, such as one in etcd. They are files of the same form as those of an embedded
 * store: either kind of store can be restored from them.
 */
public final class StoreTransfer {
    /** There while a restore is under way: a store that has it holds only a part of a backup. */
    private static final String UNDER_WAY = "/restore";

    /** Why such a store is not served, and what to do. */
    public static final String CUT_OFF =
            "the store holds a part of a backup only, since a restore was cut off: run the same plimsoll store restore again";

    private static final int PAGE = 500;
    /** A write whose answer was lost is looked up and tried again so often. */
    private static final int TRIES = 5;

    private StoreTransfer() {}

    /** Whether a restore into the store was begun and not finished; then it must not be served. */
    public static boolean isCutOff(Store store) {
        return store.get(UNDER_WAY) instanceof Lookup.Found;
    }

    /** Writes what a store holds at one revision into a new file, and proves that it can be read back. Answers that revision. */
    public static long backup(Store source, Path target, Instant now) {
        if (isCutOff(source))
            throw new StoreException(
                    StoreProblem.REFUSED, "The store holds a part of a backup only; finish its restore first.");
        try {
            if (Files.exists(target)) throw new FileAlreadyExistsException(target.toString());
            var parent = target.toAbsolutePath().getParent();
            var folder = Files.createTempDirectory(parent == null ? Path.of(".") : parent, ".backup");
            try {
                var rows = new StoredRows(source);
                StoreRebuild.into(PrivateFiles.createDirectories(folder.resolve("store")), rows, rows.revision);
                return new StoreFolder(folder.resolve("store")).backup(target, now);
            } finally {
                delete(folder);
            }
        } catch (SQLException failure) {
            throw SqliteErrors.exception(target, failure);
        } catch (IOException failure) {
            throw new StoreException(StoreProblem.IO, "Reading or writing failed: " + failure, failure);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    /** What a store holds at one revision, page by page, as rows of a log that holds nothing else. */
    private static final class StoredRows implements StoreRebuild.Rows {
        private final Store source;
        private RangeResult.Page page;
        private int next;
        private long written;
        private final long revision;

        StoredRows(Store source) {
            this.source = source;
            this.page = page(source.list(Range.of("").limitedTo(PAGE)));
            // Each row has a revision of its own here, while several keys of a store may have been written at one.
            this.revision = Math.max(page.revision(), page.entries().size() + page.remaining());
        }

        @Override
        public Optional<LogRow> next() {
            if (next == page.entries().size()) {
                var following = page.next();
                if (following.isEmpty()) return Optional.empty();
                page = page(source.list(following.get()));
                next = 0;
            }
            var entry = page.entries().get(next++);
            return Optional.of(LogRow.of(++written, 0, entry.key(), entry.value()));
        }

        private static RangeResult.Page page(RangeResult result) {
            if (result instanceof RangeResult.Page page) return page;
            throw new StoreException(
                    StoreProblem.REFUSED,
                    "The history of the store was given up while it was read (" + result + "); back up again.");
        }
    }

    /**
     * Puts what a backup holds into an empty store. A restore that was cut off is finished by the same call.
     *
     * @return how many keys it holds
     */
    public static long restore(Path backup, Store target) {
        var isResumed = isCutOff(target);
        if (!isResumed && target.count("") > 0)
            throw new StoreException(
                    StoreProblem.REFUSED,
                    "The store holds " + target.count("")
                            + " keys already; restore into an empty one, such as another prefix.");
        try {
            var file = BackupFile.open(backup);
            var revisions = file.load().index().liveRevisions();
            if (!isResumed) put(target, UNDER_WAY, backup.toString().getBytes(UTF_8));
            try (var connection = file.connection();
                    var rows = new RowQuery(connection)) {
                for (var revision : revisions) {
                    var row = rows.find(revision).orElseThrow(() -> damaged(backup));
                    var value = row.value();
                    if (value == null) throw damaged(backup);
                    put(target, row.key(), value);
                }
            }
            remove(target);
            return revisions.length;
        } catch (SQLException failure) {
            throw SqliteErrors.exception(backup, failure);
        } catch (IOException failure) {
            throw new StoreException(StoreProblem.IO, "Reading the backup failed: " + failure, failure);
        }
    }

    private static StoreException damaged(Path backup) {
        return new StoreException(StoreProblem.DAMAGED, "The backup " + backup + " has changed while it was read.");
    }

    private static void put(Store target, String key, byte[] value) {
        CreateOutcome outcome = target.create(key, value);
        for (var attempt = 1; attempt < TRIES && outcome instanceof WriteOutcome.Uncertain; attempt++)
            outcome = target.create(key, value);
        switch (outcome) {
            case WriteOutcome.Written _ -> {}
            case WriteOutcome.Conflict(var current) -> {
                if (!Arrays.equals(current.value(), value))
                    throw new StoreException(
                            StoreProblem.REFUSED,
                            "The store holds another " + key + " than the backup: somebody writes to it meanwhile.");
            }
            case WriteOutcome.NotWritten(var problem, var why) -> throw new StoreException(problem, why);
            case WriteOutcome.Uncertain(var why) -> throw new StoreException(StoreProblem.UNAVAILABLE, why);
        }
    }

    private static void remove(Store target) {
        for (var attempt = 1; target.get(UNDER_WAY) instanceof Lookup.Found(var entry, var _); attempt++) {
            var outcome = target.delete(UNDER_WAY, entry.modRevision());
            if (!(outcome instanceof WriteOutcome.Written) && attempt == TRIES)
                throw new StoreException(
                        StoreProblem.UNAVAILABLE, "The end of the restore could not be written: " + outcome);
        }
    }
}
