package dev.plimsoll.nodeagent.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/** The end of a log, where a container that failed has left no other message. */
public final class LogTail {
    private static final int MOST_BYTES = 2048;
    private static final int MOST_LINES = 80;

    private LogTail() {}

    /** The last lines of what is there now. */
    public static String of(ContainerLog log) throws IOException, InterruptedException {
        var last = new ArrayDeque<String>();
        var line = new ByteArrayOutputStream();
        for (var part = log.next(false); part != null; part = log.next(false)) {
            line.write(part.text());
            if (!part.isWhole()) continue;
            line.write('\n');
            last.add(line.toString(StandardCharsets.UTF_8));
            line.reset();
            if (last.size() > MOST_LINES) last.removeFirst();
        }
        // What was written last may have no end of a line.
        var text = String.join("", last) + line.toString(StandardCharsets.UTF_8);
        return text.length() <= MOST_BYTES ? text : text.substring(text.length() - MOST_BYTES);
    }
}
