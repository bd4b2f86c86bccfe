package dev.plimsoll.nodeagent.simulated.files;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Files that nobody writes: what they hold is found out when they are read. */
public final class GeneratedFiles implements FileSource {
    private final Map<String, FileEntry> entries = new TreeMap<>();

    public GeneratedFiles() {
        entries.put("", new FileEntry.Directory(0_555));
    }

    /** A text; a line ends it as it does in the kernel's files. */
    public GeneratedFiles line(String path, Supplier<String> text) {
        return put(path, 0_444, () -> (text.get() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public GeneratedFiles put(String path, int mode, Supplier<byte[]> content) {
        return put(path, new FileEntry.Regular(mode, content, FileEntry.Owner.ROOT));
    }

    public GeneratedFiles put(String path, FileEntry.Regular file) {
        for (var slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
            directory(path.substring(0, slash));
        entries.put(path, file);
        return this;
    }

    private void directory(String path) {
        entries.putIfAbsent(path, new FileEntry.Directory(0_755));
    }

    @Override
    public Optional<FileEntry> find(String path) {
        return Optional.ofNullable(entries.get(path));
    }

    @Override
    public Set<String> names(String path) {
        var names = new TreeSet<String>();
        for (var each : entries.keySet()) {
            if (!each.isEmpty() && FileSource.parent(each).equals(path))
                names.add(each.substring(each.lastIndexOf('/') + 1));
        }
        return names;
    }
}
