package dev.plimsoll.podresources;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.function.LongSupplier;

/** Turns calls away that come too fast: so many a second, after a few at once. */
final class CallRateLimit implements ServerInterceptor {
    private static final double PER_SECOND = 100;
    private static final double BURST = 10;

    private final LongSupplier nanos;
    private double tokens = BURST;
    private long last;

    CallRateLimit(LongSupplier nanos) {
        this.nanos = nanos;
        this.last = nanos.getAsLong();
    }

    private synchronized boolean take() {
        var now = nanos.getAsLong();
        tokens = Math.min(BURST, tokens + (now - last) / 1e9 * PER_SECOND);
        last = now;
        if (tokens < 1) return false;
        tokens--;
        return true;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (take()) return next.startCall(call, headers);
        call.close(Status.RESOURCE_EXHAUSTED.withDescription("rejected by rate limit"), new Metadata());
        return new ServerCall.Listener<>() {};
    }
}
