package dev.plimsoll.nodeagent.simulated.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** What one command hands to the next, or writes to a file; it is kept until the command has ended. */
public final class PipeBuffer extends OutputStream {
    private static final int MOST_BYTES = 4 << 20;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public static final class FullException extends IOException {
        private static final long serialVersionUID = 1;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (bytes.size() + length > MOST_BYTES) throw new FullException();
        bytes.write(from, offset, length);
    }

    public byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
