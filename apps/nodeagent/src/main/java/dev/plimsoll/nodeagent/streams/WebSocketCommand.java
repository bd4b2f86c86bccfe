package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.streams.MessageSocket;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A command whose client speaks over channels of a WebSocket. */
final class WebSocketCommand implements MessageSocket.User {
    static final List<ChannelProtocol> PROTOCOLS = List.of(ChannelProtocol.values());

    private final CommandSession session;
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
        var reader = Thread.ofVirtual().name("session-input").start(() -> read(socket, runner));
        try {
            var result = session.run(new ContainerProcess.Streams(
                    session.input(),
                    output(socket, request.stdout(), ChannelProtocol.STDOUT),
                    output(socket, request.stderr(), ChannelProtocol.STDERR),
                    session.terminal()));
            var told = protocol.hasStatus() ? SessionStatus.object(result, kind) : SessionStatus.plain(result, kind);
            if (told.length > 0) protocol.send(socket, ChannelProtocol.ERROR, told, 0, told.length);
        } finally {
            reader.interrupt();
            session.stdin().close();
        }
    }

    private OutputStream output(MessageSocket socket, boolean isWanted, int channel) {
        if (!isWanted) return OutputStream.nullOutputStream();
        return new CommandSession.ClientOutput(
                (bytes, offset, length) -> protocol.send(socket, channel, bytes, offset, length));
    }

    /** Until the client goes; then nobody needs the command any more. */
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
