package dev.plimsoll.store.embedded.log;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Where history begins: what the store held at its oldest revision, in numbers that its rows must add up to.
 *
 * @param store a random number that tells this store from others
 * @param chain stands for all rows up to the oldest revision, see {@link Chain}
 * @param live how many keys had a value then
 * @param digest the sum of the weights of their rows
 */
public record Baseline(long store, long oldest, long chain, long live, long digest) {
    /** Of a new store. */
    public static Baseline of(long store) {
        return new Baseline(store, 1, Chain.start(store), 0, 0);
    }

    /** As the database has it; empty if it is not whole. */
    public static Optional<Baseline> read(Connection connection) throws SQLException {
        var marks = new HashMap<String, Long>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT name, value FROM mark")) {
            while (rows.next()) marks.put(rows.getString(1), rows.getLong(2));
        }
        var read = new Baseline(
                marks.getOrDefault("store", 0L),
                marks.getOrDefault("compacted", 0L),
                marks.getOrDefault("chain", 0L),
                marks.getOrDefault("live", 0L),
                marks.getOrDefault("digest", 0L));
        return read.marks().equals(marks) ? Optional.of(read) : Optional.empty();
    }

    /** What is in the database, by name. */
    Map<String, Long> marks() {
        return Map.of(
                "store", store, "compacted", oldest, "chain", chain, "live", live, "digest", digest, "check", check());
    }

    private long check() {
        var crc = new CRC32C();
        var numbers = ByteBuffer.allocate(5 * Long.BYTES);
        numbers.putLong(store).putLong(oldest).putLong(chain).putLong(live).putLong(digest);
        crc.update(numbers.flip());
        return crc.getValue();
    }
}
