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
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the tokens of sessions of whoever started the console, so that they are known again after a restart with the same key. Tokens of sessions that were
 * left are not taken any more; they are kept beside the key until they would have ended anyway.
 */
public final class SessionKey {
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 16;
    private static final int TIME_BYTES = Long.BYTES;
    private static final Duration VALID = Duration.ofDays(1);

    private final byte[] key;
    private final RevokedTokens revoked;

    private SessionKey(byte[] key, RevokedTokens revoked) {
        this.key = key;
        this.revoked = revoked;
    }

    /** One that ends with the process. */
    public static SessionKey random() {
        var key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return new SessionKey(key, RevokedTokens.inMemory());
    }

    /**
     * The one in a file that only its owner can read; made where there is none, and where it or the file of tokens that are not taken any more is
     * damaged: then all sessions have ended.
     */
    public static SessionKey in(Path file) throws IOException {
        var revoked = RevokedTokens.in(file.resolveSibling(file.getFileName() + ".revoked"));
        if (Files.exists(file) && revoked.isPresent()) {
            var known = Files.readAllBytes(file);
            if (known.length == KEY_BYTES) return new SessionKey(known, revoked.get());
        }
        var fresh = random().key;
        PrivateFiles.write(file, fresh);
        return new SessionKey(fresh, RevokedTokens.emptied(file.resolveSibling(file.getFileName() + ".revoked")));
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

    /** Whether this key signed it within the last day, and nobody left its session. */
    boolean isValid(String token, Instant now) {
        var end = end(token);
        return end.isPresent() && end.get().isAfter(now) && !revoked.contains(token);
    }

    /** Takes a token no more; one that this key did not sign is taken by nobody anyway. */
    void revoke(String token, Instant now) {
        end(token).filter(end -> end.isAfter(now)).ifPresent(end -> revoked.add(token, end, now));
    }

    /** When a token ends that this key signed. */
    private Optional<Instant> end(String token) {
        byte[] whole;
        try {
            whole = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // not one of ours
        }
        var length = NONCE_BYTES + TIME_BYTES;
        if (whole.length <= length) return Optional.empty();
        var content = Arrays.copyOf(whole, length);
        if (!MessageDigest.isEqual(signature(content), Arrays.copyOfRange(whole, length, whole.length)))
            return Optional.empty();
        var made = Instant.ofEpochSecond(ByteBuffer.wrap(content).getLong(NONCE_BYTES));
        return Optional.of(made.plus(VALID));
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
