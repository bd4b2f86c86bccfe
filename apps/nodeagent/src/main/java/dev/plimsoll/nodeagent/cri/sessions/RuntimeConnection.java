package dev.plimsoll.nodeagent.cri.sessions;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.UpgradeRequest;
import dev.plimsoll.streams.spdy.SpdyConnection;
import dev.plimsoll.streams.spdy.SpdyStream;
import dev.plimsoll.tls.Tls;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocket;

/**
 * A connection to the server of a runtime's streams, with SPDY, over TLS where its address says so. On loopback the certificate is not
 * verified: containerd makes one of its own unless it is given one, and the address, with a token in it, came over the runtime's socket.
 * Elsewhere it must be signed by somebody whom this machine's Java trusts, for that host.
 */
final class RuntimeConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;
    /** How long a runtime may take to answer; afterwards a session has all the time that its client gives it. */
    private static final int ANSWER_MILLIS = 30_000;

    private static final int MOST_TEXT = 4096;

    private final SpdyConnection connection;
    private final Thread reader;

    private RuntimeConnection(SpdyConnection connection) {
        this.connection = connection;
        this.reader = ComponentThreads.named("runtime-streams").start(this::read);
    }

    /** @param protocols that the node understands, the best first */
    static RuntimeConnection open(URI address, List<String> protocols) throws IOException {
        var isSecure = "https".equals(address.getScheme());
        if ((!isSecure && !"http".equals(address.getScheme())) || address.getHost() == null || address.getPort() < 1)
            throw new IOException("the runtime serves streams at \"" + address + "\", which is no address of HTTP");
        var host = address.getHost().startsWith("[")
                ? address.getHost().substring(1, address.getHost().length() - 1)
                : address.getHost();
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(host, address.getPort()), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            var stream = isSecure ? new SocketStream(secured(socket, host), socket) : new SocketStream(socket);
            var fields = new ArrayList<ResponseHead.Field>();
            fields.add(new ResponseHead.Field("Upgrade", "SPDY/3.1"));
            for (var protocol : protocols) fields.add(new ResponseHead.Field("X-Stream-Protocol-Version", protocol));
            UpgradeRequest.send(stream, "POST", address, fields);
            var head = ResponseHead.read(stream.input());
            if (head.status() != 101) throw new IOException(refusal(head, stream));
            socket.setSoTimeout(0);
            return new RuntimeConnection(SpdyConnection.client(stream));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static SSLSocket secured(Socket socket, String host) throws IOException {
        var isLocal = socket.getInetAddress().isLoopbackAddress();
        var context = isLocal ? TrustAllManager.context() : Tls.context(null, null);
        var secured = (SSLSocket) context.getSocketFactory().createSocket(socket, host, socket.getPort(), true);
        if (!isLocal) {
            var parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
        }
        secured.startHandshake();
        return secured;
    }

    private static String refusal(ResponseHead head, SocketStream stream) throws IOException {
        var length = head.find("content-length").filter(text -> text.matches("[0-9]{1,9}"));
        var most = length.isPresent() ? Math.min(MOST_TEXT, Integer.parseInt(length.get())) : 0;
        var text = new String(stream.input().readNBytes(most), StandardCharsets.UTF_8).strip();
        return "the runtime refused the session (" + head.status() + ")" + (text.isEmpty() ? "" : ": " + text);
    }

    private void read() {
        try {
            connection.run();
        } catch (IOException _) {
            // However it ended: all streams have ended with it, and whoever reads them sees that.
        }
    }

    SpdyStream open(Map<String, String> headers) throws IOException {
        return connection.open(headers);
    }

    @Override
    public void close() {
        connection.close();
        reader.interrupt();
    }
}
