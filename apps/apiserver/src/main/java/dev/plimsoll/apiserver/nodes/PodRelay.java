package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.StreamSocket;
import dev.plimsoll.streams.UpgradeRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Connections to pods that only their node reaches, as those of simulated nodes: the node passes the bytes on. */
public final class PodRelay {
    /** Tells a process that serves several nodes which one is meant. */
    public static final String NODE = "Plimsoll-Node";

    private static final int SWITCHING = 101;

    private final NodeConnections nodes;

    public PodRelay(NodeConnections nodes) {
        this.nodes = nodes;
    }

    /**
     * The way to a pod.
     *
     * @param node its name
     * @param kubelet where the node serves
     * @param host an address of the node's own network
     */
    public record Way(String node, URI kubelet, String host, int port) {}

    /** Connects without encryption. */
    public DuplexStream plain(Way way) throws IOException {
        var page = URI.create(way.kubelet() + "/connect/" + way.host() + "/" + way.port());
        var stream = nodes.connect(page);
        try {
            var fields = List.of(new ResponseHead.Field("Upgrade", "tcp"), new ResponseHead.Field(NODE, way.node()));
            UpgradeRequest.send(stream, "GET", page, fields);
            if (ResponseHead.read(stream.input()).status() == SWITCHING) return stream;
            stream.close();
            throw new ConnectException("connect: connection refused");
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /**
     * Connects over TLS.
     *
     * @param name that the pod must prove
     */
    public DuplexStream secure(Way way, String name, SSLContext tls) throws IOException {
        var stream = plain(way);
        try {
            var plain = new StreamSocket(stream, name, way.port());
            var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, name, way.port(), true);
            var parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return new SocketStream(socket);
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }
}
