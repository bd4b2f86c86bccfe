package dev.plimsoll.apiserver.inprocess;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.store.StoreException;
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

    private final BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(WAITING);
    private final Deque<StreamLine> lines = new ArrayDeque<>();
    private final RecentDocuments recent;
    private final Thread writer;
    private volatile boolean closed;

    /** What the stream wrote at once. */
    private sealed interface Chunk {
        Chunk END = new End();

        @SuppressWarnings("ArrayRecordComponent") // handed on, never changed
        record Bytes(byte[] bytes) implements Chunk {}

        record Event(ApiReply.ObjectEvent event) implements Chunk {}

        record End() implements Chunk {}
    }

    InProcessStream(ApiReply.Stream stream, RecentDocuments recent) {
        this.recent = recent;
        writer = ComponentThreads.named("in-process-watch").start(() -> run(stream));
    }

    private void run(ApiReply.Stream stream) {
        try {
            stream.run(new ApiReply.Sink() {
                @Override
                public void write(byte[] bytes) throws IOException {
                    hand(new Chunk.Bytes(bytes));
                }

                @Override
                public void write(ApiReply.ObjectEvent event) throws IOException {
                    hand(new Chunk.Event(event));
                }
            });
        } catch (IOException | InterruptedException | StoreException _) {
            // The reader has gone, the server stops, or the store cannot be read. The reader sees the end and watches
            // again.
        } finally {
            end();
        }
    }

    private void hand(Chunk chunk) throws IOException {
        try {
            if (closed) throw new IOException("the reader has gone");
            ComponentThreads.handOver();
            chunks.put(chunk);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the reader has gone", e);
        }
    }

    /** A reader who has not closed takes what waits, and then the end; one who has closed put an end of his own. */
    private void end() {
        Thread.interrupted();
        try {
            if (!closed) chunks.put(Chunk.END);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed meanwhile
        }
    }

    @Override
    public Optional<StreamLine> next() throws IOException {
        try {
            while (lines.isEmpty()) {
                if (closed) return Optional.empty();
                switch (chunks.take()) {
                    case Chunk.Bytes(var bytes) -> split(bytes);
                    case Chunk.Event(var event) -> lines.add(new EventLine(event, recent));
                    case Chunk.End() -> {
                        closed = true;
                        return Optional.empty();
                    }
                }
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
            if (i > start) lines.add(StreamLine.of(Arrays.copyOfRange(chunk, start, i)));
            start = i + 1;
        }
        if (start < chunk.length) lines.add(StreamLine.of(Arrays.copyOfRange(chunk, start, chunk.length)));
    }

    /** A line that is read only where somebody wants its bytes. */
    private record EventLine(ApiReply.ObjectEvent sent, RecentDocuments recent) implements StreamLine {
        @Override
        public byte[] bytes() {
            var frame = sent.frame().get();
            return Arrays.copyOf(frame, frame.length - 1);
        }

        @Override
        public WatchEvent event() {
            var document = recent.of(sent.object());
            return switch (sent.type()) {
                case "ADDED" -> new WatchEvent.Added(document);
                case "MODIFIED" -> new WatchEvent.Modified(document);
                case "DELETED" -> new WatchEvent.Deleted(document);
                default -> throw new IllegalArgumentException("not an event of an object: " + sent.type());
            };
        }
    }

    @Override
    public void close() {
        closed = true;
        writer.interrupt();
        chunks.clear();
        chunks.offer(Chunk.END);
    }
}
