package dev.plimsoll.store.embedded;

import dev.plimsoll.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/** Reads values by revision, and checks them. For one thread. */
final class ValueQuery {
    private final Path file;
    private final PreparedStatement select;

    ValueQuery(Connection connection, Path file) throws SQLException {
        this.file = file;
        select = connection.prepareStatement("SELECT prev, v, crc FROM log WHERE rev = ?");
    }

    /** The value that the key was given at a revision; empty if the row is gone. */
    Optional<byte[]> find(String key, long revision) throws SQLException {
        select.setLong(1, revision);
        try (var rows = select.executeQuery()) {
            if (!rows.next()) return Optional.empty();
            var row = new Row(revision, rows.getLong(1), key, rows.getBytes(2));
            var value = row.value();
            if (row.checksum() != rows.getLong(3) || value == null)
                throw Failures.damaged(
                        file, "the bytes of " + key + " at revision " + revision + " are not what was written");
            return Optional.of(value);
        }
    }

    StoreException missing(String key, long revision) {
        return Failures.damaged(file, "revision " + revision + " of " + key + " is missing");
    }
}
