package dev.plimsoll.store.etcd;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.etcd.EtcdCalls.Reply;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.ArrayList;

/** Reads, each of which asks the leader: etcd's default, and what the contract wants. */
final class Reads {
    /** Keys that are asked for at once, so that one answer does not fill the memory of either side. */
    private static final int PART = 1000;

    private final Connection connection;
    private final Keyspace keyspace;
    private final EtcdCalls calls;

    Reads(Connection connection, Keyspace keyspace, EtcdCalls calls) {
        this.connection = connection;
        this.keyspace = keyspace;
        this.calls = calls;
    }

    static <T> T answered(Reply<T> reply) {
        return switch (reply) {
            case Reply.Answered<T>(var value) -> value;
            case Reply.Failed<T>(var status) -> throw EtcdErrors.exception(status);
        };
    }

    long revision() {
        var request = RangeRequest.newBuilder()
                .setKey(keyspace.beacon())
                .setCountOnly(true)
                .build();
        return answered(calls.range(request)).getHeader().getRevision();
    }

    long count(String prefix) {
        var request = RangeRequest.newBuilder()
                .setKey(keyspace.begin(prefix, ""))
                .setRangeEnd(keyspace.end(prefix))
                .setCountOnly(true)
                .build();
        return answered(calls.range(request)).getCount();
    }

    Lookup.Settled latest(String key) {
        var response = answered(calls.range(
                RangeRequest.newBuilder().setKey(keyspace.encode(key)).build()));
        var revision = response.getHeader().getRevision();
        return response.getKvsCount() == 0
                ? new Lookup.Absent(revision)
                : new Lookup.Found(keyspace.entry(response.getKvs(0)), revision);
    }

    Lookup at(String key, long revision) {
        var request = RangeRequest.newBuilder()
                .setKey(keyspace.encode(key))
                .setRevision(revision)
                .build();
        return switch (calls.range(request)) {
            case Reply.Answered(var response) when response.getKvsCount() == 0 -> new Lookup.Absent(revision);
            case Reply.Answered(var response) -> new Lookup.Found(keyspace.entry(response.getKvs(0)), revision);
            case Reply.Failed(var status) when EtcdErrors.isCompacted(status) -> new Lookup.Compacted(oldest());
            case Reply.Failed(var status) when EtcdErrors.isAhead(status) -> new Lookup.Ahead(revision());
            case Reply.Failed(var status) -> throw EtcdErrors.exception(status);
        };
    }

    /** In parts, all at the revision of the first. */
    RangeResult list(Range range) {
        var entries = new ArrayList<Entry>();
        var at = range.revision();
        var after = range.after();
        while (true) {
            var part = range.limit() == 0 ? PART : Math.min(PART, range.limit() - entries.size());
            var request = RangeRequest.newBuilder()
                    .setKey(keyspace.begin(range.prefix(), after))
                    .setRangeEnd(keyspace.end(range.prefix()))
                    .setLimit(part)
                    .setRevision(at)
                    .build();
            switch (calls.range(request)) {
                case Reply.Answered(var response) -> {
                    if (at == 0) at = response.getHeader().getRevision();
                    response.getKvsList().forEach(stored -> entries.add(keyspace.entry(stored)));
                    var remaining = response.getCount() - response.getKvsCount();
                    if (remaining == 0 || entries.size() == range.limit())
                        return new RangeResult.Page(range, entries, at, remaining);
                    after = entries.getLast().key();
                }
                case Reply.Failed(var status)
                when EtcdErrors.isCompacted(status) -> {
                    if (range.revision() != 0) return new RangeResult.Compacted(oldest());
                    entries.clear(); // the latest state was overtaken while it was read: begin anew
                    at = 0;
                    after = range.after();
                }
                case Reply.Failed(var status)
                when EtcdErrors.isAhead(status) -> {
                    return new RangeResult.Ahead(revision());
                }
                case Reply.Failed(var status) -> throw EtcdErrors.exception(status);
            }
        }
    }

    /** The revision that etcd was last compacted at. Only a watch is told; so this begins one, from long ago. */
    long oldest() {
        var probe = new Probe();
        Uninterruptibles.joinUninterruptibly(
                Thread.ofVirtual().name("plimsoll-etcd-probe").start(probe));
        if (probe.oldest > 0) return probe.oldest;
        throw EtcdErrors.exception(probe.failure);
    }

    /** On a thread of its own, which nobody interrupts. */
    private final class Probe implements Runnable {
        private long oldest;
        private Status failure = Status.UNAVAILABLE;

        @Override
        public void run() {
            try (var stream = Stream.probe(connection, keyspace, 1)) {
                if (stream.read() instanceof Stream.Message.Compacted(var revision)) oldest = revision;
            } catch (StatusException lost) {
                failure = lost.getStatus();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
