package dev.plimsoll.nodeagent.simulated.files;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Files that are found out when somebody looks at them, since most never are; and again when somebody looks later. */
public final class LazyFiles implements FileSource {
    /** Whoever reads file after file sees them of one moment. */
    private static final Duration KEPT = Duration.ofSeconds(1);

    private final Supplier<FileSource> found;
    private final Supplier<Instant> now;
    private @Nullable FileSource known;
    private Instant knownAt = Instant.MIN;

    public LazyFiles(Supplier<FileSource> found, Supplier<Instant> now) {
        this.found = found;
        this.now = now;
    }

    private synchronized FileSource files() {
        var at = now.get();
        if (known == null || !at.isBefore(knownAt.plus(KEPT))) {
            known = found.get();
            knownAt = at;
        }
        return known;
    }

    @Override
    public Optional<FileEntry> find(String path) {
        return files().find(path);
    }

    @Override
    public Set<String> names(String path) {
        return files().names(path);
    }

    @Override
    public long usedBytes() {
        return files().usedBytes();
    }
}
