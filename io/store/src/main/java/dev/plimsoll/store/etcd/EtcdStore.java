package dev.plimsoll.store.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Keys;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.etcd.EtcdCalls.Reply;
import dev.plimsoll.store.feed.Window;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;

/**
 * The store in an etcd cluster. Compare-and-set is etcd's transaction, so any number of processes may share it.
 *
 * <p>A lost leader or connection is waited for: reads are repeated until the patience ends, watches go on where they were. A write
 * that was sent and not answered is {@code Uncertain}. A key of the store's own, the beacon, lies beside the keys.
 */
public final class EtcdStore implements Store {
    private final CloseSignal closing = new CloseSignal();
    private final Connection connection;
    private final Keyspace keyspace;
    private final EtcdCalls calls;
    private final Reads reads;
    private final Window window;
    private final Feed feed;
    private final Thread thread;

    private EtcdStore(EtcdOptions options) {
        connection = new Connection(options);
        try {
            keyspace = new Keyspace(options.prefix());
            calls = new EtcdCalls(connection, closing, System::nanoTime);
            reads = new Reads(connection, keyspace, calls);
            var revision = Reads.answered(calls.beacon(keyspace));
            window = new Window(options.recentEvents(), options.recentBytes(), revision);
            feed = new Feed(connection, keyspace, calls, window, closing);
            thread = Thread.ofVirtual().name("plimsoll-etcd-feed").unstarted(feed);
        } catch (Throwable failed) {
            connection.close();
            throw failed;
        }
    }

    /** Connects; throws if no member answers in time. */
    public static EtcdStore open(EtcdOptions options) {
        var store = new EtcdStore(options);
        store.thread.start();
        return store;
    }

    @Override
    public long revision() {
        checkOpen();
        return reads.revision();
    }

    @Override
    public Lookup.Settled get(String key) {
        checkOpen();
        return reads.latest(Keys.check(key));
    }

    @Override
    public Lookup get(String key, long revision) {
        checkOpen();
        return reads.at(Keys.check(key), Keys.checkRevision(revision));
    }

    @Override
    public RangeResult list(Range range) {
        checkOpen();
        return reads.list(range);
    }

    @Override
    public long count(String prefix) {
        checkOpen();
        return reads.count(Keys.checkPrefix(prefix));
    }

    @Override
    public CreateOutcome create(String key, byte[] value) {
        var outcome = write(keyspace.encode(Keys.check(key)), 0, put(key, value));
        return outcome instanceof CreateOutcome created
                ? created
                : new WriteOutcome.Uncertain("etcd refused to create " + key + " and shows nothing there.");
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected) {
        return write(keyspace.encode(Keys.check(key)), Keys.checkExpected(expected), put(key, value));
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected, FencingKey fencingKey) {
        if (closing.hasBegun()) return new WriteOutcome.NotWritten(StoreProblem.CLOSED, CLOSED);
        var encoded = keyspace.encode(Keys.check(key));
        var beside = keyspace.encode(fencingKey.key());
        var transaction = TxnRequest.newBuilder()
                .addCompare(compare(encoded, Keys.checkExpected(expected)))
                .addSuccess(put(key, value))
                .addSuccess(put(fencingKey.key(), fencingKey.value()))
                .addFailure(look(encoded))
                .addFailure(look(beside));
        if (fencingKey.expected() != FencingKey.ANY) transaction.addCompare(compare(beside, fencingKey.expected()));
        return switch (calls.write(transaction.build())) {
            case Reply.Failed(var status) -> EtcdErrors.outcome(status);
            case Reply.Answered(var response)
            when response.getSucceeded() ->
                new WriteOutcome.Written(response.getHeader().getRevision());
            case Reply.Answered(var response) -> {
                var refusal = refusal(response);
                if (!(refusal instanceof WriteOutcome.Conflict(var current)) || current.modRevision() != expected)
                    yield refusal;
                var witnessed = response.getResponses(1).getResponseRange().getKvsList();
                yield new WriteOutcome.WitnessMoved(
                        witnessed.isEmpty() ? 0 : witnessed.getFirst().getModRevision());
            }
        };
    }

    @Override
    public WriteOutcome delete(String key, long expected) {
        var encoded = keyspace.encode(Keys.check(key));
        var remove = DeleteRangeRequest.newBuilder().setKey(encoded);
        return write(
                encoded,
                Keys.checkExpected(expected),
                RequestOp.newBuilder().setRequestDeleteRange(remove).build());
    }

    /** The bytes are wrapped, not copied: nobody changes them. */
    private RequestOp put(String key, byte[] value) {
        var put = PutRequest.newBuilder().setKey(keyspace.encode(key)).setValue(UnsafeByteOperations.unsafeWrap(value));
        return RequestOp.newBuilder().setRequestPut(put).build();
    }

    /** One transaction: the change if the mod revision is the expected one (0 if nothing is there), otherwise a read. */
    private WriteOutcome write(ByteString key, long expected, RequestOp change) {
        if (closing.hasBegun()) return new WriteOutcome.NotWritten(StoreProblem.CLOSED, CLOSED);
        var transaction = TxnRequest.newBuilder()
                .addCompare(compare(key, expected))
                .addSuccess(change)
                .addFailure(look(key))
                .build();
        return switch (calls.write(transaction)) {
            case Reply.Failed(var status) -> EtcdErrors.outcome(status);
            case Reply.Answered(var response)
            when response.getSucceeded() ->
                new WriteOutcome.Written(response.getHeader().getRevision());
            case Reply.Answered(var response) -> refusal(response);
        };
    }

    private static Compare compare(ByteString key, long expected) {
        return Compare.newBuilder()
                .setKey(key)
                .setTarget(Compare.CompareTarget.MOD)
                .setResult(Compare.CompareResult.EQUAL)
                .setModRevision(expected)
                .build();
    }

    private static RequestOp look(ByteString key) {
        return RequestOp.newBuilder()
                .setRequestRange(RangeRequest.newBuilder().setKey(key))
                .build();
    }

    private WriteOutcome refusal(TxnResponse response) {
        var found = response.getResponses(0).getResponseRange().getKvsList();
        return found.isEmpty()
                ? new WriteOutcome.NotFound(response.getHeader().getRevision())
                : new WriteOutcome.Conflict(keyspace.entry(found.getFirst()));
    }

    @Override
    public Watch watch(String prefix, long after) {
        checkOpen();
        return window.follow(Keys.checkPrefix(prefix), after, new CatchUp(connection, keyspace, feed, closing));
    }

    @Override
    public Compaction compact(long revision) {
        checkOpen();
        return switch (calls.compact(Keys.checkRevision(revision))) {
            case Reply.Answered(var oldest) -> new Compaction.Done(oldest);
            case Reply.Failed(var status) when EtcdErrors.isCompacted(status) -> new Compaction.Already(reads.oldest());
            case Reply.Failed(var status) when EtcdErrors.isAhead(status) -> new Compaction.Ahead(reads.revision());
            case Reply.Failed(var status) -> throw EtcdErrors.exception(status);
        };
    }

    private static final String CLOSED = "The store is closed.";

    private void checkOpen() {
        if (closing.hasBegun()) throw new StoreException(StoreProblem.CLOSED, CLOSED);
    }

    @Override
    public void close() {
        if (closing.hasBegun()) return;
        closing.begin();
        thread.interrupt();
        window.close();
        connection.close();
    }
}
