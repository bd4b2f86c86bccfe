package dev.plimsoll.testkit.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Messages over one connection. A message is a list of texts: their number, and each with its length in bytes before it. */
public final class Messages implements AutoCloseable {
    private static final int MOST_TEXTS = 10_000;
    private static final int LONGEST = 64 << 20;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    public Messages(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    public void write(List<String> message) throws IOException {
        out.writeInt(message.size());
        for (var text : message) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
        out.flush();
    }

    /** Waits for the next message. The end of the connection is an {@link java.io.EOFException}. */
    public List<String> read() throws IOException {
        var left = in.readInt();
        if (left < 1 || left > MOST_TEXTS) throw new IOException("a message of " + left + " texts was announced");
        var message = new ArrayList<String>();
        for (; left > 0; left--) {
            var length = in.readInt();
            if (length < 0 || length > LONGEST) throw new IOException("a text of " + length + " bytes was announced");
            message.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        return message;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a connection between a test and its clusters cannot be closed", e);
        }
    }
}
