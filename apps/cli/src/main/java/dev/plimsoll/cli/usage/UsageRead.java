package dev.plimsoll.cli.usage;

import java.util.List;

/** What came of reading recorded use. */
public sealed interface UsageRead {
    /**
     * All of it.
     *
     * @param notes what was passed over
     */
    record Done(long rows, List<String> notes) implements UsageRead {}

    /** It cannot be read: each line says where, what, and what would do. */
    record Malformed(List<String> problems) implements UsageRead {}
}
