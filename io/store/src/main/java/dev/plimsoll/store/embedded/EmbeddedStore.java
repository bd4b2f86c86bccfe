package dev.plimsoll.store.embedded;

import dev.plimsoll.files.FileModes;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Fault;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Keys;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.WriteRequest.Change;
import dev.plimsoll.store.embedded.WriteRequest.Compacting;
import dev.plimsoll.store.embedded.WriteRequest.Decision;
import dev.plimsoll.store.embedded.log.ConnectionFactory;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.KeyHistory;
import dev.plimsoll.store.embedded.log.NativeLibrary;
import dev.plimsoll.store.embedded.log.Readers;
import dev.plimsoll.store.embedded.log.RevisionIndex;
import dev.plimsoll.store.embedded.log.SqliteErrors;
import dev.plimsoll.store.embedded.log.StoreFaults;
import dev.plimsoll.store.feed.EventBacklog;
import dev.plimsoll.store.feed.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store in a folder of this machine: a log of all writes in one SQLite file, an index of it in memory, one thread that writes.
 * One process at a time may have the folder. docs/decisions/0003-store.md says why it is built so.
 */
public final class EmbeddedStore implements Store {
    /** Revisions that a watch reads from the log at once. */
    private static final int STRETCH = 512;

    private final Database database;
    private final FolderLock lock;
    private final RevisionIndex index;
    private final ValueCache cache;
    private final Readers readers;
    private final StoreSnapshot snapshot;
    private final Window window;
    private final WriterLoop writer;
    private final Thread thread;
    private volatile boolean closed;

    private EmbeddedStore(Database database, FolderLock lock, Opened opened, ThreadFactory threads) {
        this.database = database;
        this.lock = lock;
        var loaded = opened.loaded();
        index = loaded.index();
        var options = database.options();
        cache = new ValueCache(options.valueCacheBytes());
        readers = new Readers(database);
        snapshot = new StoreSnapshot(index, cache, readers);
        window = new Window(options.recentEvents(), options.recentBytes(), index.revision());
        writer = new WriterLoop(database, opened.log(), opened.mark(), loaded, cache, window);
        thread = threads.newThread(writer);
    }

    /** Opens the store in a folder, or makes a new one; repairs by itself what a crash left, and refuses what is damaged. */
    public static EmbeddedStore open(Path folder) {
        return open(folder, EmbeddedOptions.DEFAULT);
    }

    public static EmbeddedStore open(Path folder, EmbeddedOptions options) {
        return open(folder, options, _ -> {});
    }

    /**
     * Opens the store in a folder as {@link #open(Path)} does.
     *
     * @param told of faults when they happen, and of what was mended; a log
     */
    public static EmbeddedStore open(Path folder, EmbeddedOptions options, Consumer<String> told) {
        var threads = Thread.ofPlatform().name("plimsoll-store-writer").daemon().factory();
        return open(folder, options, told, ConnectionFactory.SQLITE, threads);
    }

    /**
     * Opens the store in a folder as {@link #open(Path, EmbeddedOptions, Consumer)} does, for a simulation of disks and threads.
     *
     * @param threads makes the one thread that writes
     */
    public static EmbeddedStore open(
            Path folder,
            EmbeddedOptions options,
            Consumer<String> told,
            ConnectionFactory connections,
            ThreadFactory threads) {
        try {
            PrivateFiles.createDirectories(folder);
            var lock = FolderLock.take(folder);
            try {
                FileModes.mend(folder).forEach(told);
                Replacement.resume(folder);
                NativeLibrary.provide(folder);
                var database = new Database(folder, options, new StoreFaults(told), connections);
                var store = new EmbeddedStore(database, lock, Opened.of(database), threads);
                store.thread.start();
                return store;
            } catch (Throwable failed) {
                lock.close();
                throw failed;
            }
        } catch (IOException failure) {
            throw new StoreException(StoreProblem.IO, "The folder " + folder + " cannot be used: " + failure, failure);
        }
    }

    @Override
    public long revision() {
        checkOpen();
        return index.revision();
    }

    @Override
    public Lookup.Settled get(String key) {
        checkOpen();
        return snapshot.latest(Keys.check(key));
    }

    @Override
    public Lookup get(String key, long revision) {
        checkOpen();
        return snapshot.at(Keys.check(key), Keys.checkRevision(revision));
    }

    @Override
    public RangeResult list(Range range) {
        checkOpen();
        return snapshot.list(range);
    }

    @Override
    public long count(String prefix) {
        checkOpen();
        return snapshot.count(Keys.checkPrefix(prefix));
    }

    @Override
    public CreateOutcome create(String key, byte[] value) {
        while (true) {
            switch (decided(key, new Change.Put(value), KeyHistory.NONE, null)) {
                case Decision.Written(var revision) -> {
                    return new WriteOutcome.Written(revision);
                }
                case Decision.Mismatch(var revision) -> {
                    var current = entry(key, revision);
                    if (current.isPresent()) return new WriteOutcome.Conflict(current.get());
                }
                case Decision.Missing _, Decision.WitnessMoved _ ->
                    throw new AssertionError("a create expects that nothing is there");
                case Decision.Failed(var problem, var why) -> {
                    return new WriteOutcome.NotWritten(problem, why);
                }
                case Decision.Doubtful(var why) -> {
                    return new WriteOutcome.Uncertain(why);
                }
            }
        }
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected) {
        return change(key, new Change.Put(value), expected, null);
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected, FencingKey fencingKey) {
        return change(key, new Change.Put(value), expected, fencingKey);
    }

    @Override
    public WriteOutcome delete(String key, long expected) {
        return change(key, new Change.Remove(), expected, null);
    }

    private WriteOutcome change(String key, Change change, long expected, @Nullable FencingKey fencingKey) {
        Keys.checkExpected(expected);
        while (true) {
            switch (decided(key, change, expected, fencingKey)) {
                case Decision.Written(var revision) -> {
                    return new WriteOutcome.Written(revision);
                }
                case Decision.Mismatch(var revision) -> {
                    var current = entry(key, revision);
                    if (current.isPresent()) return new WriteOutcome.Conflict(current.get());
                }
                case Decision.Missing(var revision) -> {
                    return new WriteOutcome.NotFound(revision);
                }
                case Decision.WitnessMoved(var revision) -> {
                    return new WriteOutcome.WitnessMoved(revision);
                }
                case Decision.Failed(var problem, var why) -> {
                    return new WriteOutcome.NotWritten(problem, why);
                }
                case Decision.Doubtful(var why) -> {
                    return new WriteOutcome.Uncertain(why);
                }
            }
        }
    }

    private Decision decided(String key, Change change, long expected, @Nullable FencingKey fencingKey) {
        var request = new WriteRequest.Write(Keys.check(key), change, expected, fencingKey, new PendingResult<>());
        if (closed || !writer.submit(request)) return new Decision.Failed(StoreProblem.CLOSED, closedSentence());
        return request.answer().await();
    }

    /** What refused a write; empty if it has been overwritten and compacted since, so that the write must be decided anew. */
    private Optional<Entry> entry(String key, long revision) {
        return snapshot.value(key, revision).map(value -> new Entry(key, value, revision));
    }

    @Override
    public Watch watch(String prefix, long after) {
        checkOpen();
        return window.follow(Keys.checkPrefix(prefix), after, this::stretch);
    }

    private EventBacklog.Piece stretch(String prefix, long after, long until) {
        var through = Math.min(until, after + STRETCH);
        if (after < index.oldest()) return new EventBacklog.Piece.Compacted(index.oldest());
        try {
            var events = readers.read(reader -> reader.events(prefix, after, through));
            if (after < index.oldest()) return new EventBacklog.Piece.Compacted(index.oldest());
            return new EventBacklog.Piece.Read(
                    events.orElseThrow(
                            () -> database.damaged("a row is missing between revisions " + after + " and " + through)),
                    through);
        } catch (StoreException failure) {
            if (failure.problem() != StoreProblem.CLOSED) throw failure;
            return new EventBacklog.Piece.Read(List.of(), after); // the window says so next
        }
    }

    @Override
    public Compaction compact(long revision) {
        checkOpen();
        var request = new WriteRequest.Compact(Keys.checkRevision(revision), new PendingResult<>());
        if (!writer.submit(request)) throw new StoreException(StoreProblem.CLOSED, closedSentence());
        return switch (request.answer().await()) {
            case Compacting.Settled(var outcome) -> outcome;
            case Compacting.Failed(var failure) -> throw failure;
        };
    }

    @Override
    public Optional<Fault> fault() {
        return database.faults().current();
    }

    /** Waits until all rows are gone that compaction has made unreachable. */
    void awaitReclaimed() {
        var request = new WriteRequest.Reclaim(new PendingResult<>());
        if (writer.submit(request)) request.answer().await();
    }

    private void checkOpen() {
        if (closed) throw new StoreException(StoreProblem.CLOSED, closedSentence());
    }

    private String closedSentence() {
        return "The store " + database.file() + " is closed.";
    }

    @Override
    public synchronized void close() {
        if (closed) return;
        closed = true;
        writer.submit(new WriteRequest.Stop());
        joinWriter();
        window.close();
        try {
            readers.close();
            writer.close();
            lock.close();
        } catch (SQLException failure) {
            throw SqliteErrors.exception(database.file(), failure);
        } catch (IOException failure) {
            throw new StoreException(StoreProblem.IO, "Closing " + database.file() + " failed: " + failure, failure);
        }
    }

    private void joinWriter() {
        var interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
