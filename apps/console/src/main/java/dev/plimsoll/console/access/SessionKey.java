package dev.plimsoll.console.access;

import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs the tokens of sessions of whoever started the console, so that they are known again after a restart with the same key. */
public final class SessionKey {
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 16;
    private static final int TIME_BYTES = Long.BYTES;
    private static final Duration VALID = Duration.ofDays(1);

    private final byte[] key;

    private SessionKey(byte[] key) {
        this.key = key;
    }

    /** One that ends with the process. */
    public static SessionKey random() {
        var key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return new SessionKey(key);
    }

    /** The one in a file that only its owner can read; made where there is none. */
    public static SessionKey in(Path file) throws IOException {
        if (Files.exists(file)) {
            var known = Files.readAllBytes(file);
            if (known.length == KEY_BYTES) return new SessionKey(known);
        }
        var fresh = random();
        PrivateFiles.write(file, fresh.key);
        return fresh;
    }

    String token(Instant now) {
        var nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        var content = ByteBuffer.allocate(NONCE_BYTES + TIME_BYTES)
                .put(nonce)
                .putLong(now.getEpochSecond())
                .array();
        var signature = signature(content);
        var whole = Arrays.copyOf(content, content.length + signature.length);
        System.arraycopy(signature, 0, whole, content.length, signature.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    }

    /** Whether this key signed it within the last day. */
    boolean isValid(String token, Instant now) {
        byte[] whole;
        try {
            whole = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException _) {
            return false; // not one of ours
        }
        var length = NONCE_BYTES + TIME_BYTES;
        if (whole.length <= length) return false;
        var content = Arrays.copyOf(whole, length);
        if (!MessageDigest.isEqual(signature(content), Arrays.copyOfRange(whole, length, whole.length))) return false;
        var made = Instant.ofEpochSecond(ByteBuffer.wrap(content).getLong(NONCE_BYTES));
        return made.plus(VALID).isAfter(now);
    }

    private byte[] signature(byte[] content) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
