package dev.plimsoll.nodeagent.logs;

import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What one instance of a container wrote, read from its beginning by one reader. */
public interface ContainerLog extends AutoCloseable {
    /**
     * The next part of it.
     *
     * @param wait whether to wait for what is not written yet
     * @return null if there is no more: for now, or, for who waits, for ever
     */
    @Nullable
    Part next(boolean wait) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;

    /**
     * A line, or the beginning of one that was too long for the runtime.
     *
     * @param text without the end of the line
     * @param isWhole whether the line ends here
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Part(Instant at, byte[] text, boolean isWhole) {}
}
