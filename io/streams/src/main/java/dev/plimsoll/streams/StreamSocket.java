package dev.plimsoll.streams;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;

/** A stream for those who want a socket, such as TLS. What only the kernel could do, such as timeouts, is not done. */
public final class StreamSocket extends Socket {
    private final DuplexStream stream;
    private final InetSocketAddress peer;
    private volatile boolean closed;

    /** @param peer what the other side is called; it need not be an address of anything */
    public StreamSocket(DuplexStream stream, String peer, int port) {
        this.stream = stream;
        this.peer = InetSocketAddress.createUnresolved(peer, port);
    }

    @Override
    public InputStream getInputStream() {
        return stream.input();
    }

    @Override
    public OutputStream getOutputStream() {
        return stream.output();
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isBound() {
        return true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public InetAddress getInetAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public int getPort() {
        return peer.getPort();
    }

    @Override
    public int getLocalPort() {
        return 0;
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return peer;
    }

    @Override
    public void setSoTimeout(int timeout) {
        // Whoever waits for the stream closes it.
    }

    @Override
    public int getSoTimeout() {
        return 0;
    }

    @Override
    public void setTcpNoDelay(boolean on) {
        // Each write is sent at once.
    }

    @Override
    public void setSoLinger(boolean on, int linger) {
        // Nothing is left in a kernel.
    }

    @Override
    public void shutdownInput() {
        // What still comes is dropped with the stream.
    }

    @Override
    public void shutdownOutput() {
        // The other side hears of the end when the stream is closed.
    }

    @Override
    public void close() {
        closed = true;
        stream.close();
    }
}
