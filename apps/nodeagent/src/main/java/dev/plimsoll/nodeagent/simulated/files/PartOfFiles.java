package dev.plimsoll.nodeagent.simulated.files;

import java.util.Optional;
import java.util.Set;

/** A directory of another tree, or one file of it, as a tree of its own; read-only if asked for. */
public record PartOfFiles(FileSource whole, String root, boolean isReadOnly) implements FileSource {
    private String at(String path) {
        if (root.isEmpty()) return path;
        return path.isEmpty() ? root : root + "/" + path;
    }

    @Override
    public Optional<FileEntry> find(String path) {
        return whole.find(at(path));
    }

    @Override
    public Set<String> names(String path) {
        return whole.names(at(path));
    }

    private void writable() throws FileProblemException {
        if (isReadOnly) throw new FileProblemException(FileProblemException.READ_ONLY);
    }

    @Override
    public void write(String path, byte[] content, int mode) throws FileProblemException {
        writable();
        whole.write(at(path), content, mode);
    }

    @Override
    public void writeZeros(String path, long size) throws FileProblemException {
        writable();
        whole.writeZeros(at(path), size);
    }

    @Override
    public void makeDirectory(String path, int mode) throws FileProblemException {
        writable();
        whole.makeDirectory(at(path), mode);
    }

    @Override
    public void link(String path, String target) throws FileProblemException {
        writable();
        whole.link(at(path), target);
    }

    @Override
    public boolean mayHave(String path) {
        return whole.mayHave(at(path));
    }

    @Override
    public void assume(String path) throws FileProblemException {
        writable();
        whole.assume(at(path));
    }

    @Override
    public void remove(String path) throws FileProblemException {
        writable();
        whole.remove(at(path));
    }

    @Override
    public long usedBytes() {
        return whole.usedBytes();
    }
}
