package dev.plimsoll.client.connection;

import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lines of a body. It asks for bytes only when its reader waits for them, so a slow reader slows the server down. */
final class StreamedLines implements Transport.Lines, AsyncBody.Consumer<List<ByteBuffer>> {
    private final Duration longestSilence;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final LineBuffer buffer = new LineBuffer();
    private volatile @Nullable AsyncBody body;
    private boolean ended;

    StreamedLines(Duration longestSilence) {
        this.longestSilence = longestSilence;
    }

    private sealed interface Arrival {
        record Bytes(List<ByteBuffer> buffers) implements Arrival {}

        record End() implements Arrival {}

        record Failure(Throwable cause) implements Arrival {}
    }

    void begin(AsyncBody begun) {
        body = begun;
        var _ = begun.done()
                .whenComplete((_, failure) ->
                        arrivals.add(failure == null ? new Arrival.End() : new Arrival.Failure(failure)));
        begun.consume();
    }

    @Override
    public void consume(List<ByteBuffer> value, AsyncBody from) {
        arrivals.add(new Arrival.Bytes(value));
    }

    @Override
    public Optional<StreamLine> next() throws IOException {
        while (true) {
            var line = buffer.line();
            if (line.isPresent()) return line.map(StreamLine::of);
            if (ended) return Optional.empty();
            advance();
        }
    }

    /** All that is still to come, up to a bound. */
    byte[] remainder(int most) throws IOException {
        var all = new ByteArrayOutputStream();
        while (!ended && all.size() < most) {
            advance();
            all.writeBytes(buffer.drain());
        }
        return all.toByteArray();
    }

    private void advance() throws IOException {
        switch (await()) {
            case Arrival.Bytes(var buffers) -> {
                for (var bytes : buffers) buffer.add(bytes);
                var from = body;
                if (from != null) from.consume();
            }
            case Arrival.End() -> ended = true;
            case Arrival.Failure(var cause) -> {
                ended = true;
                throw HttpTransport.failure(cause);
            }
        }
    }

    private Arrival await() throws IOException {
        try {
            var arrival = arrivals.poll(longestSilence.toMillis(), TimeUnit.MILLISECONDS);
            if (arrival != null) return arrival;
            throw new SocketTimeoutException("no line for " + longestSilence.toSeconds() + " s");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    @Override
    public void close() {
        var from = body;
        if (from != null) from.cancel();
        arrivals.add(new Arrival.End());
    }
}
