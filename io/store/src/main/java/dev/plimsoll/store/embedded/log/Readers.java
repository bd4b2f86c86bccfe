package dev.plimsoll.store.embedded.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Connections for reads: as many as the options say, opened when first needed, lent to one thread at a time. */
public final class Readers implements AutoCloseable {
    private final Database database;
    private final Semaphore permits;

    @GuardedBy("this")
    private final ArrayDeque<LogReader> idle = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean closed;

    public Readers(Database database) {
        this.database = database;
        permits = new Semaphore(database.options().readers());
    }

    public interface Reading<T> {
        T from(LogReader reader) throws SQLException;
    }

    public <T> T read(Reading<T> reading) {
        permits.acquireUninterruptibly();
        try {
            var reader = borrow();
            try {
                return reading.from(reader);
            } finally {
                giveBack(reader);
            }
        } catch (SQLException failure) {
            throw reported(failure);
        } finally {
            permits.release();
        }
    }

    private StoreException reported(SQLException failure) {
        if (SqliteErrors.isDamage(failure)) return database.damaged(String.valueOf(failure.getMessage()));
        var exception = SqliteErrors.exception(database.file(), failure);
        if (!SqliteErrors.isBusy(failure)) // that passes
        database.faults().report(exception.problem(), String.valueOf(exception.getMessage()));
        return exception;
    }

    /** What to throw when the index knows a row that the log does not have. */
    public StoreException missing(String key, long revision) {
        return database.missing(key, revision);
    }

    private LogReader borrow() throws SQLException {
        var ready = takeIdle();
        return ready == null ? new LogReader(database) : ready;
    }

    private synchronized @Nullable LogReader takeIdle() {
        if (closed) throw new StoreException(StoreProblem.CLOSED, "The store " + database.file() + " is closed.");
        return idle.pollFirst();
    }

    private void giveBack(LogReader reader) throws SQLException {
        if (!keep(reader)) reader.close();
    }

    private synchronized boolean keep(LogReader reader) {
        if (!closed) idle.addFirst(reader);
        return !closed;
    }

    /** Those that are lent are closed when they come back, which this waits for. */
    @Override
    public void close() throws SQLException {
        for (var reader = closeAndTake(); reader != null; reader = closeAndTake()) reader.close();
        permits.acquireUninterruptibly(database.options().readers());
        permits.release(database.options().readers());
    }

    private synchronized @Nullable LogReader closeAndTake() {
        closed = true;
        return idle.pollFirst();
    }
}
