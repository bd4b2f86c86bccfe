package dev.plimsoll.store.embedded.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One line of the log.
 *
 * @param previous the mod revision that the key had before; 0 if it held nothing
 * @param value null for a removal
 * @param checksum as it was when the row was written
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LogRow(long revision, long previous, String key, byte @Nullable [] value, int checksum) {
    public static LogRow of(long revision, long previous, String key, byte @Nullable [] value) {
        return new LogRow(revision, previous, key, value, checksum(revision, previous, key, value));
    }

    /** As it was written? The revision counts too, so a row in the wrong place shows as well as a flipped bit. */
    public boolean isWhole() {
        return checksum == checksum(revision, previous, key, value);
    }

    private static int checksum(long revision, long previous, String key, byte @Nullable [] value) {
        var crc = new CRC32C();
        var head = ByteBuffer.allocate(17);
        head.putLong(revision).putLong(previous).put((byte) (value == null ? 0 : 1));
        crc.update(head.flip());
        crc.update(key.getBytes(UTF_8));
        if (value != null) crc.update(value);
        return (int) crc.getValue();
    }
}
