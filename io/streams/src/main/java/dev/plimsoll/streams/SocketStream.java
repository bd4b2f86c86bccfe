package dev.plimsoll.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A socket. */
public final class SocketStream implements DuplexStream {
    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;

    public SocketStream(Socket socket) throws IOException {
        this.socket = socket;
        this.input = socket.getInputStream();
        this.output = socket.getOutputStream();
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public OutputStream output() {
        return output;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // The other side was first.
        }
    }
}
