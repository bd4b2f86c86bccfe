package dev.plimsoll.nodeagent.simulated.files;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Files that are found out when somebody looks at them for the first time: most never are. */
public final class LazyFiles implements FileSource {
    private final Supplier<FileSource> found;
    private @Nullable FileSource known;

    public LazyFiles(Supplier<FileSource> found) {
        this.found = found;
    }

    private synchronized FileSource files() {
        if (known == null) known = found.get();
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
