package dev.plimsoll.linux.cgroup;

import java.nio.file.Path;

/** What became of writes to a cgroup. */
public sealed interface CgroupWriteResult {
    CgroupWriteResult DONE = new Done();

    record Done() implements CgroupWriteResult {}

    /**
     * The first write that failed; none after it was tried.
     *
     * @param error the kernel's text, such as {@code Device or resource busy}
     */
    record Failed(Path file, String value, String error) implements CgroupWriteResult {
        @Override
        public String toString() {
            return "write " + value + " to " + file + ": " + error;
        }
    }
}
