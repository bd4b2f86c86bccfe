package dev.plimsoll.client;

import java.io.IOException;
import java.util.Optional;

/** The events of a watch as they arrive. */
public final class WatchStream implements AutoCloseable {
    private final Transport.Lines lines;

    WatchStream(Transport.Lines lines) {
        this.lines = lines;
    }

    /** Waits for the next event; empty when the server has ended the watch. */
    public Optional<WatchEvent> next() throws IOException {
        return lines.next().map(StreamLine::event);
    }

    /** Ends the watch, from any thread. */
    @Override
    public void close() {
        lines.close();
    }
}
