package dev.plimsoll.security;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A TLS connection whose client decides what is sent and when. What is written first leaves together with the end of the
 * handshake, in one segment: a server must cope with a request that is there before its connection is.
 */
final class RawTls implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket below;
    private final SSLSocket socket;

    private RawTls(Socket below, SSLSocket socket) {
        this.below = below;
        this.socket = socket;
    }

    /** Connects, shakes hands, and sends the first bytes. An empty protocol is none, as simple clients have it. */
    static RawTls open(SecureServer server, SSLContext identity, String protocol, byte[] first) throws IOException {
        return open(server, identity, protocol, first, new HeldSocket());
    }

    /** Over HTTP/1.1, from a client whose system takes in hardly anything that its program does not read. */
    static RawTls small(SecureServer server, SSLContext identity, String first) throws IOException {
        var small = new HeldSocket();
        small.setReceiveBufferSize(4096);
        return open(server, identity, "", first.getBytes(StandardCharsets.US_ASCII), small);
    }

    private static RawTls open(
            SecureServer server, SSLContext identity, String protocol, byte[] first, HeldSocket below)
            throws IOException {
        below.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.server().port()));
        below.setSoTimeout(PATIENCE_MILLIS);
        var socket = (SSLSocket) identity.getSocketFactory().createSocket(below, "127.0.0.1", below.getPort(), true);
        var parameters = socket.getSSLParameters();
        if (!protocol.isEmpty()) parameters.setApplicationProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        socket.getOutputStream().write(first);
        below.release();
        return new RawTls(below, socket);
    }

    static RawTls http1(SecureServer server, SSLContext identity, String first) throws IOException {
        return open(server, identity, "", first.getBytes(StandardCharsets.US_ASCII));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** What came up to an end; fails if the end does not come in time. */
    String readUntil(String end) throws IOException {
        var text = new ByteArrayOutputStream();
        var in = socket.getInputStream();
        for (var next = in.read(); next >= 0; next = in.read()) {
            text.write(next);
            if (text.toString(StandardCharsets.ISO_8859_1).endsWith(end)) break;
        }
        return text.toString(StandardCharsets.ISO_8859_1);
    }

    byte[] read(int length) throws IOException {
        return socket.getInputStream().readNBytes(length);
    }

    /** Reads until the server closes. */
    String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Says that nothing more will be sent. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Drops the connection without a word of farewell. */
    void reset() throws IOException {
        below.setSoLinger(true, 0);
        below.close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // The server was first.
        }
    }

    /** Holds back what follows the first write, which is the greeting, until it is released. */
    private static final class HeldSocket extends Socket {
        private final ByteArrayOutputStream held = new ByteArrayOutputStream();
        private boolean greeted;
        private boolean released;

        @Override
        public OutputStream getOutputStream() throws IOException {
            var below = super.getOutputStream();
            return new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    write(new byte[] {(byte) b}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (greeted && !released) held.write(bytes, offset, length);
                    else below.write(bytes, offset, length);
                    greeted = true;
                }
            };
        }

        void release() throws IOException {
            released = true;
            super.getOutputStream().write(held.toByteArray());
        }
    }
}
