package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.http.BodyStream;
import dev.plimsoll.streams.http.RequestHead;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** One request over a stream, for which no HTTP client of Java is made. */
public final class StreamExchange {
    private StreamExchange() {}

    /** What came back. */
    @SuppressWarnings("ArrayRecordComponent") // handed through, never compared
    public record Answer(int status, byte[] body) {}

    /** Opens the stream. */
    public interface Dialer {
        DuplexStream open() throws IOException;
    }

    /**
     * Sends a request and closes the stream.
     *
     * @param timeout for all of it
     * @param mostBytes of the answer
     * @throws TimeoutException if it takes longer
     */
    public static Answer send(Dialer dialer, RequestHead head, byte[] body, Duration timeout, int mostBytes)
            throws IOException, TimeoutException {
        var end = System.nanoTime() + timeout.toNanos();
        var stream = dialer.open();
        var watch = ComponentThreads.named("exchange-timeout").start(() -> cut(stream, end));
        try (stream) {
            stream.output().write(head.bytes());
            stream.output().write(body);
            stream.output().flush();
            var input = new BufferedInputStream(stream.input());
            var answer = ResponseHead.read(input);
            var content = BodyStream.ofResponse(answer.fields(), input).readNBytes(mostBytes + 1);
            if (content.length > mostBytes) throw new IOException("the answer is longer than " + mostBytes + " bytes");
            return new Answer(answer.status(), content);
        } catch (IOException e) {
            if (System.nanoTime() < end) throw e;
            var late = new TimeoutException("no answer in " + timeout);
            late.initCause(e);
            throw late;
        } finally {
            watch.interrupt();
        }
    }

    private static void cut(DuplexStream stream, long end) {
        try {
            Thread.sleep(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            stream.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it has ended in time
        }
    }
}
