package dev.plimsoll.apiserver.inprocess;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Lines that a stream of the server hands over to a reader; a reader who is slow slows only the stream. */
final class InProcessStream implements Transport.Lines {
    private static final int WAITING = 256;
    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(WAITING);
    private final Deque<byte[]> lines = new ArrayDeque<>();
    private final Thread writer;
    private volatile boolean closed;

    InProcessStream(ApiReply.Stream stream) {
        writer = Thread.ofVirtual().name("in-process-watch").start(() -> run(stream));
    }

    private void run(ApiReply.Stream stream) {
        try {
            stream.run(this::hand);
        } catch (IOException | InterruptedException _) {
            // The reader has gone, or the server stops: the end says so.
        } finally {
            end();
        }
    }

    private void hand(byte[] bytes) throws IOException {
        try {
            if (closed) throw new IOException("the reader has gone");
            chunks.put(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the reader has gone", e);
        }
    }

    /** A reader who has not closed takes what waits, and then the end; one who has closed put an end of his own. */
    private void end() {
        Thread.interrupted();
        try {
            if (!closed) chunks.put(END);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed meanwhile
        }
    }

    @Override
    public Optional<byte[]> next() throws IOException {
        try {
            while (lines.isEmpty()) {
                if (closed) return Optional.empty();
                var chunk = chunks.take();
                if (chunk.length == 0) {
                    closed = true;
                    return Optional.empty();
                }
                split(chunk);
            }
            return Optional.of(lines.removeFirst());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for an event");
        }
    }

    /** A chunk holds whole lines. */
    private void split(byte[] chunk) {
        var start = 0;
        for (var i = 0; i < chunk.length; i++) {
            if (chunk[i] != '\n') continue;
            if (i > start) lines.add(Arrays.copyOfRange(chunk, start, i));
            start = i + 1;
        }
        if (start < chunk.length) lines.add(Arrays.copyOfRange(chunk, start, chunk.length));
    }

    @Override
    public void close() {
        closed = true;
        writer.interrupt();
        chunks.clear();
        chunks.offer(END);
    }
}
