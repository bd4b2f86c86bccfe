package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.runtime.PodPorts;
import dev.plimsoll.streams.BytePipe;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.MessageSocket;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Forwarded ports over channels of a WebSocket: of each port one connection, and two channels, for data and for what goes wrong. */
final class WebSocketPorts implements MessageSocket.User {
    static final List<ChannelProtocol> PROTOCOLS = List.of(ChannelProtocol.V4, ChannelProtocol.V4_BASE64);
    private static final int BUFFER_BYTES = 64 * 1024;

    private final PodPorts ports;
    private final String pod;
    private final List<Integer> numbers;
    private final ChannelProtocol protocol;

    WebSocketPorts(PodPorts ports, String pod, List<Integer> numbers, ChannelProtocol protocol) {
        this.ports = ports;
        this.pod = pod;
        this.numbers = List.copyOf(numbers);
        this.protocol = protocol;
    }

    private final class Forwarded implements DuplexStream {
        private final BytePipe received = new BytePipe(BUFFER_BYTES);
        private final OutputStream output;

        Forwarded(MessageSocket socket, int channel) {
            output = new CommandSession.ClientOutput(
                    (bytes, offset, length) -> protocol.send(socket, channel, bytes, offset, length));
        }

        @Override
        public InputStream input() {
            return received.input();
        }

        @Override
        public OutputStream output() {
            return output;
        }

        @Override
        public void close() {
            try {
                received.output().close();
                received.input().close();
            } catch (IOException e) {
                throw new IllegalStateException("a pipe cannot fail to close", e);
            }
        }
    }

    @Override
    public void use(MessageSocket socket) throws IOException, InterruptedException {
        var streams = new ArrayList<Forwarded>();
        for (var i = 0; i < numbers.size(); i++) {
            var port = numbers.get(i);
            var told = new byte[] {(byte) (port & 0xff), (byte) (port >> 8)};
            protocol.send(socket, 2 * i, told, 0, 2);
            protocol.send(socket, 2 * i + 1, told, 0, 2);
            streams.add(new Forwarded(socket, 2 * i));
        }
        var left = new CountDownLatch(numbers.size());
        var threads = new ArrayList<Thread>();
        for (var i = 0; i < numbers.size(); i++) {
            var index = i;
            threads.add(ComponentThreads.named("forwarded-port").start(() -> {
                forward(socket, index, streams.get(index));
                left.countDown();
            }));
        }
        var reader = ComponentThreads.named("session-input").start(() -> {
            read(socket, streams);
            threads.forEach(Thread::interrupt);
        });
        try {
            left.await();
        } finally {
            reader.interrupt();
            streams.forEach(Forwarded::close);
        }
    }

    private void read(MessageSocket socket, List<Forwarded> streams) {
        try {
            for (var message = socket.receive(); message != null; message = socket.receive()) {
                if (!(protocol.parse(message) instanceof ChannelProtocol.Parsed.Data(var channel, var bytes))) continue;
                if (channel % 2 == 1 || channel / 2 >= streams.size()) continue;
                try {
                    streams.get(channel / 2).received.output().write(bytes);
                } catch (IOException _) {
                    // Nobody reads it any more.
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(MessageSocket socket, int index, Forwarded stream) {
        try (stream) {
            ports.connect(numbers.get(index), stream);
        } catch (CommandSession.ClientGoneException _) {
            // Nobody is there to be told.
        } catch (IOException e) {
            var why = "error forwarding port " + numbers.get(index) + " to pod " + pod + ": " + e.getMessage();
            var bytes = why.getBytes(StandardCharsets.UTF_8);
            try {
                protocol.send(socket, 2 * index + 1, bytes, 0, bytes.length);
            } catch (IOException _) {
                // The same.
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
