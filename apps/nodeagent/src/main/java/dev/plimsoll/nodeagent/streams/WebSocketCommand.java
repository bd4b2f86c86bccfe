package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.streams.MessageSocket;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A command whose client speaks over channels of a WebSocket. */
final class WebSocketCommand implements MessageSocket.User {
    static final List<ChannelProtocol> PROTOCOLS = List.of(ChannelProtocol.values());

    /**
     * How long a command may go on after its client has gone. In the older protocols a client has no other way to say that its
     * input is over, and what it sent is still being read.
     */
    private static final Duration REST = Duration.ofSeconds(5);

    private final CommandSession session;
    private final CountDownLatch ended = new CountDownLatch(1);
    /** Nobody waits for the command any more: what it writes now fails, so that it ends even if it never waits itself. */
    private volatile boolean abandoned;

    private final SessionKind kind;
    private final ChannelProtocol protocol;

    WebSocketCommand(CommandSession session, SessionKind kind, ChannelProtocol protocol) {
        this.session = session;
        this.kind = kind;
        this.protocol = protocol;
    }

    @Override
    public void use(MessageSocket socket) throws IOException, InterruptedException {
        var request = session.request();
        var first = request.stdout()
                ? ChannelProtocol.STDOUT
                : request.stderr() ? ChannelProtocol.STDERR : ChannelProtocol.ERROR;
        protocol.send(socket, first, new byte[0], 0, 0);
        var runner = Thread.currentThread();
        var reader = ComponentThreads.named("session-input").start(() -> read(socket, runner));
        try {
            var result = session.run(new ContainerProcess.Streams(
                    session.input(),
                    output(socket, request.stdout(), ChannelProtocol.STDOUT),
                    output(socket, request.stderr(), ChannelProtocol.STDERR),
                    session.terminal()));
            var told = protocol.hasStatus() ? SessionStatus.object(result, kind) : SessionStatus.plain(result, kind);
            if (told.length > 0) tell(socket, ChannelProtocol.ERROR, told, 0, told.length);
        } finally {
            ended.countDown();
            reader.interrupt();
            session.stdin().close();
        }
    }

    private OutputStream output(MessageSocket socket, boolean isWanted, int channel) {
        if (!isWanted) return OutputStream.nullOutputStream();
        return new CommandSession.ClientOutput((bytes, offset, length) -> tell(socket, channel, bytes, offset, length));
    }

    /** A client that has left is told nothing; that does not keep its command from reading the rest of its input. */
    private void tell(MessageSocket socket, int channel, byte[] bytes, int offset, int length) throws IOException {
        if (abandoned) throw new IOException("the client has gone");
        if (socket.hasLeft()) return;
        try {
            protocol.send(socket, channel, bytes, offset, length);
        } catch (IOException e) {
            if (abandoned || !socket.hasLeft()) throw e;
        }
    }

    /** Until the client goes; then nobody needs more of the command than what it does with its input. */
    private void read(MessageSocket socket, Thread runner) {
        try {
            for (var message = socket.receive(); message != null; message = socket.receive()) {
                switch (protocol.parse(message)) {
                    case ChannelProtocol.Parsed.Data(var channel, var bytes) -> received(channel, bytes);
                    case ChannelProtocol.Parsed.Closed(var channel) -> {
                        if (channel == ChannelProtocol.STDIN) session.stdin().close();
                    }
                    case ChannelProtocol.Parsed.Malformed _ -> {} // as upstream, which drops it too
                }
            }
            session.stdin().close();
            var isRead = session.request().stdin() && ended.await(REST.toMillis(), TimeUnit.MILLISECONDS);
            if (isRead) return;
            abandoned = true;
            runner.interrupt();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the command has ended
        } catch (IOException e) {
            throw new IllegalStateException("a pipe cannot fail to close", e);
        }
    }

    private void received(int channel, byte[] bytes) {
        if (channel == ChannelProtocol.RESIZE) session.resize(bytes);
        if (channel != ChannelProtocol.STDIN || !session.request().stdin()) return;
        try {
            session.stdin().write(bytes);
        } catch (IOException _) {
            // The command reads no more; what it writes is still wanted.
        }
    }
}
