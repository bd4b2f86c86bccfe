package dev.plimsoll.client.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Bytes cut into lines. Bytes after the last end of line are no line yet. */
final class LineBuffer {
    /** Far beyond any object that a server stores. */
    private static final int LONGEST = 64 << 20;

    private byte[] bytes = new byte[8192];
    private int begin;
    private int end;
    /** Everything before it was searched for an end of line. */
    private int searched;

    void add(ByteBuffer more) throws IOException {
        var size = more.remaining();
        if (end - begin + (long) size > LONGEST) throw new IOException("a line of more than " + LONGEST + " bytes");
        if (end + size > bytes.length) makeRoom(size);
        more.get(bytes, end, size);
        end += size;
    }

    private void makeRoom(int size) {
        var length = end - begin;
        var target = length + size > bytes.length ? new byte[Math.max(bytes.length * 2, length + size)] : bytes;
        System.arraycopy(bytes, begin, target, 0, length);
        bytes = target;
        searched -= begin;
        begin = 0;
        end = length;
    }

    /** The next line that is not empty. */
    Optional<byte[]> line() {
        while (searched < end) {
            if (bytes[searched++] != '\n') continue;
            var line = Arrays.copyOfRange(bytes, begin, stop(searched - 1));
            begin = searched;
            if (line.length > 0) return Optional.of(line);
        }
        return Optional.empty();
    }

    private int stop(int newline) {
        return newline > begin && bytes[newline - 1] == '\r' ? newline - 1 : newline;
    }

    /** Everything, lines or not. */
    byte[] drain() {
        var all = Arrays.copyOfRange(bytes, begin, end);
        begin = end;
        searched = end;
        return all;
    }
}
