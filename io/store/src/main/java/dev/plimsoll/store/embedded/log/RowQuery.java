package dev.plimsoll.store.embedded.log;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Reads whole rows by revision. For one thread. */
public final class RowQuery implements AutoCloseable {
    public static final String COLUMNS = "SELECT rev, prev, k, v, crc FROM log ";

    private final PreparedStatement select;

    public RowQuery(Connection connection) throws SQLException {
        select = connection.prepareStatement(COLUMNS + "WHERE rev = ?");
    }

    /** The row as it was written; empty if it is missing or not whole. */
    public Optional<LogRow> find(long revision) throws SQLException {
        select.setLong(1, revision);
        try (var rows = select.executeQuery()) {
            return rows.next() ? Optional.of(row(rows)).filter(LogRow::isWhole) : Optional.empty();
        }
    }

    /** The row that a result of {@link #COLUMNS} stands at. */
    public static LogRow row(ResultSet rows) throws SQLException {
        var key = rows.getString(3);
        return new LogRow(
                rows.getLong(1), rows.getLong(2), key == null ? "" : key, rows.getBytes(4), (int) rows.getLong(5));
    }

    @Override
    public void close() throws SQLException {
        select.close();
    }
}
