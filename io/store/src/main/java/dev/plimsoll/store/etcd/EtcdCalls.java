package dev.plimsoll.store.etcd;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.Uninterruptibles;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Single calls, tried again while that is harmless: a read always, a write only if it never reached a member. Not interruptible;
 * none takes longer than the patience by much.
 */
final class EtcdCalls {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Connection connection;
    private final CloseSignal closing;
    private final LongSupplier nanoTime;

    EtcdCalls(Connection connection, CloseSignal closing, LongSupplier nanoTime) {
        this.connection = connection;
        this.closing = closing;
        this.nanoTime = nanoTime;
    }

    /** What a call came to. */
    sealed interface Reply<T> {
        record Answered<T>(T value) implements Reply<T> {}

        record Failed<T>(Status status) implements Reply<T> {}
    }

    Reply<RangeResponse> range(RangeRequest request) {
        return call(keys -> keys.range(request), EtcdErrors::isPassing);
    }

    Reply<TxnResponse> write(TxnRequest request) {
        return call(keys -> keys.txn(request), EtcdErrors::isUnsent);
    }

    /** May be repeated: what it writes has no meaning but its revision. Answers that. */
    Reply<Long> beacon(Keyspace keyspace) {
        var request = PutRequest.newBuilder().setKey(keyspace.beacon()).build();
        return switch (call(keys -> keys.put(request), EtcdErrors::isPassing)) {
            case Reply.Answered(var response) ->
                new Reply.Answered<>(response.getHeader().getRevision());
            case Reply.Failed(var status) -> new Reply.Failed<>(status);
        };
    }

    Reply<Long> compact(long revision) {
        var request = CompactionRequest.newBuilder().setRevision(revision).build();
        return switch (call(keys -> keys.compact(request), EtcdErrors::isPassing)) {
            case Reply.Answered(var _) -> new Reply.Answered<>(revision);
            case Reply.Failed(var status) -> new Reply.Failed<>(status);
        };
    }

    private <T> Reply<T> call(Function<KVGrpc.KVFutureStub, ListenableFuture<T>> send, Predicate<Status> repeatable) {
        var giveUp = nanoTime.getAsLong() + connection.patience().toNanos();
        while (true) {
            try {
                return new Reply.Answered<>(Uninterruptibles.getUninterruptibly(send.apply(connection.keys())));
            } catch (ExecutionException failure) {
                var status = Status.fromThrowable(failure);
                if (!repeatable.test(status) || nanoTime.getAsLong() >= giveUp || closing.within(PAUSE))
                    return new Reply.Failed<>(status);
                connection.tryNow();
            }
        }
    }
}
