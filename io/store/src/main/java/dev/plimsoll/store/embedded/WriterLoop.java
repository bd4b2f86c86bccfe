package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.Fault;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.embedded.WriteRequest.Compact;
import dev.plimsoll.store.embedded.WriteRequest.Compacting;
import dev.plimsoll.store.embedded.WriteRequest.Decision;
import dev.plimsoll.store.embedded.WriteRequest.Reclaim;
import dev.plimsoll.store.embedded.WriteRequest.Stop;
import dev.plimsoll.store.embedded.WriteRequest.Write;
import dev.plimsoll.store.embedded.log.Baseline;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.DiskReserve;
import dev.plimsoll.store.embedded.log.DiskSpace;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import dev.plimsoll.store.embedded.log.LogLoader;
import dev.plimsoll.store.embedded.log.LogWriter;
import dev.plimsoll.store.embedded.log.RevisionIndex;
import dev.plimsoll.store.embedded.log.SqliteErrors;
import dev.plimsoll.store.feed.Window;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The loop that owns the log: the only one that writes to it, and to the index.
 *
 * <p>Steps of a turn: (1) take what has been asked, at most a group; (2) decide and insert all writes; (3) commit once, which
 * forces them to disk; (4) move the high-water mark, which is forced too; (5) publish to readers, then to watchers, then answer.
 * If a commit fails for lack of room, nothing of it is there: the reserve is given up, and the turn is tried once more with what
 * leads to room. If it fails for any other reason, nobody can know what the disk kept: the writers are told that, and no write is
 * accepted until the store is opened again.
 *
 * <p>Rows that compaction has made unreachable are removed a few at a time, with a turn's commit or when there is nothing to do.
 */
final class WriterLoop implements Runnable {
    private static final int RECLAIMED_PER_TURN = 512;
    /** Each row may lie in another page, and a commit writes whole pages. */
    private static final int RECLAIMED_WITHOUT_ROOM = 32;

    private final Database database;
    private final RevisionIndex index;
    private final ValueCache cache;
    private final Window window;
    private final LinkedBlockingQueue<WriteRequest> inbox = new LinkedBlockingQueue<>();

    private final HighWaterMark mark;
    private LogWriter log;
    private Baseline baseline;
    private long chain;
    private long[] unreachable;
    private int reclaimed;
    private boolean reclaimPaused;
    private final DiskReserve reserve;
    private @Nullable Fault broken;
    private volatile boolean finished;

    WriterLoop(
            Database database,
            LogWriter log,
            HighWaterMark mark,
            LogLoader.Loaded loaded,
            ValueCache cache,
            Window window) {
        this.database = database;
        this.log = log;
        this.mark = mark;
        this.reserve = new DiskReserve(database);
        this.baseline = loaded.baseline();
        this.chain = loaded.chain();
        this.index = loaded.index();
        this.unreachable = loaded.unreachable();
        this.cache = cache;
        this.window = window;
    }

    /** Hands over a request; false if the loop has ended and will not see it. */
    boolean submit(WriteRequest request) {
        if (finished) return false;
        inbox.add(request);
        return !finished || !inbox.remove(request);
    }

    @Override
    public void run() {
        var requests = new ArrayList<WriteRequest>();
        reserve.begin();
        while (!requests.contains(new Stop())) {
            requests.clear();
            if (!take(requests)) break;
            try {
                turn(requests);
            } catch (RuntimeException | Error bug) {
                giveUp(requests, bug);
            }
        }
        finished = true;
        var late = new ArrayList<WriteRequest>();
        inbox.drainTo(late);
        late.forEach(this::refuse);
    }

    /** Waits for a request, unless there are rows to remove meanwhile. */
    private boolean take(List<WriteRequest> requests) {
        try {
            var first = hasUnreachable() && !reclaimPaused ? inbox.poll() : inbox.take();
            if (first != null) requests.add(first);
            inbox.drainTo(requests, database.options().groupLimit() - 1);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody does: only close ends this thread
            return false;
        }
    }

    /** One turn. */
    void turn(List<WriteRequest> requests) {
        var writes = new ArrayList<Write>();
        var compactions = new ArrayList<Compact>();
        var reclaims = new ArrayList<Reclaim>();
        for (var request : requests) {
            switch (request) {
                case Write write -> writes.add(write);
                case Compact compact -> compactions.add(compact);
                case Reclaim reclaim -> reclaims.add(reclaim);
                case Stop() -> {}
            }
        }
        stopWhereDamaged();
        if (broken != null) {
            requests.forEach(this::refuse);
            return;
        }
        write(writes);
        compactions.forEach(this::compact);
        if (!reclaims.isEmpty()) reclaimAll(reclaims);
    }

    private void reclaimAll(List<Reclaim> reclaims) {
        while (broken == null && hasUnreachable() && !reclaimPaused) write(List.of());
        reclaims.forEach(each -> each.answer().give(!hasUnreachable()));
    }

    /** What was read of a damaged log must not become part of it again. */
    private void stopWhereDamaged() {
        if (broken != null) return;
        database.faults()
                .current()
                .filter(fault -> fault.problem() == StoreProblem.DAMAGED)
                .ifPresent(fault -> broken = fault);
    }

    private void write(List<Write> writes) {
        write(writes, true);
    }

    /** @param again if a turn that failed for lack of room may be tried once more with what is kept for that */
    private void write(List<Write> writes, boolean again) {
        Batch batch;
        int removed;
        try {
            lookForRoom();
            batch = new Batch(index, cache, log, reserve.room());
            for (var write : writes) batch.decide(write);
            removed = reclaimPaused ? 0 : reclaim();
            log.commit();
        } catch (SQLException failure) {
            var decision = recover(failure);
            if (again && hasMadeRoom(failure)) {
                write(writes, false);
                return;
            }
            reclaimPaused = true; // until something succeeds
            writes.forEach(write -> write.answer().give(decision));
            return;
        }
        reclaimed += removed;
        if (!batch.isEmpty()) {
            reclaimPaused = false;
            chain = batch.chained(chain);
            try {
                mark.advance(batch.revision(), chain);
            } catch (IOException failure) {
                var decision = fail(
                        "Writing " + HighWaterMark.FILE + " beside " + database.file() + " failed (" + failure + ").");
                writes.forEach(write -> write.answer().give(decision));
                return;
            }
        }
        batch.publish();
        if (!batch.isEmpty()) window.append(batch.events(), index.revision());
        batch.answer();
        if (!batch.isEmpty() || removed > 0) noticeRoom(batch);
    }

    /** After a turn that succeeded: there may be room that was not there before it. */
    private void noticeRoom(Batch batch) {
        if (reserve.room() == DiskSpace.ENOUGH) {
            if (!batch.isEmpty() && database.faults().current().isPresent()) reserve.passed();
            return;
        }
        try {
            lookForRoom();
        } catch (SQLException failure) {
            recover(failure);
        }
    }

    private void lookForRoom() throws SQLException {
        if (reserve.look(log)) reclaimPaused = false;
    }

    private boolean hasMadeRoom(SQLException failure) {
        return broken == null
                && reserve.room() != DiskSpace.ENOUGH
                && SqliteErrors.problem(failure) == StoreProblem.OUT_OF_SPACE;
    }

    private void compact(Compact request) {
        compact(request, true);
    }

    private void compact(Compact request, boolean again) {
        var oldest = request.revision();
        if (oldest > index.revision()) {
            request.answer().give(new Compacting.Settled(new Compaction.Ahead(index.revision())));
            return;
        }
        if (oldest <= index.oldest()) {
            reclaimPaused = false;
            request.answer().give(new Compacting.Settled(new Compaction.Already(index.oldest())));
            return;
        }
        var next = index.baselineAt(oldest, baseline);
        try {
            log.baseline(next);
            log.commit();
        } catch (SQLException failure) {
            recover(failure);
            if (again && hasMadeRoom(failure)) compact(request, false);
            else request.answer().give(new Compacting.Failed(SqliteErrors.exception(database.file(), failure)));
            return;
        }
        baseline = next;
        unreachable = joined(unreachable, reclaimed, index.compact(oldest));
        reclaimed = 0;
        reclaimPaused = false;
        request.answer().give(new Compacting.Settled(new Compaction.Done(oldest)));
    }

    private boolean hasUnreachable() {
        return reclaimed < unreachable.length;
    }

    private int reclaim() throws SQLException {
        var most = reserve.room() == DiskSpace.ENOUGH ? RECLAIMED_PER_TURN : RECLAIMED_WITHOUT_ROOM;
        var count = Math.min(most, unreachable.length - reclaimed);
        for (var i = 0; i < count; i++) log.remove(unreachable[reclaimed + i]);
        return count;
    }

    private static long[] joined(long[] left, int from, long[] right) {
        var both = new long[left.length - from + right.length];
        System.arraycopy(left, from, both, 0, left.length - from);
        System.arraycopy(right, 0, both, left.length - from, right.length);
        return both;
    }

    /**
     * After a failed turn. Whether SQLite has rolled back by itself depends on the error: a new connection settles it. What the
     * writers are told depends on whether the log can hold any of it.
     */
    private Decision recover(SQLException failure) {
        var problem = SqliteErrors.problem(failure);
        var why = SqliteErrors.sentence(database.file(), failure);
        closeLog();
        if (problem != StoreProblem.OUT_OF_SPACE && problem != StoreProblem.TOO_LARGE) {
            return fail(why);
        }
        try {
            log = new LogWriter(database);
            if (problem == StoreProblem.OUT_OF_SPACE) {
                reserve.giveUp(log);
                reclaimPaused = false;
            }
        } catch (SQLException | StoreException again) {
            return fail("After a failed write the store could not be opened again (" + again.getMessage() + ").");
        }
        return new Decision.Failed(problem, why);
    }

    /**
     * What the disk kept is not known, and asking it again is no proof: the kernel may have dropped what it could not write. The
     * store must be opened again, which proves what there is.
     */
    private Decision fail(String why) {
        broken = new Fault(
                StoreProblem.IO, why + " Nothing is written until the store is opened again: restart the server.");
        database.faults().report(broken.problem(), broken.why());
        return new Decision.Doubtful(broken.why());
    }

    /** Nobody waits for ever, whatever went wrong: who has no answer yet learns that there is none. */
    private void giveUp(List<WriteRequest> requests, Throwable bug) {
        var decision = fail("The store " + database.file() + " failed (" + bug + ").");
        for (var request : requests) {
            if (request instanceof Write write) write.answer().give(decision);
            else refuse(request);
        }
    }

    private void refuse(WriteRequest request) {
        var problem = broken == null ? StoreProblem.CLOSED : broken.problem();
        var why = broken == null ? "The store " + database.file() + " is closed." : broken.why();
        switch (request) {
            case Write write -> write.answer().give(new Decision.Failed(problem, why));
            case Compact compact -> compact.answer().give(new Compacting.Failed(new StoreException(problem, why)));
            case Reclaim reclaim -> reclaim.answer().give(false);
            case Stop() -> {}
        }
    }

    /** After the loop has ended and no reader is left: the write-ahead log goes into the main file. */
    void close() throws IOException {
        try {
            if (broken == null) log.checkpoint();
        } catch (SQLException failure) {
            database.faults()
                    .note("The write-ahead log of " + database.file() + " could not be moved into it ("
                            + failure.getMessage() + "); the next start does it.");
        }
        closeLog();
        mark.close();
    }

    private void closeLog() {
        try {
            log.close();
        } catch (SQLException _) {
            // All that was answered is on disk; what closing would tidy up, the next opening does.
        }
    }
}
