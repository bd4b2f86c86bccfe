package dev.plimsoll.client;

import java.io.IOException;
import java.util.Optional;

/**
 * The way to an API server: over the network, or by a call inside the process.
 *
 * <p>Calls block, from any thread. An interrupt ends a call with an {@link java.io.InterruptedIOException} and stays set. An
 * {@link IOException} means that nobody knows whether the server did what was asked.
 */
public interface Transport extends AutoCloseable {
    /** Sends a request and waits for the whole answer. */
    Reply send(ClientRequest request) throws IOException;

    /** Sends a request whose answer arrives line by line. */
    Streamed open(ClientRequest request) throws IOException;

    @Override
    void close();

    /** How a request for lines began. */
    sealed interface Streamed {
        /** Status 200; the lines follow. */
        record Opened(Lines lines) implements Streamed {}

        /** Any other status. */
        record Answered(Reply reply) implements Streamed {}
    }

    /** Lines as they arrive. */
    interface Lines extends AutoCloseable {
        /** Waits for the next line; empty at the end. The line comes without its end and is never empty. */
        Optional<StreamLine> next() throws IOException;

        /** Ends the stream, from any thread; a waiting {@link #next} returns or throws. */
        @Override
        void close();
    }
}
