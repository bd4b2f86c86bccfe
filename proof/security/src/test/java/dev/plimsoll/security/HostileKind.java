package dev.plimsoll.security;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/** Ways to harm a server by holding it up. */
enum HostileKind {
    SLOW_HANDSHAKE("a TLS greeting that is never finished") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            var socket =
                    new Socket(InetAddress.getLoopbackAddress(), server.server().port());
            // A record of a handshake that announces 512 bytes.
            socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3});
            return new HostileClient(
                    () -> {
                        socket.getOutputStream().write(7);
                        socket.getOutputStream().flush();
                    },
                    () -> close(socket));
        }
    },
    SLOW_HEADER("a head that comes byte by byte") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            var client = RawTls.http1(server, server.tls(), "GET /healthz HTTP/1.1\r\nHost: h\r\nX-Slow: ");
            return new HostileClient(() -> client.send("a"), client::close);
        }
    },
    SLOW_LATER_HEADER("the head of a second request that comes byte by byte") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            var client = RawTls.http1(server, server.tls(), "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
            client.readUntil("ok");
            client.send("GET /healthz HTTP/1.1\r\nHost: h\r\nX-Slow: ");
            return new HostileClient(() -> client.send("a"), client::close);
        }
    },
    SLOW_BODY("a user's body that comes byte by byte") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            var client = RawTls.http1(
                    server,
                    user,
                    "POST " + MAPS + " HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 100000\r\n\r\n{");
            return new HostileClient(() -> client.send(" "), client::close);
        }
    },
    NO_BODY("an anonymous body that is announced and never sent") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            var client = RawTls.http1(
                    server, server.tls(), "POST " + MAPS + " HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n");
            return new HostileClient(() -> {}, client::close);
        }
    },
    SLOW_READER("a user who asks for much and takes nothing") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            var client = RawTls.small(server, user, "GET " + MAPS + " HTTP/1.1\r\nHost: h\r\n\r\n");
            return new HostileClient(() -> {}, client::close);
        }
    },
    VANISHED_WATCH("a user who begins a watch and goes") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            var client = RawTls.http1(server, user, "GET " + MAPS + "?watch=true&limit=1 HTTP/1.1\r\nHost: h\r\n\r\n");
            client.readUntil("\r\n\r\n");
            client.close();
            return new HostileClient(() -> {}, () -> {});
        }
    },
    RESET_FLOOD("HTTP/2 streams that are cancelled as soon as they begin") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            return flood(
                    server, (frames, stream) -> frames.get(stream, "/healthz").cancel(stream));
        }
    },
    THOUSANDS_OF_STREAMS("HTTP/2 streams whose bodies never come") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            return flood(server, (frames, stream) -> frames.post(stream, MAPS));
        }
    },
    PING_FLOOD("HTTP/2 pings and settings without end") {
        @Override
        HostileClient begin(SecureServer server, SSLContext user) throws IOException {
            return flood(server, (frames, _) -> frames.ping().settings());
        }
    };

    static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int FRAMES_AT_ONCE = 500;

    private final String sentence;

    HostileKind(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String toString() {
        return sentence;
    }

    /** Begins to harm, without credentials or with those of a user. */
    abstract HostileClient begin(SecureServer server, SSLContext user) throws IOException;

    private interface Harm {
        void add(Http2Frames frames, int stream);
    }

    private static HostileClient flood(SecureServer server, Harm harm) throws IOException {
        var client =
                RawTls.open(server, server.tls(), "h2", Http2Frames.opening().bytes());
        var stream = new AtomicInteger(1);
        return new HostileClient(
                () -> {
                    var frames = new Http2Frames();
                    for (var i = 0; i < FRAMES_AT_ONCE; i++) harm.add(frames, stream.getAndAdd(2));
                    client.send(frames.bytes());
                },
                client::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // The server was first.
        }
    }
}
