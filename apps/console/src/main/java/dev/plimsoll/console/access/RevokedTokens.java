package dev.plimsoll.console.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Digests of signed tokens whose sessions were left, with the moments when the tokens end; a line of a file for each. */
final class RevokedTokens {
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) (\\d{1,12})");

    private final @Nullable Path fileOrNull;

    @GuardedBy("this")
    private final Map<String, Instant> ends = new TreeMap<>();

    private RevokedTokens(@Nullable Path fileOrNull) {
        this.fileOrNull = fileOrNull;
    }

    /** None yet; they are forgotten with the process. */
    static RevokedTokens inMemory() {
        return new RevokedTokens(null);
    }

    /** Those of a file, which there need not be; empty where it is damaged. */
    static Optional<RevokedTokens> in(Path file) throws IOException {
        var found = new RevokedTokens(file);
        if (!Files.exists(file)) return Optional.of(found);
        for (var line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1)) {
            var parts = LINE.matcher(line);
            if (!parts.matches()) return Optional.empty();
            synchronized (found) {
                found.ends.put(parts.group(1), Instant.ofEpochSecond(Long.parseLong(parts.group(2))));
            }
        }
        return Optional.of(found);
    }

    /** None any more, in place of those of a file. */
    static RevokedTokens emptied(Path file) throws IOException {
        Files.deleteIfExists(file);
        return new RevokedTokens(file);
    }

    /** Also drops those that have ended. */
    synchronized void add(String token, Instant end, Instant now) {
        ends.values().removeIf(each -> !each.isAfter(now));
        ends.put(digest(token), end);
        if (fileOrNull == null) return;
        var text = ends.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue().getEpochSecond())
                .collect(Collectors.joining("\n"));
        try {
            PrivateFiles.write(fileOrNull, text);
        } catch (IOException e) {
            throw new UncheckedIOException("the session ended, but stands again after a restart of the console", e);
        }
    }

    synchronized boolean contains(String token) {
        return ends.containsKey(digest(token));
    }

    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
