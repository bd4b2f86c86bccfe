package dev.plimsoll.linux.systemd;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Speaks D-Bus on a socket, written from the specification alone: what the client sends is decoded here by another reader than its own. */
final class FakeSystemd implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Thread thread;
    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private final Queue<String> defects = new ConcurrentLinkedQueue<>();
    /** The name of the error that a call is answered with; empty for none, {@code close} to go without a word. */
    volatile Function<String, String> errors = _ -> "";

    volatile String greeting = "OK 0123456789abcdef0123456789abcdef";

    FakeSystemd(Path socket) throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
        thread = Thread.ofPlatform().name("fake-systemd").start(this::accept);
    }

    /** As {@code Method(values)}. */
    List<String> calls() {
        return List.copyOf(calls);
    }

    List<String> defects() {
        return List.copyOf(defects);
    }

    private void accept() {
        while (true) {
            try (var channel = server.accept()) {
                serve(channel);
            } catch (EOFException _) {
                // The client has said all.
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException | RuntimeException e) {
                defects.add(e.toString());
            }
        }
    }

    private void serve(SocketChannel channel) throws IOException {
        var input = new DataInputStream(Channels.newInputStream(channel));
        var output = Channels.newOutputStream(channel);
        if (input.read() != 0) throw new IOException("the first byte is not zero");
        var auth = line(input);
        if (!auth.matches("AUTH EXTERNAL (3\\d)+")) throw new IOException(auth);
        output.write((greeting + "\r\n").getBytes(StandardCharsets.US_ASCII));
        if (!greeting.startsWith("OK")) return;
        if (!line(input).equals("BEGIN")) throw new IOException("no BEGIN");
        while (true) {
            var head = new byte[16];
            input.readFully(head);
            var fixed = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
            var fields = (fixed.getInt(12) + 7) / 8 * 8;
            var rest = new byte[fields + fixed.getInt(4)];
            input.readFully(rest);
            var call = decoded(head, rest, fields);
            calls.add(call);
            var error = errors.apply(call);
            if (error.equals("close")) return;
            // A signal of somebody's comes first: it answers nothing.
            output.write(message(4, 0, "", ""));
            answer(output, fixed.getInt(8), error);
        }
    }

    private static String line(DataInputStream input) throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            var next = input.readUnsignedByte();
            if (next == '\r' && input.readUnsignedByte() == '\n') return line.toString(StandardCharsets.US_ASCII);
            line.write(next);
        }
    }

    private static void answer(OutputStream output, int serial, String error) throws IOException {
        output.write(message(error.isEmpty() ? 2 : 3, serial, error, error.isEmpty() ? "/job/7" : "because"));
    }

    private static byte[] message(int type, int answers, String error, String text) {
        var message = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
        message.put((byte) 'l').put((byte) type).put((byte) 1).put((byte) 1);
        message.putInt(text.isEmpty() ? 0 : 4 + text.length() + 1).putInt(99).putInt(0);
        if (answers != 0) {
            field(message, 5, "u");
            align(message, 4).putInt(answers);
        }
        if (!error.isEmpty()) {
            field(message, 4, "s");
            text(message, error);
        }
        if (!text.isEmpty()) {
            field(message, 8, "g");
            var type1 = error.isEmpty() ? "o" : "s";
            message.put((byte) 1).put(type1.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
        }
        message.putInt(12, message.position() - 16);
        align(message, 8);
        if (!text.isEmpty()) text(message, text);
        var bytes = new byte[message.position()];
        message.get(0, bytes);
        return bytes;
    }

    private static void field(ByteBuffer message, int code, String type) {
        align(message, 8).put((byte) code).put((byte) 1);
        message.put(type.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    }

    private static void text(ByteBuffer message, String text) {
        align(message, 4).putInt(text.length());
        message.put(text.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    }

    private static ByteBuffer align(ByteBuffer message, int to) {
        while (message.position() % to != 0) message.put((byte) 0);
        return message;
    }

    private static String decoded(byte[] head, byte[] rest, int fields) throws IOException {
        var header = ByteBuffer.allocate(16 + fields).order(ByteOrder.LITTLE_ENDIAN);
        header.put(head).put(rest, 0, fields);
        header.position(12);
        var all = new Reader(header).value("a(yv)").toString();
        var body = ByteBuffer.wrap(rest, fields, rest.length - fields).slice().order(ByteOrder.LITTLE_ENDIAN);
        var signature = all.contains("(8 ") ? all.replaceAll(".*\\(8 ([^ ]*)\\).*", "$1") : "";
        var values = new Reader(body);
        var texts = new ArrayList<String>();
        for (var at = 0; at < signature.length(); ) {
            var type = Reader.first(signature.substring(at));
            texts.add(values.value(type));
            at += type.length();
        }
        if (body.hasRemaining()) throw new IOException("more than " + signature + " says: " + body);
        return all.replaceAll(".*\\(3 ([A-Za-z]*)\\).*", "$1") + texts;
    }

    /** Values by their signature. */
    private record Reader(ByteBuffer bytes) {
        private static String first(String signature) {
            if (signature.startsWith("a")) return "a" + first(signature.substring(1));
            if (!signature.startsWith("(")) return signature.substring(0, 1);
            var depth = 0;
            for (var i = 0; i < signature.length(); i++) {
                if (signature.charAt(i) == '(') depth++;
                if (signature.charAt(i) == ')' && --depth == 0) return signature.substring(0, i + 1);
            }
            throw new IllegalArgumentException(signature);
        }

        private void skip(int to) {
            while (bytes.position() % to != 0) if (bytes.get() != 0) throw new IllegalArgumentException("padding");
        }

        private static int alignment(String type) {
            return switch (type.charAt(0)) {
                case '(', 't' -> 8;
                case 's', 'o', 'u', 'b', 'a' -> 4;
                default -> 1;
            };
        }

        private String chars(int length) {
            var text = new byte[length];
            bytes.get(text);
            if (bytes.get() != 0) throw new IllegalArgumentException("no zero behind a text");
            return new String(text, StandardCharsets.UTF_8);
        }

        String value(String type) {
            skip(alignment(type));
            return switch (type.charAt(0)) {
                case 'y' -> String.valueOf(bytes.get());
                case 'b' -> bytes.getInt() == 1 ? "true" : "false";
                case 'u' -> Integer.toUnsignedString(bytes.getInt());
                case 't' -> Long.toUnsignedString(bytes.getLong());
                case 's', 'o' -> chars(bytes.getInt());
                case 'g' -> chars(bytes.get());
                case 'v' -> value(chars(bytes.get()));
                case 'a' -> array(type.substring(1));
                case '(' -> struct(type.substring(1, type.length() - 1));
                default -> throw new IllegalArgumentException(type);
            };
        }

        private String array(String element) {
            var length = bytes.getInt();
            skip(alignment(element));
            var end = bytes.position() + length;
            var all = new ArrayList<String>();
            while (bytes.position() < end) all.add(value(element));
            if (bytes.position() != end) throw new IllegalArgumentException("length of an array");
            return all.toString();
        }

        private String struct(String types) {
            var all = new ArrayList<String>();
            for (var at = 0; at < types.length(); ) {
                var type = first(types.substring(at));
                all.add(value(type));
                at += type.length();
            }
            return "(" + String.join(" ", all) + ")";
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the test is being ended
        }
    }
}
