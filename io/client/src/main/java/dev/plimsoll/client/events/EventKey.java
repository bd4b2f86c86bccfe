package dev.plimsoll.client.events;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What tells occurrences apart, in 16 bytes: a recorder remembers thousands, and their texts took more memory than the pods that they are
 * about. A digest, so that nobody can make up a message that counts up the event of another object.
 */
record EventKey(long high, long low) {
    static EventKey of(String... parts) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var part : parts) {
                var bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
                digest.update(bytes);
            }
            var sum = ByteBuffer.wrap(digest.digest());
            return new EventKey(sum.getLong(), sum.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
