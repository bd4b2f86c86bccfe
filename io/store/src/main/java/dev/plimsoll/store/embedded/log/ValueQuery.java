package dev.plimsoll.store.embedded.log;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/** Reads values by revision, and checks them. For one thread. */
final class ValueQuery {
    private final Database database;
    private final PreparedStatement select;

    ValueQuery(Connection connection, Database database) throws SQLException {
        this.database = database;
        select = connection.prepareStatement("SELECT prev, v, crc FROM log WHERE rev = ?");
    }

    /** The value that the key was given at a revision; empty if the row is gone. */
    Optional<byte[]> find(String key, long revision) throws SQLException {
        select.setLong(1, revision);
        try (var rows = select.executeQuery()) {
            if (!rows.next()) return Optional.empty();
            var row = new LogRow(revision, rows.getLong(1), key, rows.getBytes(2), (int) rows.getLong(3));
            var value = row.value();
            if (value == null || !row.isWhole())
                throw database.damaged(
                        "the bytes of " + key + " at revision " + revision + " are not what was written");
            return Optional.of(value);
        }
    }
}
