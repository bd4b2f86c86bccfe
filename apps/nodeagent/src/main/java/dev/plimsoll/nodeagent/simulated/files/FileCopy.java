package dev.plimsoll.nodeagent.simulated.files;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/**
 * Copies files as {@code cp} does. What comes from an image that nobody has is a file that says that it is simulated, so that whoever needs
 * it finds it, or a directory with nothing in it.
 *
 * @param isDeep whether directories are copied
 * @param isUnknownDeep whether what nobody knows is a directory
 * @param isKeeping whether what is at the target stays
 * @param isItself whether the target is the copy, and never the directory that it goes into
 */
public record FileCopy(FileTree files, boolean isDeep, boolean isUnknownDeep, boolean isKeeping, boolean isItself) {
    private static final byte[] SIMULATED = "simulated\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * Copies one file or directory.
     *
     * @param name as it was written; one that ends with a dot means what is in the directory
     * @param from the same as a path
     */
    public void run(String name, String from, String target) throws FileProblemException {
        var to = destination(name, from, target);
        var source = isDeep ? files.findItself(from) : files.find(from);
        if (source.isEmpty() && files.mayHave(from)) {
            // Nobody knows which files of an image a pattern means.
            if (name.matches(".*[*?\\[].*")) return;
            if (isUnknownDeep) files.makeDirectories(to);
            else write(to, SIMULATED, 0_755);
            return;
        }
        if (source.isEmpty()) throw new FileProblemException(FileProblemException.MISSING);
        if (source.get() instanceof FileEntry.Directory && !isDeep)
            throw new FileProblemException(FileProblemException.IS_DIRECTORY);
        if (!isDeep) {
            write(to, files.read(from), source.get().mode());
            return;
        }
        for (var path : new ArrayList<>(files.below(from))) {
            var copied = path.equals(from) ? to : FileTree.absolute(to, path.substring(from.length() + 1));
            switch (files.findItself(path).orElse(null)) {
                case FileEntry.Directory _ -> files.makeDirectories(copied);
                case FileEntry.Link(var linked) -> link(copied, linked);
                case FileEntry.Regular file -> write(copied, file.content().get(), file.mode());
                case FileEntry.Device _ -> write(copied, new byte[0], 0_644);
                case null -> {} // it has gone meanwhile
            }
        }
    }

    /** Where the copy is: the target, or in it. */
    public String destination(String name, String from, String target) {
        var isContent = name.equals(".") || name.endsWith("/.");
        var isInto = !isContent && !isItself && files.find(target).orElse(null) instanceof FileEntry.Directory;
        return isInto ? FileTree.absolute(target, from.substring(from.lastIndexOf('/') + 1)) : target;
    }

    private void write(String to, byte[] content, int mode) throws FileProblemException {
        if (isKeeping && files.findItself(to).isPresent()) return;
        files.write(to, content, mode);
    }

    private void link(String to, String target) throws FileProblemException {
        if (files.findItself(to).isPresent()) {
            if (isKeeping) return;
            files.remove(to);
        }
        files.link(to, target);
    }
}
