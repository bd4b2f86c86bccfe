package dev.plimsoll.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Two ends of one connection inside the process: what is written to one is read from the other.
 *
 * @param client the end of who has connected
 * @param server the end of who has listened
 */
public record StreamPair(DuplexStream client, DuplexStream server) {
    private static final int BYTES = 16 * 1024;

    public static StreamPair open() {
        var up = new BytePipe(BYTES);
        var down = new BytePipe(BYTES);
        return new StreamPair(new End(down.input(), up.output()), new End(up.input(), down.output()));
    }

    /** Closing it lets the other side read to the end of what was sent, and fail to write. */
    private record End(InputStream input, OutputStream output) implements DuplexStream {
        @Override
        public void close() {
            try {
                output.close();
                input.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
