package dev.plimsoll.nodeagent.simulated.files;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a path leads to. */
public sealed interface FileEntry {
    /** The permissions. */
    int mode();

    /** Whose it is, where that is known: of what programs write it is not. */
    default Optional<Owner> owner() {
        return Optional.empty();
    }

    /** A user and a group. */
    record Owner(long uid, long gid) {
        public static final Owner ROOT = new Owner(0, 0);
    }

    record Directory(int mode) implements FileEntry {}

    /**
     * A file.
     *
     * @param knownSize how long it is; negative where only its content tells
     * @param content as it is at this moment
     * @param ownerOrNull null where it is not known
     */
    record Regular(
            int mode,
            long knownSize,
            Supplier<byte[]> content,
            @Nullable Owner ownerOrNull) implements FileEntry {
        public Regular(int mode, Supplier<byte[]> content) {
            this(mode, content, null);
        }

        public Regular(int mode, Supplier<byte[]> content, @Nullable Owner ownerOrNull) {
            this(mode, -1, content, ownerOrNull);
        }

        public Regular(int mode, long knownSize, Supplier<byte[]> content) {
            this(mode, knownSize, content, null);
        }

        @Override
        public Optional<Owner> owner() {
            return Optional.ofNullable(ownerOrNull);
        }

        public long size() {
            return knownSize < 0 ? content.get().length : knownSize;
        }
    }

    /**
     * A symbolic link.
     *
     * @param target as it was written: absolute, or from where the link is
     */
    record Link(String target) implements FileEntry {
        @Override
        public int mode() {
            return 0_777;
        }
    }

    /** Such as {@code /dev/null}. */
    record Device(int mode, boolean isEndless) implements FileEntry {}
}
