package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.SocketStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Opens connections to servers. */
public final class Dial {
    private static final int KEPT_FOR_EVER = 0;

    private Dial() {}

    /** Without encryption, to the host and port of an address. */
    public static DuplexStream plain(URI address, Duration patience) throws IOException {
        var socket = new Socket();
        try {
            open(socket, address, patience);
            return new SocketStream(socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Over TLS. The certificate must be the host's, unless whoever trusts does not care. */
    public static DuplexStream secure(URI address, SSLContext tls, Duration patience) throws IOException {
        return secure(address, host(address), tls, patience);
    }

    /** The same for a host that must prove another name. */
    public static DuplexStream secure(URI address, String name, SSLContext tls, Duration patience) throws IOException {
        var plain = new Socket();
        try {
            open(plain, address, patience);
            plain.setSoTimeout((int) patience.toMillis());
            var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, name, address.getPort(), true);
            var parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            plain.setSoTimeout(KEPT_FOR_EVER);
            return new SocketStream(socket);
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    private static void open(Socket socket, URI address, Duration patience) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        socket.connect(new InetSocketAddress(host(address), address.getPort()), (int) patience.toMillis());
    }

    private static String host(URI address) {
        var host = address.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
