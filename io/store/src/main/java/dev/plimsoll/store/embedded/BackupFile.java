package dev.plimsoll.store.embedded;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.embedded.log.Baseline;
import dev.plimsoll.store.embedded.log.Damage;
import dev.plimsoll.store.embedded.log.HighWaterMark.Position;
import dev.plimsoll.store.embedded.log.LogLoader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sqlite.SQLiteConfig;

/**
 * A backup: a database of one moment, followed by a block that says what it must hold and has a SHA-256 of it. SQLite does not mind
 * the block; it knows from its header how many pages there are.
 */
record BackupFile(Path file, Position end, Instant made, long length) {
    private static final int BLOCK = 512;
    private static final int DIGEST = 32;
    private static final long MAGIC = 0x504c494d424b5031L; // "PLIMBKP1"

    /** Adds the block to a copy of a database, and forces both. */
    static void seal(Path copy, Position end, Instant made) throws IOException {
        try (var channel = PrivateFiles.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var length = channel.size();
            var block = ByteBuffer.allocate(BLOCK);
            block.putLong(MAGIC).putLong(end.store()).putLong(end.revision()).putLong(end.chain());
            block.putLong(length).putLong(made.getEpochSecond()).put(digest(channel, length));
            block.putLong(checksum(block)).rewind();
            for (var at = length; block.hasRemaining(); ) at += channel.write(block, at);
            channel.force(true);
        }
    }

    /** Refuses a file whose bytes are not those that were sealed. */
    static BackupFile open(Path file) throws IOException {
        try (var channel = PrivateFiles.open(file)) {
            var length = channel.size() - BLOCK;
            var block = ByteBuffer.allocate(BLOCK);
            if (length < 0) throw refused(file, "it is too short");
            while (block.hasRemaining() && channel.read(block, length + block.position()) >= 0) {}
            block.flip();
            if (block.limit() < BLOCK || block.getLong() != MAGIC)
                throw refused(file, "it does not end as backups of this program do");
            var end = new Position(block.getLong(), block.getLong(), block.getLong());
            var recorded = block.getLong();
            var made = Instant.ofEpochSecond(block.getLong());
            var digest = new byte[DIGEST];
            block.get(digest);
            var checksum = checksum(block);
            if (block.getLong() != checksum || !block.equals(ByteBuffer.allocate(block.remaining())))
                throw refused(file, "its last block is damaged");
            if (recorded != length)
                throw refused(file, "it has " + length + " bytes, and " + recorded + " were written");
            if (!Arrays.equals(digest, digest(channel, length)))
                throw refused(file, "its bytes are not those that were written");
            return new BackupFile(file, end, made, length);
        }
    }

    /** Proves that it holds what it says, row by row. */
    LogLoader.Loaded load() throws SQLException {
        try (var connection = connection()) {
            return load(connection, file, end, false);
        }
    }

    /**
     * Proves that a copy of a database goes through a position.
     *
     * @param moving if the database may have gone on from there before the copy was made
     */
    static LogLoader.Loaded load(Connection connection, Path file, Position through, boolean moving)
            throws SQLException {
        var damage = new Damage();
        var baseline = Baseline.read(connection);
        if (baseline.isEmpty()) throw refused(file, "what it says of its oldest revision is not what was written");
        var loading = new LogLoader(baseline.get(), through, damage);
        var loaded = (moving ? loading.whileWritten() : loading).load(connection);
        LogLoader.checkPages(connection, damage);
        if (!damage.isEmpty()) throw refused(file, String.join("; ", damage.sentences()));
        return loaded;
    }

    /** One that reads, and looks for no other files beside this one. */
    Connection connection() throws SQLException {
        return connection(file);
    }

    static Connection connection(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        return config.createConnection(
                "jdbc:sqlite:file:" + file.toAbsolutePath().toUri().getRawPath() + "?mode=ro&immutable=1");
    }

    private static StoreException refused(Path file, String why) {
        return new StoreException(StoreProblem.DAMAGED, "The backup " + file + " cannot be used: " + why + ".");
    }

    private static long checksum(ByteBuffer block) {
        var crc = new CRC32C();
        crc.update(block.duplicate().flip());
        return crc.getValue();
    }

    private static byte[] digest(FileChannel channel, long length) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var piece = ByteBuffer.allocate(1 << 16);
            for (var at = 0L; at < length; ) {
                piece.clear().limit((int) Math.min(piece.capacity(), length - at));
                var count = channel.read(piece, at);
                if (count < 0) break;
                at += count;
                digest.update(piece.flip());
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
