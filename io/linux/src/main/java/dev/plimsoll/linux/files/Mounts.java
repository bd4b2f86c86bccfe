package dev.plimsoll.linux.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is mounted where. Targets are paths that only this program can change. */
public interface Mounts {
    /** Shows an open file or folder at a target of the same kind as well. */
    void bind(OpenFile source, Path target) throws IOException;

    /** A file system in memory, which no disk sees. */
    void tmpfs(Path target, int mode) throws IOException;

    /** The same with a bound, and open to programs: a volume of containers. */
    void tmpfs(Path target, int mode, long bytes) throws IOException;

    /** Gives a file system in memory another bound. It fails where more is in use. */
    void resizeTmpfs(Path target, long bytes) throws IOException;

    /** Takes away what was mounted last at a target, even if it is in use. */
    void unmount(Path target) throws IOException;

    /** All targets at and below a folder, in the order in which they were mounted; one that has several mounts comes as often. */
    List<Path> below(Path folder) throws IOException;
}
