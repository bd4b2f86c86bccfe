package dev.plimsoll.store.etcd;

import com.google.protobuf.ByteString;
import dev.plimsoll.store.StoreEvent;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.util.ArrayList;
import java.util.List;

/** One watch on etcd, read message by message; a reader that waits holds back the server, and nobody else. */
final class Stream implements AutoCloseable {
    private final Keyspace keyspace;
    private final long after;
    private final BlockingClientCall<WatchRequest, WatchResponse> call;

    private Stream(Keyspace keyspace, long after, BlockingClientCall<WatchRequest, WatchResponse> call) {
        this.keyspace = keyspace;
        this.after = after;
        this.call = call;
    }

    /** A piece of the stream. */
    sealed interface Message {
        /** Events of ours, perhaps none, and the revision of the last one in etcd. */
        record News(List<StoreEvent> events, long through) implements Message {}

        record Compacted(long oldest) implements Message {}
    }

    /**
     * Everything of ours after a revision. Etcd is asked from that revision on, not from the next: it then reports compaction exactly
     * when the revision itself cannot be read any more, and no removal can be missed.
     */
    static Stream open(Connection connection, Keyspace keyspace, long after)
            throws InterruptedException, StatusException {
        return open(connection, keyspace, after, keyspace.first(), keyspace.end(""));
    }

    /** Nothing of ours, but etcd will say if the revision has been compacted. */
    static Stream probe(Connection connection, Keyspace keyspace, long after)
            throws InterruptedException, StatusException {
        return open(connection, keyspace, after, keyspace.beacon().concat(keyspace.beacon()), ByteString.EMPTY);
    }

    private static Stream open(Connection connection, Keyspace keyspace, long after, ByteString first, ByteString end)
            throws InterruptedException, StatusException {
        var call = connection.watch();
        var create = WatchCreateRequest.newBuilder()
                .setKey(first)
                .setRangeEnd(end)
                .setStartRevision(Math.max(1, after))
                .setPrevKv(true);
        call.write(WatchRequest.newBuilder().setCreateRequest(create).build());
        return new Stream(keyspace, after, call);
    }

    /** The next message that says something; waits for it. */
    Message read() throws InterruptedException, StatusException {
        while (true) {
            var response = call.read();
            if (response == null)
                throw Status.UNAVAILABLE.withDescription("the watch was ended").asException();
            if (response.getCompactRevision() > 0) return new Message.Compacted(response.getCompactRevision());
            if (response.getCanceled())
                throw Status.UNAVAILABLE
                        .withDescription(response.getCancelReason())
                        .asException();
            if (response.getEventsCount() == 0) continue;
            var last = response.getEvents(response.getEventsCount() - 1).getKv().getModRevision();
            if (last > after) return new Message.News(events(response), last);
        }
    }

    private List<StoreEvent> events(WatchResponse response) {
        var events = new ArrayList<StoreEvent>();
        for (var event : response.getEventsList()) {
            if (event.getKv().getModRevision() <= after
                    || event.getKv().getKey().equals(keyspace.beacon())) continue;
            events.add(event(event));
        }
        return events;
    }

    private StoreEvent event(io.etcd.jetcd.api.Event event) {
        if (event.getType() == io.etcd.jetcd.api.Event.EventType.DELETE)
            return new StoreEvent.Deleted(
                    keyspace.entry(event.getPrevKv()), event.getKv().getModRevision());
        var entry = keyspace.entry(event.getKv());
        return event.getKv().getCreateRevision() == event.getKv().getModRevision()
                ? new StoreEvent.Created(entry)
                : new StoreEvent.Replaced(entry, keyspace.entry(event.getPrevKv()));
    }

    @Override
    public void close() {
        call.cancel("no longer followed", null);
    }
}
