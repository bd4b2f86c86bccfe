package dev.plimsoll.store.etcd;

import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.feed.EventBacklog;
import io.grpc.StatusException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way of one follower back to the window: a watch of its own, on everything, until an event comes that the window begins after.
 * Such an event there is: the window begins with a beacon, and later after the last event that it let go of.
 */
final class CatchUp implements EventBacklog {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Connection connection;
    private final Keyspace keyspace;
    private final Feed feed;
    private final CloseSignal closing;
    private final AtomicReference<@Nullable Stream> open = new AtomicReference<>();
    private volatile boolean closed;

    CatchUp(Connection connection, Keyspace keyspace, Feed feed, CloseSignal closing) {
        this.connection = connection;
        this.keyspace = keyspace;
        this.feed = feed;
        this.closing = closing;
    }

    @Override
    public Piece read(String prefix, long after, long until) throws InterruptedException {
        while (true) {
            try {
                var stream = opened(after);
                switch (stream.read()) {
                    case Stream.Message.Compacted(var oldest) -> {
                        letGo();
                        return new Piece.Compacted(oldest);
                    }
                    case Stream.Message.News(var events, var through) -> {
                        if (through >= until) letGo();
                        return new Piece.Read(matching(prefix, events), through);
                    }
                }
            } catch (StatusException _) {
                letGo();
                if (closed || closing.withinInterruptibly(PAUSE)) return new Piece.Read(List.of(), after);
                connection.tryNow();
            }
        }
    }

    /** A stream that was opened stands where the last piece ended. */
    private Stream opened(long after) throws InterruptedException, StatusException {
        var stream = open.get();
        if (stream != null) return stream;
        var fresh = Stream.open(connection, keyspace, after);
        open.set(fresh);
        if (closed) letGo();
        return fresh;
    }

    private static List<StoreEvent> matching(String prefix, List<StoreEvent> events) {
        return events.stream().filter(event -> event.key().startsWith(prefix)).toList();
    }

    private void letGo() {
        var stream = open.getAndSet(null);
        if (stream != null) stream.close();
    }

    @Override
    public void hurry(long revision) {
        feed.hurry(revision);
    }

    @Override
    public void close() {
        closed = true;
        letGo();
    }
}
