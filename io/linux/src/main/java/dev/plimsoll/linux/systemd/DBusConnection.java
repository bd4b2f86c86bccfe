package dev.plimsoll.linux.systemd;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A connection to a bus, or to a program that speaks D-Bus itself. One call at a time; whoever answers has so long for each. */
final class DBusConnection implements AutoCloseable {
    private static final int CALL = 1;
    private static final int MOST_BYTES = 1 << 20;
    private static final int FIXED = 16;

    private final SocketChannel channel;
    private final Selector selector;
    private final Duration patience;
    private long serial;

    private DBusConnection(SocketChannel channel, Selector selector, Duration patience) {
        this.channel = channel;
        this.selector = selector;
        this.patience = patience;
    }

    /** Who is called. */
    record Target(String destination, String path, String face) {}

    /**
     * Connects as the user of this process.
     *
     * @param user its number
     */
    static DBusConnection open(Path socket, long user, Duration patience) throws IOException {
        var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        try {
            var connection = new DBusConnection(channel, Selector.open(), patience);
            try {
                connection.authenticate(user);
                return connection;
            } catch (IOException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The system knows who is at the other end of a socket; the number is said in hexadecimal digits of its decimal ones. */
    private void authenticate(long user) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        var digits = new StringBuilder();
        for (var digit : Long.toString(user).getBytes(StandardCharsets.US_ASCII))
            digits.append(Integer.toHexString(digit));
        send(("\0AUTH EXTERNAL " + digits + "\r\n").getBytes(StandardCharsets.US_ASCII));
        var line = line();
        if (!line.startsWith("OK ")) throw new IOException("who asks is not accepted: " + line);
        send("BEGIN\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        while (line.indexOf("\r\n") < 0) {
            if (line.length() > 1024) throw new IOException("the answer to who asks is too long");
            line.append((char) read(1).get());
        }
        return line.substring(0, line.length() - 2);
    }

    /** Calls, and waits for the answer to it. */
    DBusReply call(Target target, String method, String signature, byte[] body) throws IOException {
        var number = ++serial;
        var header = new DBusWriter()
                .octet('l')
                .octet(CALL)
                .octet(0)
                .octet(1)
                .uint32(body.length)
                .uint32(number);
        header.array(8, () -> {
            header.align(8).octet(1).signature("o").text(target.path());
            header.align(8).octet(2).signature("s").text(target.face());
            header.align(8).octet(3).signature("s").text(method);
            header.align(8).octet(6).signature("s").text(target.destination());
            if (!signature.isEmpty()) header.align(8).octet(8).signature("g").signature(signature);
        });
        send(header.align(8).toByteArray());
        send(body);
        while (true) {
            var reply = DBusReply.of(message());
            if (reply.answers() == number) return reply;
        }
    }

    /** The next message, whatever it is about. */
    private ByteBuffer message() throws IOException {
        var fixed = read(FIXED);
        fixed.order(fixed.get(0) == 'l' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        var body = Integer.toUnsignedLong(fixed.getInt(4));
        var fields = (Integer.toUnsignedLong(fixed.getInt(12)) + 7) / 8 * 8;
        if (body + fields > MOST_BYTES) throw new IOException("a message of " + (body + fields) + " bytes");
        var rest = read((int) (body + fields));
        return ByteBuffer.allocate(FIXED + rest.limit())
                .order(fixed.order())
                .put(fixed)
                .put(rest)
                .flip();
    }

    private void send(byte[] bytes) throws IOException {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            if (channel.write(buffer) == 0) await(SelectionKey.OP_WRITE);
        }
    }

    private ByteBuffer read(int count) throws IOException {
        var buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining()) {
            var got = channel.read(buffer);
            if (got < 0) throw new EOFException("the other side closed the connection");
            if (got == 0) await(SelectionKey.OP_READ);
        }
        return buffer.flip();
    }

    private void await(int what) throws IOException {
        channel.keyFor(selector).interestOps(what);
        var ready = selector.select(patience.toMillis());
        selector.selectedKeys().clear();
        if (ready == 0) throw new SocketTimeoutException("no answer within " + patience.toSeconds() + " s");
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }
}
