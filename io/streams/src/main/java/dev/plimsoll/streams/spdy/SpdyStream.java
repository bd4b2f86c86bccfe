package dev.plimsoll.streams.spdy;

import dev.plimsoll.streams.BytePipe;
import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/** One stream of a connection. Closing the output says that nothing more comes from here; {@link #close} says it, and reads no more. */
public final class SpdyStream implements DuplexStream {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final SpdyConnection connection;
    private final int id;
    private final Map<String, String> headers;
    private final BytePipe received = new BytePipe(BUFFER_BYTES);
    private final Output output = new Output();

    SpdyStream(SpdyConnection connection, int id, Map<String, String> headers) {
        this.connection = connection;
        this.id = id;
        this.headers = Map.copyOf(headers);
    }

    public int id() {
        return id;
    }

    /** One that came with the stream; empty without it. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    BytePipe received() {
        return received;
    }

    @Override
    public InputStream input() {
        return received.input();
    }

    @Override
    public OutputStream output() {
        return output;
    }

    /** Ends both directions at once, and says that something is wrong. */
    public void reset() {
        connection.reset(id, SpdyConnection.CANCEL);
    }

    @Override
    public void close() {
        try {
            output.close();
            received.input().close();
        } catch (IOException _) {
            // The connection is gone, and the stream with it.
        }
        connection.finished(this);
    }

    private final class Output extends OutputStream {
        private boolean closed;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (closed) throw new IOException("the stream is closed");
            connection.send(id, bytes, offset, length, false);
        }

        @Override
        public void close() throws IOException {
            if (closed) return;
            closed = true;
            connection.send(id, new byte[0], 0, 0, true);
        }
    }
}
