package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.simulated.network.ContainerNetwork;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.StreamSocket;
import dev.plimsoll.streams.http.BodyStream;
import dev.plimsoll.streams.http.RequestHead;
import dev.plimsoll.tls.TrustAllManager;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Requests that programs in a container send. Most do not verify certificates: only this process answers, and the API server. */
public final class HttpClient {
    private static final int MOST_BODY = 8 << 20;

    private final ContainerNetwork network;
    private final SSLContext tls;

    public HttpClient(ContainerNetwork network) {
        this(network, TrustAllManager.context());
    }

    /** One that shows a certificate and looks at that of the server, but not at the name in it. */
    public HttpClient(ContainerNetwork network, SSLContext tls) {
        this.network = network;
        this.tls = tls;
    }

    @SuppressWarnings("ArrayRecordComponent") // handed through, never compared
    public record Answer(ResponseHead head, byte[] body) {}

    /** Sends a request without headers of its own. */
    public Answer get(URI url, Duration timeout) throws IOException {
        return send("GET", url, List.of(), new byte[0], timeout);
    }

    /** What does not end in time is cut off. */
    public Answer send(String method, URI url, List<ResponseHead.Field> headers, byte[] body, Duration timeout)
            throws IOException {
        var isSecure = "https".equals(url.getScheme());
        var port = url.getPort() > 0 ? url.getPort() : isSecure ? 443 : 80;
        var stream = network.connect(url.getHost(), port);
        var watch = ComponentThreads.named("http-timeout").start(() -> cut(stream, timeout));
        try (stream) {
            var channel = isSecure ? secured(stream, url.getHost(), port) : stream;
            channel.output().write(head(method, url, headers, body).bytes());
            if (body.length > 0) channel.output().write(body);
            channel.output().flush();
            var input = new BufferedInputStream(channel.input());
            var head = ResponseHead.read(input);
            while (head.status() >= 100 && head.status() < 200) head = ResponseHead.read(input);
            var isEmpty = method.equals("HEAD") || head.status() == 204 || head.status() == 304;
            var content = isEmpty
                    ? new byte[0]
                    : BodyStream.ofResponse(head.fields(), input).readNBytes(MOST_BODY);
            return new Answer(head, content);
        } finally {
            watch.interrupt();
        }
    }

    private static void cut(DuplexStream stream, Duration timeout) {
        try {
            Thread.sleep(timeout);
            stream.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it has ended in time
        }
    }

    private DuplexStream secured(DuplexStream stream, String host, int port) throws IOException {
        var plain = new StreamSocket(stream, host, port);
        var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true);
        socket.startHandshake();
        return new SocketStream(socket);
    }

    private static RequestHead head(String method, URI url, List<ResponseHead.Field> headers, byte[] body) {
        var path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        var target = url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
        var fields = new ArrayList<>(headers);
        if (fields.stream().noneMatch(field -> field.name().equalsIgnoreCase("Host")))
            fields.addFirst(new ResponseHead.Field("Host", url.getRawAuthority()));
        if (body.length > 0 || method.equals("POST"))
            fields.add(new ResponseHead.Field("Content-Length", String.valueOf(body.length)));
        fields.add(new ResponseHead.Field("Connection", "close"));
        return new RequestHead(method, target, fields);
    }
}
