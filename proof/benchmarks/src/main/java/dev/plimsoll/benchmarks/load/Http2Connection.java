package dev.plimsoll.benchmarks.load;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import javax.net.ssl.SSLSocket;

/**
 * One connection that speaks just enough HTTP/2 to load a server on the same machine: requests that fit one frame, no header
 * compression, windows that never close. One thread reads; it answers a finished request with the next one, so that a client
 * costs no thread and no hand-over.
 */
final class Http2Connection implements AutoCloseable {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int WIDEST = Integer.MAX_VALUE;
    private static final int NARROWEST = 65_535;

    private final SSLSocket socket;
    private final BufferedOutputStream out;
    private final DataInputStream in;
    private final ServerAddress endpoint;
    private final Map<Integer, Reply> waiting = new HashMap<>();
    private final Queue<Request> held = new ArrayDeque<>();
    private final Thread reader;
    private int nextStream = 1;
    private long sendWindow = NARROWEST;
    private long received;
    private volatile boolean closing;
    private volatile String trouble = "";

    /** Hears what comes back for one request. Called by the reading thread. */
    interface Reply {
        default void status(int status) {}

        default void data(byte[] buffer, int length) {}

        void end();
    }

    /** A request, with an empty body for none. */
    @SuppressWarnings("ArrayRecordComponent") // made once and sent many times
    record Request(String method, String path, String type, byte[] body, Reply reply) {}

    Http2Connection(ServerAddress endpoint) throws IOException {
        this.endpoint = endpoint;
        this.socket = endpoint.connect();
        this.out = new BufferedOutputStream(socket.getOutputStream(), 64 * 1024);
        this.in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 64 * 1024));
        begin();
        this.reader = Thread.ofPlatform().daemon().name("load-reader").start(this::read);
    }

    private void begin() throws IOException {
        out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(18, SETTINGS, 0, 0);
        setting(1, 0); // no table of headers
        setting(2, 0); // no pushes
        setting(4, WIDEST);
        widen(WIDEST - NARROWEST);
        out.flush();
    }

    private void setting(int name, int value) throws IOException {
        out.write(name >>> 8);
        out.write(name);
        number(value);
    }

    private void widen(int by) throws IOException {
        frame(4, WINDOW_UPDATE, 0, 0);
        number(by);
    }

    private void number(int value) throws IOException {
        out.write(value >>> 24);
        out.write(value >>> 16);
        out.write(value >>> 8);
        out.write(value);
    }

    private void frame(int length, int type, int flags, int stream) throws IOException {
        out.write(length >>> 16);
        out.write(length >>> 8);
        out.write(length);
        out.write(type);
        out.write(flags);
        number(stream);
    }

    /** Sends a request; the reading thread itself sends only when it has nothing more to read. */
    synchronized void send(Request request) {
        try {
            if (request.body().length > sendWindow) {
                held.add(request);
                return;
            }
            write(request);
            if (!Thread.currentThread().equals(reader)) out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void write(Request request) throws IOException {
        var stream = nextStream;
        nextStream += 2;
        waiting.put(stream, request.reply());
        var headers = HeaderBlock.of(endpoint, request);
        var body = request.body();
        frame(headers.length, HEADERS, END_HEADERS | (body.length == 0 ? END_STREAM : 0), stream);
        out.write(headers);
        if (body.length == 0) return;
        sendWindow -= body.length;
        frame(body.length, DATA, END_STREAM, stream);
        out.write(body);
    }

    private void read() {
        var head = new byte[9];
        var payload = new byte[64 * 1024];
        try {
            while (!closing) {
                if (in.available() == 0) flush();
                in.readFully(head);
                var length = ByteBuffer.wrap(head).getInt() >>> 8;
                if (length > payload.length) payload = new byte[length];
                in.readFully(payload, 0, length);
                var stream = ByteBuffer.wrap(head).getInt(5) & Integer.MAX_VALUE;
                handle(head[3], head[4], stream, payload, length);
            }
        } catch (IOException | RuntimeException e) {
            if (!closing) trouble = e.toString();
        }
    }

    private synchronized void flush() throws IOException {
        out.flush();
    }

    private void handle(int type, int flags, int stream, byte[] payload, int length) throws IOException {
        switch (type) {
            case HEADERS -> {
                var reply = reply(stream);
                if (reply != null) reply.status(HeaderBlock.status(payload));
                if ((flags & END_STREAM) != 0) end(stream);
            }
            case DATA -> {
                var reply = reply(stream);
                if (reply != null) reply.data(payload, length);
                received(length);
                if ((flags & END_STREAM) != 0) end(stream);
            }
            case RESET -> {
                var reply = reply(stream);
                if (reply != null) reply.status(0);
                end(stream);
            }
            case SETTINGS -> {
                if ((flags & 1) == 0) acknowledge();
            }
            case PING -> {
                if ((flags & 1) == 0) pong(payload, length);
            }
            case WINDOW_UPDATE -> {
                if (stream == 0) widened(int32(payload));
            }
            case GO_AWAY -> throw new IOException("the server says goodbye");
            default -> {}
        }
    }

    private static int int32(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt() & Integer.MAX_VALUE;
    }

    private synchronized @org.jspecify.annotations.Nullable Reply reply(int stream) {
        return waiting.get(stream);
    }

    private void end(int stream) {
        Reply reply;
        synchronized (this) {
            reply = waiting.remove(stream);
        }
        if (reply != null) reply.end();
    }

    private synchronized void received(int length) throws IOException {
        received += length;
        if (received < WIDEST / 2) return;
        widen((int) received);
        received = 0;
    }

    private synchronized void acknowledge() throws IOException {
        frame(0, SETTINGS, 1, 0);
    }

    private synchronized void pong(byte[] payload, int length) throws IOException {
        frame(length, PING, 1, 0);
        out.write(payload, 0, length);
    }

    private synchronized void widened(int by) throws IOException {
        sendWindow += by;
        while (!held.isEmpty() && held.peek().body().length <= sendWindow) write(held.remove());
    }

    /** Why the connection broke; empty while it did not. */
    String trouble() {
        return trouble;
    }

    @Override
    public void close() throws IOException {
        closing = true;
        socket.close();
    }
}
