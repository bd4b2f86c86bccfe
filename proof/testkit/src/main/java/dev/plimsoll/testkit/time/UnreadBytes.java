package dev.plimsoll.testkit.time;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Bytes that went to or from the API server and that nobody has read yet. Linux tells of them; where it is another system nothing is known
 * of them, and nothing is waited for.
 */
final class UnreadBytes {
    private static final List<Path> TABLES = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final String ESTABLISHED = "01";
    private static final String NONE = "00000000:00000000";
    /** A client that reads nothing for so long is not waited for any more: it reads when it likes. */
    private static final long LONGEST = Duration.ofSeconds(5).toNanos();

    private final List<Path> tables;
    private final Set<String> given = new HashSet<>();
    private long since;

    UnreadBytes() {
        this(TABLES);
    }

    UnreadBytes(List<Path> tables) {
        this.tables = tables;
    }

    /** Whether somebody is about to read something. */
    boolean isWaitedFor(int port, long now) {
        var open = sockets(port);
        open.removeAll(given);
        if (open.isEmpty()) {
            since = 0;
            return false;
        }
        if (since == 0) since = now;
        if (now - since < LONGEST) return true;
        given.addAll(open);
        since = 0;
        return false;
    }

    private Set<String> sockets(int port) {
        var suffix = String.format(":%04X", port);
        var found = new HashSet<String>();
        for (var table : tables) {
            if (!Files.isReadable(table)) continue;
            try {
                for (var line :
                        Files.readString(table, StandardCharsets.US_ASCII).split("\n", -1)) {
                    if (!line.contains(suffix)) continue;
                    var fields = line.strip().split(" +", QUEUES + 2);
                    if (fields.length > QUEUES
                            && fields[STATE].equals(ESTABLISHED)
                            && !fields[QUEUES].equals(NONE)
                            && (fields[LOCAL].endsWith(suffix) || fields[REMOTE].endsWith(suffix)))
                        found.add(fields[LOCAL] + " " + fields[REMOTE]);
                }
            } catch (IOException e) {
                throw new IllegalStateException("what Linux tells of connections cannot be read from " + table, e);
            }
        }
        return found;
    }
}
