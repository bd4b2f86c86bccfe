package dev.plimsoll.store.embedded;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32;

/** Bytes that tell whether they are whole: a checksum over the key and what follows. */
final class Payload {
    private Payload() {}

    static byte[] of(String key, Random random) {
        var bytes = new byte[8 + random.nextInt(4000)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes).putLong(checksum(key, bytes)).array();
    }

    static boolean isWhole(String key, byte[] bytes) {
        return bytes.length >= 8 && ByteBuffer.wrap(bytes).getLong() == checksum(key, bytes);
    }

    /** Short, and different for different bytes. */
    static String name(byte[] bytes) {
        return Long.toHexString(ByteBuffer.wrap(bytes).getLong());
    }

    private static long checksum(String key, byte[] bytes) {
        var crc = new CRC32();
        key.chars().forEach(crc::update);
        crc.update(bytes, 8, bytes.length - 8);
        return crc.getValue();
    }
}
