package dev.plimsoll.kinds.builtin;

import dev.plimsoll.kinds.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** What discovery says of the version in which objects are stored: the first bytes of a digest of its group, version and kind. */
final class StorageVersionHash {
    private static final int BYTES = 8;

    private StorageVersionHash() {}

    /** The hash of the kind as it is stored. */
    static String of(Kind stored) {
        var named = stored.traits().storageVersion();
        var version = named.isEmpty() ? stored.version() : named;
        var text = stored.group() + "/" + version + "/" + stored.name();
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
