package dev.plimsoll.nodeagent.simulated.files;

import java.util.Optional;
import java.util.Set;

/** A tree of files that can be mounted. Paths are within it: empty for its root, else such as {@code a/b}. */
public interface FileSource {
    Optional<FileEntry> find(String path);

    /** What a directory holds. */
    Set<String> names(String path);

    /** Replaces a file or makes it. The directory must be there. */
    default void write(String path, byte[] content, int mode) throws FileProblemException {
        throw new FileProblemException(FileProblemException.READ_ONLY);
    }

    /** The same with so many zeros, which are not kept. */
    default void writeZeros(String path, long size) throws FileProblemException {
        throw new FileProblemException(FileProblemException.READ_ONLY);
    }

    default void makeDirectory(String path, int mode) throws FileProblemException {
        throw new FileProblemException(FileProblemException.READ_ONLY);
    }

    /** A symbolic link, where nothing is yet. */
    default void link(String path, String target) throws FileProblemException {
        throw new FileProblemException(FileProblemException.READ_ONLY);
    }

    /** Whether it is of an image that nobody has, and may have something at a path that is not there. */
    default boolean mayHave(String path) {
        return false;
    }

    /** Makes a directory that such an image has, with those on the way. */
    default void assume(String path) throws FileProblemException {
        throw new FileProblemException(FileProblemException.MISSING);
    }

    /** A file or an empty directory. */
    default void remove(String path) throws FileProblemException {
        throw new FileProblemException(FileProblemException.READ_ONLY);
    }

    /** How much it holds. */
    default long usedBytes() {
        return 0;
    }

    /** The directory of a path. */
    static String parent(String path) {
        var slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    static String join(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }
}
