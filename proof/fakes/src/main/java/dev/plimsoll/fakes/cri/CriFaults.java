package dev.plimsoll.fakes.cri;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** What goes wrong, by the name of the method: {@code UpdateContainerResources}. */
public final class CriFaults implements ServerInterceptor {
    private final Map<String, Queue<Status>> failures = new ConcurrentHashMap<>();
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final Map<String, Held> held = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** A method that waits: the test knows when it was reached, and lets it go on. */
    public record Held(CountDownLatch reached, CountDownLatch released) implements AutoCloseable {
        @Override
        public void close() {
            released.countDown();
        }
    }

    /** The next call of a method fails, before anything is done. */
    public void failNext(String method, Status status) {
        failures.computeIfAbsent(method, _ -> new ArrayDeque<>()).add(status);
    }

    /** The runtime does not know a method. */
    public void withhold(String method) {
        missing.add(method);
    }

    /** Calls of a method wait until what is returned is closed. */
    public Held hold(String method) {
        var hold = new Held(new CountDownLatch(1), new CountDownLatch(1));
        held.put(method, hold);
        return hold;
    }

    /** The methods that were called, in order. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        var name = String.valueOf(call.getMethodDescriptor().getBareMethodName());
        calls.add(name);
        var status = verdict(name);
        if (status.isOk()) return next.startCall(call, headers);
        call.close(status, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private Status verdict(String name) {
        if (missing.contains(name)) return Status.UNIMPLEMENTED.withDescription("unknown method " + name);
        var hold = held.get(name);
        if (hold != null) {
            hold.reached().countDown();
            try {
                hold.released().await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Status.CANCELLED;
            }
        }
        var queue = failures.get(name);
        var failure = queue == null ? null : queue.poll();
        return failure == null ? Status.OK : failure;
    }
}
