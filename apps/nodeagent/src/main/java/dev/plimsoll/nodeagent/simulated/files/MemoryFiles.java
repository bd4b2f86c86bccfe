package dev.plimsoll.nodeagent.simulated.files;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Files that can be written, up to a bound. */
public final class MemoryFiles implements FileSource {
    private static final int MOST_ENTRIES = 10_000;
    private static final long MOST_KEPT = 16 << 20;
    private static final long MOST_ZEROS = 1 << 30;

    private final LongSupplier most;
    private final Map<String, FileEntry> entries = new TreeMap<>();
    private final Set<String> zeros = new HashSet<>();
    private long used;
    private long kept;

    /** At most so many bytes, as the bound is when they are written. */
    public MemoryFiles(LongSupplier most) {
        this(most, 0_755);
    }

    /** With these permissions of its root. */
    public MemoryFiles(LongSupplier most, int mode) {
        this.most = most;
        entries.put("", new FileEntry.Directory(mode));
    }

    @Override
    public synchronized Optional<FileEntry> find(String path) {
        return Optional.ofNullable(entries.get(path));
    }

    @Override
    public synchronized Set<String> names(String path) {
        var names = new TreeSet<String>();
        for (var each : entries.keySet()) {
            if (!each.isEmpty() && FileSource.parent(each).equals(path))
                names.add(each.substring(each.lastIndexOf('/') + 1));
        }
        return names;
    }

    @Override
    public synchronized void write(String path, byte[] content, int mode) throws FileProblemException {
        if (kept + content.length > MOST_KEPT) throw new FileProblemException(FileProblemException.FULL);
        var own = content.clone();
        replace(path, mode, known -> new FileEntry.Regular(known, own.length, own::clone), own.length);
        kept = keptBytes();
    }

    @Override
    public synchronized void writeZeros(String path, long size) throws FileProblemException {
        if (size > MOST_ZEROS) throw new FileProblemException(FileProblemException.FULL);
        replace(path, 0_644, known -> new FileEntry.Regular(known, size, () -> new byte[(int) size]), size);
        zeros.add(path);
    }

    private void replace(String path, int mode, IntFunction<FileEntry> made, long size) throws FileProblemException {
        var known = entries.get(path);
        if (known instanceof FileEntry.Directory) throw new FileProblemException(FileProblemException.IS_DIRECTORY);
        if (known instanceof FileEntry.Device) return;
        var before = size(known);
        if (used - before + size > most.getAsLong()) throw new FileProblemException(FileProblemException.FULL);
        add(path, made.apply(known == null ? mode : known.mode()));
        zeros.remove(path);
        used += size - before;
    }

    /** What takes memory of this process. */
    private long keptBytes() {
        var sum = 0L;
        for (var entry : entries.entrySet()) if (!zeros.contains(entry.getKey())) sum += size(entry.getValue());
        return sum;
    }

    private static long size(@Nullable FileEntry entry) {
        return entry instanceof FileEntry.Regular file ? file.size() : 0;
    }

    private void add(String path, FileEntry entry) throws FileProblemException {
        if (!(entries.get(FileSource.parent(path)) instanceof FileEntry.Directory))
            throw new FileProblemException(FileProblemException.MISSING);
        if (entries.size() >= MOST_ENTRIES) throw new FileProblemException(FileProblemException.FULL);
        entries.put(path, entry);
    }

    @Override
    public synchronized void makeDirectory(String path, int mode) throws FileProblemException {
        if (entries.containsKey(path)) throw new FileProblemException(FileProblemException.EXISTS);
        add(path, new FileEntry.Directory(mode));
    }

    @Override
    public synchronized void link(String path, String target) throws FileProblemException {
        if (entries.containsKey(path)) throw new FileProblemException(FileProblemException.EXISTS);
        add(path, new FileEntry.Link(target));
    }

    /** With the directories on the way that are not there. */
    public synchronized void makeDirectories(String path, int mode) throws FileProblemException {
        for (var slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            var above = path.substring(0, slash);
            if (!entries.containsKey(above)) makeDirectory(above, mode);
        }
        makeDirectory(path, mode);
    }

    @Override
    public synchronized void remove(String path) throws FileProblemException {
        if (!entries.containsKey(path)) throw new FileProblemException(FileProblemException.MISSING);
        if (!names(path).isEmpty()) throw new FileProblemException(FileProblemException.NOT_EMPTY);
        used -= size(entries.remove(path));
        zeros.remove(path);
        kept = keptBytes();
    }

    @Override
    public synchronized long usedBytes() {
        return used;
    }

    /** For what is there from the beginning; makes the directories on the way. */
    public synchronized void put(String path, FileEntry entry) {
        for (var slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
            entries.putIfAbsent(path.substring(0, slash), new FileEntry.Directory(0_755));
        entries.put(path, entry);
        used += size(entry);
    }
}
