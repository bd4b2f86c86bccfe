package dev.plimsoll.integration;

import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.spdy.SpdyConnection;
import dev.plimsoll.streams.spdy.SpdyStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** Serves streams of containers as a runtime does: SPDY on loopback, with whatever a test does at the other end. */
final class StreamServer implements AutoCloseable {
    private final ServerSocket socket;
    private final String scheme;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Queue<Throwable> problems = new ConcurrentLinkedQueue<>();
    private volatile Program program = _ -> {};
    private volatile boolean isSilent;

    /** What runs at the other end of a session. */
    interface Program {
        void run(Session session) throws IOException, InterruptedException;
    }

    /** The streams of one connection, by their type; those of ports with the number of the port. */
    static final class Session {
        private final Map<String, SpdyStream> streams = new HashMap<>();
        final String path;

        Session(String path) {
            this.path = path;
        }

        private synchronized void opened(SpdyStream stream) {
            streams.put(stream.header("streamtype"), stream);
            notifyAll();
        }

        synchronized SpdyStream stream(String type) throws InterruptedException {
            var end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (!streams.containsKey(type)) {
                var left = end - System.nanoTime();
                if (left <= 0) throw new AssertionError("nobody has opened a stream of type " + type);
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return streams.get(type);
        }

        /** As containerd does: the streams are not closed, but reset after what was written last. */
        void resetAfterExit(int code) throws IOException, InterruptedException {
            stream("error").output().write(status(code).getBytes(StandardCharsets.UTF_8));
            synchronized (this) {
                streams.values().forEach(SpdyStream::reset);
            }
        }

        void exit(int code) throws IOException, InterruptedException {
            for (var type : Set.of("stdout", "stderr")) {
                synchronized (this) {
                    var stream = streams.get(type);
                    if (stream != null) stream.output().close();
                }
            }
            var error = stream("error");
            error.output().write(status(code).getBytes(StandardCharsets.UTF_8));
            error.output().close();
        }

        private static String status(int code) {
            return code == 0
                    ? "{\"metadata\":{},\"status\":\"Success\"}"
                    : "{\"metadata\":{},\"status\":\"Failure\",\"reason\":\"NonZeroExitCode\",\"details\":{\"causes\":"
                            + "[{\"reason\":\"ExitCode\",\"message\":\"" + code + "\"}]}}";
        }
    }

    StreamServer() throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http");
    }

    private StreamServer(ServerSocket socket, String scheme) {
        this.socket = socket;
        this.scheme = scheme;
        Thread.ofVirtual().name("stream-server").start(this::accept);
    }

    /** With TLS. */
    static StreamServer secured(SSLContext context) throws IOException {
        var socket = context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        return new StreamServer(socket, "https");
    }

    String address() {
        return scheme + "://127.0.0.1:" + socket.getLocalPort();
    }

    void program(Program changed) {
        program = changed;
    }

    /** Takes connections from now on, and says nothing. */
    void silent() {
        isSilent = true;
    }

    int connections() {
        return open.size();
    }

    Queue<Throwable> problems() {
        return problems;
    }

    private void accept() {
        try {
            while (true) {
                var taken = socket.accept();
                open.add(taken);
                Thread.ofVirtual().name("stream-connection").start(() -> serve(taken));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void serve(Socket taken) {
        try (taken) {
            var stream = new SocketStream(taken);
            var reader = new BufferedReader(new InputStreamReader(stream.input(), StandardCharsets.ISO_8859_1), 1);
            var first = String.valueOf(reader.readLine());
            var protocol = "";
            for (var line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                if (line.startsWith("X-Stream-Protocol-Version: ") && protocol.isEmpty())
                    protocol = line.substring(line.indexOf(' ') + 1);
            }
            if (isSilent) {
                while (stream.input().read() >= 0) {
                    // until the other side goes
                }
                return;
            }
            stream.output()
                    .write(("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                                    + "X-Stream-Protocol-Version: " + protocol + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            var session = new Session(first.split(" ", -1)[1]);
            var connection = new SpdyConnection(stream, session::opened);
            var running = Thread.ofVirtual().name("stream-process").start(() -> run(session));
            connection.run();
            running.interrupt();
        } catch (IOException _) {
            // the client has gone
        } finally {
            open.remove(taken);
        }
    }

    private void run(Session session) {
        try {
            program.run(session);
        } catch (IOException | InterruptedException _) {
            // the session is over
        } catch (RuntimeException | AssertionError e) {
            problems.add(e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (var each : open) each.close();
    }
}
