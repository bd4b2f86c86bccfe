package dev.plimsoll.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A socket. */
public final class SocketStream implements DuplexStream {
    private final Socket transport;
    private final InputStream input;
    private final OutputStream output;

    public SocketStream(Socket socket) throws IOException {
        this(socket, socket);
    }

    /**
     * One with TLS.
     *
     * @param transport what it is on, which is closed at the end: to close TLS itself would wait for whoever writes, and so for a peer that
     *     does not read
     */
    public SocketStream(Socket socket, Socket transport) throws IOException {
        this.transport = transport;
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
            transport.close();
        } catch (IOException _) {
            // The other side was first.
        }
    }
}
