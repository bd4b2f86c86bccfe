package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Problem;
import dev.plimsoll.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteException;

/** What SQLite's errors mean to a caller: the one table. */
final class Failures {
    private static final int PERM = 3;
    private static final int READONLY = 8;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    private static final int NOTADB = 26;

    private Failures() {}

    static Problem problem(SQLException failure) {
        if (!(failure instanceof SQLiteException known)) return Problem.IO;
        return switch (known.getResultCode().code & 0xff) {
            case FULL -> Problem.OUT_OF_SPACE;
            case TOOBIG -> Problem.TOO_LARGE;
            case CORRUPT -> Problem.DAMAGED;
            case NOTADB -> Problem.UNKNOWN_FORMAT;
            case PERM, READONLY, CANTOPEN -> Problem.REFUSED;
            default -> Problem.IO;
        };
    }

    static String sentence(Path file, SQLException failure) {
        return switch (problem(failure)) {
            case OUT_OF_SPACE -> "There is no room left for " + file + ": free some, or compact the store.";
            case TOO_LARGE -> "The value is too large for " + file + ".";
            case DAMAGED -> "The store " + file + " is damaged (" + failure.getMessage() + "); restore it from a copy.";
            case UNKNOWN_FORMAT -> file + " is not a store of this program, or its beginning is damaged.";
            case REFUSED -> "The store " + file + " may not be opened or written (" + failure.getMessage() + ").";
            default -> "Reading or writing " + file + " failed (" + failure.getMessage() + ").";
        };
    }

    static StoreException exception(Path file, SQLException failure) {
        return new StoreException(problem(failure), sentence(file, failure), failure);
    }

    static StoreException damaged(Path file, String what) {
        return new StoreException(
                Problem.DAMAGED, "The store " + file + " is damaged: " + what + "; restore it from a copy.");
    }
}
