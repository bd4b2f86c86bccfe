package dev.plimsoll.store.embedded.log;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteException;

/** What SQLite's errors mean to a caller: the one table. */
public final class SqliteErrors {
    private static final int ERROR = 1;
    private static final int PERM = 3;
    private static final int BUSY = 5;
    private static final int NOMEM = 7;
    private static final int READONLY = 8;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    private static final int MISMATCH = 20;
    private static final int FORMAT = 24;
    private static final int NOTADB = 26;
    private static final int SHORT_READ = IOERR | 2 << 8;

    private SqliteErrors() {}

    public static StoreProblem problem(SQLException failure) {
        if (!(failure instanceof SQLiteException known)) return StoreProblem.IO;
        return switch (known.getResultCode().code & 0xff) {
            case FULL -> StoreProblem.OUT_OF_SPACE;
            case TOOBIG -> StoreProblem.TOO_LARGE;
            case CORRUPT -> StoreProblem.DAMAGED;
            case NOTADB -> StoreProblem.UNKNOWN_FORMAT;
            case PERM, READONLY, CANTOPEN -> StoreProblem.REFUSED;
            default -> StoreProblem.IO;
        };
    }

    /**
     * Whether an error of a read of a file that was once whole means that it is whole no more. SQLite has no one word for that: a
     * changed name of a column is an unknown column, a changed length is a value that is too big or memory that is not there.
     */
    public static boolean isDamage(SQLException failure) {
        if (!(failure instanceof SQLiteException known)) return true; // the driver could not make sense of a value
        return switch (known.getResultCode().code & 0xff) {
            case ERROR, NOMEM, CORRUPT, TOOBIG, MISMATCH, FORMAT, NOTADB -> true;
            case IOERR -> known.getResultCode().code == SHORT_READ;
            default -> false;
        };
    }

    public static String sentence(Path file, SQLException failure) {
        var folder = String.valueOf(file.getParent());
        return switch (problem(failure)) {
            case OUT_OF_SPACE -> noRoom(file);
            case TOO_LARGE -> "The value is too large for " + file + ".";
            case DAMAGED ->
                "The store " + file + " is damaged (" + failure.getMessage() + "). "
                        + RepairAdvice.forDamage(Path.of(folder));
            case UNKNOWN_FORMAT -> file + " is not a store of this program, or its beginning is damaged.";
            case REFUSED -> "The store " + file + " may not be opened or written (" + failure.getMessage() + ").";
            default -> "Reading or writing " + file + " failed (" + failure.getMessage() + ").";
        };
    }

    static String noRoom(Path file) {
        return "There is no room left for " + file + ": nothing new is written. "
                + RepairAdvice.forNoRoom(Path.of(String.valueOf(file.getParent())));
    }

    public static StoreException exception(Path file, SQLException failure) {
        return new StoreException(problem(failure), sentence(file, failure), failure);
    }

    /** Another process is opening or closing the database at this moment. */
    static boolean isBusy(SQLException failure) {
        return failure instanceof SQLiteException known && (known.getResultCode().code & 0xff) == BUSY;
    }
}
