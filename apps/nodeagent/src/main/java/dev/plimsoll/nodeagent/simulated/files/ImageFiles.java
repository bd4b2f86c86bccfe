package dev.plimsoll.nodeagent.simulated.files;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The own files of a container whose image nobody has: what is known of the image, and what programs of the container wrote. Where neither
 * says anything, the image may have a file; in directories for what is not kept, and in those that a program made or removed, it has none.
 */
public final class ImageFiles implements FileSource {
    private static final List<String> EMPTY_IN_IMAGES =
            List.of("tmp", "run", "mnt", "var/run", "var/tmp", "var/lock", "var/log");

    private final MemoryFiles known;
    private final Set<String> changed = new HashSet<>();

    public ImageFiles(MemoryFiles known) {
        this.known = known;
    }

    @Override
    public synchronized boolean mayHave(String path) {
        if (path.isEmpty() || known.find(path).isPresent()) return false;
        for (var part = path; !part.isEmpty(); part = FileSource.parent(part)) {
            if (changed.contains(part) || EMPTY_IN_IMAGES.contains(part)) return false;
            if (known.find(part).isPresent() && !(known.find(part).get() instanceof FileEntry.Directory)) return false;
        }
        return true;
    }

    @Override
    public synchronized void assume(String path) throws FileProblemException {
        if (!mayHave(path)) throw new FileProblemException(FileProblemException.MISSING);
        known.makeDirectories(path, 0_755);
    }

    @Override
    public Optional<FileEntry> find(String path) {
        return known.find(path);
    }

    @Override
    public Set<String> names(String path) {
        return known.names(path);
    }

    @Override
    public synchronized void write(String path, byte[] content, int mode) throws FileProblemException {
        known.write(path, content, mode);
        changed.add(path);
    }

    @Override
    public synchronized void writeZeros(String path, long size) throws FileProblemException {
        known.writeZeros(path, size);
        changed.add(path);
    }

    @Override
    public synchronized void makeDirectory(String path, int mode) throws FileProblemException {
        known.makeDirectory(path, mode);
        changed.add(path);
    }

    @Override
    public synchronized void link(String path, String target) throws FileProblemException {
        known.link(path, target);
        changed.add(path);
    }

    @Override
    public synchronized void remove(String path) throws FileProblemException {
        known.remove(path);
        changed.add(path);
    }

    @Override
    public long usedBytes() {
        return known.usedBytes();
    }
}
