package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.UpgradedConnection;
import dev.plimsoll.streams.spdy.SpdyConnection;
import dev.plimsoll.streams.spdy.SpdyStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A command whose client opens a stream of SPDY for each channel. */
final class SpdyCommand implements UpgradedConnection.User {
    static final List<String> VERSIONS =
            List.of("v4.channel.k8s.io", "v3.channel.k8s.io", "v2.channel.k8s.io", "channel.k8s.io");
    private static final long CREATION_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int RESIZE_BYTES = 1024;

    private final CommandSession session;
    private final SessionKind kind;
    private final String version;
    private final Map<String, SpdyStream> streams = new HashMap<>();
    private boolean gone;

    SpdyCommand(CommandSession session, SessionKind kind, String version) {
        this.session = session;
        this.kind = kind;
        this.version = version;
    }

    /** What the client has to open. */
    private Set<String> expected() {
        var request = session.request();
        var names = new HashSet<>(Set.of("error"));
        if (request.stdin()) names.add("stdin");
        if (request.stdout()) names.add("stdout");
        if (request.stderr() && !request.tty()) names.add("stderr");
        if (request.tty() && (version.startsWith("v4") || version.startsWith("v3"))) names.add("resize");
        return names;
    }

    @Override
    public void use(DuplexStream client) {
        var connection = new SpdyConnection(client, this::opened);
        var runner = Thread.currentThread();
        var reader = ComponentThreads.named("session-input").start(() -> read(connection, runner));
        try {
            var all = await(expected());
            if (all.isPresent()) run(all.get());
        } catch (IOException _) {
            // The client has gone, which ends it all.
        } catch (InterruptedException _) {
            // The same.
        } finally {
            connection.close();
            reader.interrupt();
        }
    }

    private void read(SpdyConnection connection, Thread runner) {
        try {
            connection.run();
        } catch (IOException _) {
            // However it ended, there is no client any more.
        } finally {
            lost();
            runner.interrupt();
        }
    }

    private synchronized void opened(SpdyStream stream) {
        streams.putIfAbsent(stream.header("streamtype"), stream);
        notifyAll();
    }

    private synchronized void lost() {
        gone = true;
        notifyAll();
    }

    private synchronized Optional<Map<String, SpdyStream>> await(Set<String> expected) throws InterruptedException {
        var end = System.nanoTime() + CREATION_NANOS;
        while (!streams.keySet().containsAll(expected)) {
            var left = end - System.nanoTime();
            if (gone || left <= 0) return Optional.empty();
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return Optional.of(Map.copyOf(streams));
    }

    private void run(Map<String, SpdyStream> all) throws IOException, InterruptedException {
        var resize = all.get("resize");
        if (resize != null) ComponentThreads.named("session-resize").start(() -> resizes(resize.input()));
        var stdin = all.get("stdin");
        var result = session.run(new ContainerProcess.Streams(
                stdin == null ? InputStream.nullInputStream() : stdin.input(),
                output(all.get("stdout")),
                output(all.get("stderr")),
                session.terminal()));
        for (var name : List.of("stdout", "stderr")) {
            var stream = all.get(name);
            if (stream != null) stream.output().close();
        }
        var error = all.get("error");
        if (error == null) return;
        error.output()
                .write(
                        version.startsWith("v4")
                                ? SessionStatus.object(result, kind)
                                : SessionStatus.plain(result, kind));
        error.output().close();
        awaitEnd();
    }

    /** The client closes the connection when it has read everything; who does not is not waited for. */
    private synchronized void awaitEnd() throws InterruptedException {
        var end = System.nanoTime() + CREATION_NANOS;
        while (!gone) {
            var left = end - System.nanoTime();
            if (left <= 0) return;
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private static OutputStream output(@org.jspecify.annotations.Nullable SpdyStream stream) {
        return stream == null
                ? OutputStream.nullOutputStream()
                : new CommandSession.ClientOutput(stream.output()::write);
    }

    /** Sizes follow one another without anything between them. */
    private void resizes(InputStream input) {
        var text = new StringBuilder();
        try {
            for (var next = input.read(); next >= 0; next = input.read()) {
                text.append((char) next);
                if (next != '}' && text.length() < RESIZE_BYTES) continue;
                session.resize(text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
                text.setLength(0);
            }
        } catch (IOException _) {
            // The session is over.
        }
    }
}
