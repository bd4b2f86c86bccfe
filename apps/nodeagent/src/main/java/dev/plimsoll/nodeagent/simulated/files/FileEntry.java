package dev.plimsoll.nodeagent.simulated.files;

import java.util.function.Supplier;

/** What a path leads to. */
public sealed interface FileEntry {
    /** The permissions. */
    int mode();

    record Directory(int mode) implements FileEntry {}

    /**
     * A file.
     *
     * @param knownSize how long it is; negative where only its content tells
     * @param content as it is at this moment
     */
    record Regular(int mode, long knownSize, Supplier<byte[]> content) implements FileEntry {
        public Regular(int mode, Supplier<byte[]> content) {
            this(mode, -1, content);
        }

        public long size() {
            return knownSize < 0 ? content.get().length : knownSize;
        }
    }

    /** Such as {@code /dev/null}. */
    record Device(int mode, boolean isEndless) implements FileEntry {}
}
