package dev.plimsoll.store.embedded.log;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.StoreProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

/**
 * Room that is kept for bad times: a file of zeros on the disk and, where the size of the database is bounded, pages below the
 * bound. When the disk is full it is given up, so that objects can be removed and history compacted, which makes room again. The
 * writer's alone.
 */
public final class DiskReserve {
    static final String FILE = "reserve";
    private static final int PIECE = 1 << 20;
    private static final long NEEDED = 4 << 20;

    private final Database database;
    private DiskSpace room = DiskSpace.ENOUGH;

    public DiskReserve(Database database) {
        this.database = database;
    }

    /** What is kept, and more than which must be free before the store is no longer full. */
    static long bytes(EmbeddedOptions options) {
        var limit = options.maxFileBytes();
        return limit == 0 ? options.reserveBytes() : Math.min(options.reserveBytes(), limit / 8);
    }

    private Path file() {
        return database.folder().resolve(FILE);
    }

    /** Takes the room from the disk, unless it has it; false if there is not enough. */
    boolean fill() {
        var wanted = database.options().reserveBytes();
        if (wanted == 0) return true;
        try {
            if (Files.exists(file()) && Files.size(file()) >= wanted) return true;
            try (var channel = PrivateFiles.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                for (var at = channel.size(); at < wanted; ) {
                    var zeros = ByteBuffer.allocate((int) Math.min(PIECE, wanted - at));
                    at += channel.write(zeros, at);
                }
                channel.force(true);
            }
            return true;
        } catch (IOException full) {
            release();
            return false;
        }
    }

    public void release() {
        try {
            Files.deleteIfExists(file());
        } catch (IOException failure) {
            database.faults().note("The file " + file() + ", which keeps room, could not be removed: " + failure);
        }
    }

    /** Before the database is opened, which needs some room for its shared memory. */
    public void releaseIfNeeded() {
        if (Files.exists(file()) && usable() < NEEDED) release();
    }

    /** At the start; a disk that has no room for it is told of. */
    public void begin() {
        if (!fill())
            database.faults()
                    .note("There is no room to keep a reserve beside " + database.file() + ". "
                            + RepairAdvice.forNoRoom(database.folder()));
    }

    public DiskSpace room() {
        return room;
    }

    /** When there was no room: how much is there now? True if there is enough again. */
    public boolean look(LogWriter log) throws SQLException {
        if (room == DiskSpace.ENOUGH) return false;
        var kept = bytes(database.options());
        var free = free(log);
        log.commit(); // the question was a transaction
        if (free < 2 * kept) {
            room = free >= kept / 2 ? DiskSpace.UPDATES : DiskSpace.REMOVALS;
            return false;
        }
        room = DiskSpace.ENOUGH;
        log.useReserve(false);
        fill();
        passed();
        return true;
    }

    public void passed() {
        database.faults().passed("There is room again for " + database.file() + "; writes are accepted.");
    }

    /** Gives up what is kept, and what the write-ahead log takes of the disk. */
    public void giveUp(LogWriter log) throws SQLException {
        database.faults().report(StoreProblem.OUT_OF_SPACE, SqliteErrors.noRoom(database.file()));
        if (bytes(database.options()) == 0) return;
        if (room == DiskSpace.ENOUGH) room = DiskSpace.UPDATES;
        log.useReserve(true);
        release();
        try {
            log.checkpoint();
        } catch (SQLException failure) {
            if (SqliteErrors.problem(failure) != StoreProblem.OUT_OF_SPACE) throw failure;
        }
    }

    /** How many bytes can still be written: free pages of the database, and what its bound or the disk has left. */
    private long free(LogWriter log) throws SQLException {
        var limit = database.options().maxFileBytes();
        var used = log.pages() * Database.PAGE;
        var left = limit == 0 ? usable() : Math.max(0, limit - used);
        return log.freePages() * Database.PAGE + left;
    }

    private long usable() {
        try {
            return Files.getFileStore(database.folder()).getUsableSpace();
        } catch (IOException unknown) {
            return 0;
        }
    }
}
