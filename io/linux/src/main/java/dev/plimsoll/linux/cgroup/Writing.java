package dev.plimsoll.linux.cgroup;

import java.nio.file.Path;

/** What became of writes to a cgroup. */
public sealed interface Writing {
    Writing DONE = new Done();

    record Done() implements Writing {}

    /**
     * The first write that failed; none after it was tried.
     *
     * @param error the kernel's text, such as {@code Device or resource busy}
     */
    record Failed(Path file, String value, String error) implements Writing {
        @Override
        public String toString() {
            return "write " + value + " to " + file + ": " + error;
        }
    }
}
