package dev.plimsoll.streams.spdy;

import dev.plimsoll.streams.DuplexStream;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One end of a connection. A server accepts streams as they come, a bounded number at a time; a client opens them. What comes for a stream that nobody
 * reads stops the connection when the stream's buffer is full, as it does with other programs that speak SPDY without windows.
 */
public final class SpdyConnection implements AutoCloseable {
    static final int CANCEL = 5;
    private static final int PROTOCOL_ERROR = 1;
    private static final int REFUSED_STREAM = 3;

    private static final int VERSION = 3;
    private static final int SYN_STREAM = 1;
    private static final int SYN_REPLY = 2;
    private static final int RST_STREAM = 3;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int FIN = 1;

    private static final int MOST_STREAMS = 512;
    private static final int MOST_FRAME_BYTES = 1 << 20;
    private static final int SENT_AT_ONCE = 16 * 1024;

    private final DuplexStream client;
    private final Listener listener;
    private final boolean isClient;
    private final HeaderBlocks headers = new HeaderBlocks();
    private final Map<Integer, SpdyStream> streams = new ConcurrentHashMap<>();
    /** Of streams that a client opens; guarded by this, as the one below. */
    private int nextId = 1;

    private boolean hasEnded;

    /** Hears of streams, on the thread that reads the connection: it must not wait. */
    public interface Listener {
        void opened(SpdyStream stream);
    }

    /** The server's end. */
    public SpdyConnection(DuplexStream client, Listener listener) {
        this(client, listener, false);
    }

    private SpdyConnection(DuplexStream peer, Listener listener, boolean isClient) {
        this.client = peer;
        this.listener = listener;
        this.isClient = isClient;
    }

    /** The client's end, which lets the server open nothing. */
    public static SpdyConnection client(DuplexStream server) {
        return new SpdyConnection(server, SpdyStream::reset, true);
    }

    /** Opens a stream; by a client only. */
    public synchronized SpdyStream open(Map<String, String> sent) throws IOException {
        if (!isClient) throw new IllegalStateException("a server opens no streams");
        if (hasEnded) throw new IOException("the connection is closed");
        var id = nextId;
        nextId += 2;
        var stream = new SpdyStream(this, id, sent);
        streams.put(id, stream);
        var block = headers.write(sent);
        send(
                SYN_STREAM,
                0,
                ByteBuffer.allocate(10 + block.length)
                        .putInt(id)
                        .putInt(0)
                        .putShort((short) 0)
                        .put(block));
        return stream;
    }

    /** Reads until the connection ends. All streams end with it. */
    public void run() throws IOException {
        var data = new DataInputStream(new BufferedInputStream(client.input(), 32 * 1024));
        try {
            var goesOn = true;
            while (goesOn) goesOn = frame(data);
        } catch (EOFException _) {
            // The client has gone in the middle of a frame, which is as good as between two.
        } finally {
            for (var stream : List.copyOf(streams.values())) {
                streams.remove(stream.id());
                complete(stream);
            }
            close();
            end();
        }
    }

    private synchronized void end() {
        hasEnded = true;
        headers.close();
    }

    private boolean frame(DataInputStream data) throws IOException {
        var first = data.read();
        if (first < 0) return false;
        var word = (first << 24) | (data.readUnsignedByte() << 16) | data.readUnsignedShort();
        var flags = data.readUnsignedByte();
        var length = (data.readUnsignedByte() << 16) | data.readUnsignedShort();
        if (length > MOST_FRAME_BYTES) throw new IOException("a frame of " + length + " bytes");
        var body = new byte[length];
        data.readFully(body);
        if (word >= 0) {
            received(word, flags, body);
            return true;
        }
        if (((word >>> 16) & 0x7fff) != VERSION) throw new IOException("a frame of another version of SPDY");
        return control(word & 0xffff, flags, body);
    }

    private boolean control(int type, int flags, byte[] body) throws IOException {
        switch (type) {
            case SYN_STREAM -> open(flags, body);
            case RST_STREAM -> {
                var stream = streams.remove(id(body));
                if (stream != null) complete(stream);
            }
            case PING -> {
                // Odd ones are the client's; those of the other side are answered.
                if (((id(body) & 1) == 1) != isClient)
                    send(PING, 0, ByteBuffer.allocate(4).putInt(id(body)));
            }
            case GOAWAY -> {
                return false;
            }
            default -> {} // settings, windows and later headers: nothing depends on them
        }
        return true;
    }

    private static int id(byte[] body) throws IOException {
        if (body.length < 4) throw new IOException("a frame that is too short");
        return ByteBuffer.wrap(body).getInt() & 0x7fff_ffff;
    }

    private void open(int flags, byte[] body) throws IOException {
        var id = id(body);
        if (body.length < 10) throw new IOException("a frame that is too short");
        var block = new byte[body.length - 10];
        System.arraycopy(body, 10, block, 0, block.length);
        // Also of a stream that is refused: those that follow build on it.
        var sent = headers.read(block);
        if (isClient || (id & 1) == 0 || streams.containsKey(id)) {
            reset(id, PROTOCOL_ERROR);
            return;
        }
        if (streams.size() >= MOST_STREAMS) {
            reset(id, REFUSED_STREAM);
            return;
        }
        var stream = new SpdyStream(this, id, sent);
        streams.put(id, stream);
        reply(id);
        if ((flags & FIN) != 0) stream.received().output().close();
        listener.opened(stream);
    }

    private synchronized void reply(int id) throws IOException {
        var block = headers.write(Map.of());
        send(SYN_REPLY, 0, ByteBuffer.allocate(4 + block.length).putInt(id).put(block));
    }

    private void received(int id, int flags, byte[] body) throws IOException {
        var stream = streams.get(id);
        if (stream == null) return;
        try {
            if (body.length > 0) stream.received().output().write(body);
        } catch (IOException _) {
            // Nobody reads it any more; the rest of the connection goes on.
        }
        if ((flags & FIN) != 0) stream.received().output().close();
    }

    private synchronized void send(int type, int flags, ByteBuffer body) throws IOException {
        body.flip();
        var frame = ByteBuffer.allocate(8 + body.remaining());
        frame.putInt(0x8000_0000 | (VERSION << 16) | type).putInt((flags << 24) | body.remaining());
        frame.put(body);
        client.output().write(frame.array());
    }

    void send(int id, byte[] bytes, int offset, int length, boolean last) throws IOException {
        var sent = 0;
        do {
            var size = Math.min(SENT_AT_ONCE, length - sent);
            var flags = last && sent + size == length ? FIN : 0;
            var frame = ByteBuffer.allocate(8 + size);
            frame.putInt(id).putInt((flags << 24) | size).put(bytes, offset + sent, size);
            synchronized (this) {
                if (!streams.containsKey(id)) throw new IOException("the stream is closed");
                client.output().write(frame.array());
            }
            sent += size;
        } while (sent < length);
    }

    void reset(int id, int code) {
        var stream = streams.remove(id);
        if (stream != null) ended(stream);
        try {
            send(RST_STREAM, 0, ByteBuffer.allocate(8).putInt(id).putInt(code));
        } catch (IOException _) {
            close();
        }
    }

    void finished(SpdyStream stream) {
        streams.remove(stream.id(), stream);
    }

    /** The other side sends no more. What has come is still to be read: servers reset a stream right after its last words. */
    private static void complete(SpdyStream stream) {
        try {
            stream.received().output().close();
        } catch (IOException e) {
            throw new IllegalStateException("a pipe cannot fail to close", e);
        }
    }

    /** Nobody on this side wants to read any more. */
    private static void ended(SpdyStream stream) {
        try {
            stream.received().output().close();
            stream.received().input().close();
        } catch (IOException e) {
            throw new IllegalStateException("a pipe cannot fail to close", e);
        }
    }

    @Override
    public void close() {
        for (var stream : List.copyOf(streams.values())) {
            streams.remove(stream.id());
            ended(stream);
        }
        client.close();
    }
}
