package dev.plimsoll.nodeagent.handlers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** A host and a port that a handler connects to. */
record Address(String host, int port) {
    /** As in URLs and messages. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    Socket dial(Duration timeout) throws DialException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            // A closed probe must not leave the port of a busy node waiting.
            socket.setSoLinger(true, 1);
            socket.connect(new InetSocketAddress(host, port), Math.max(1, Math.toIntExact(timeout.toMillis())));
            return socket;
        } catch (IOException e) {
            try {
                socket.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw DialException.of(toString(), e);
        }
    }
}
