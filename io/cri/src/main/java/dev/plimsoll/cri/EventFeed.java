package dev.plimsoll.cri;

import dev.plimsoll.cri.v1.ContainerEventResponse;
import dev.plimsoll.cri.v1.GetEventsRequest;
import dev.plimsoll.cri.v1.RuntimeServiceGrpc;
import dev.plimsoll.cri.v1.VersionRequest;
import dev.plimsoll.cri.wire.CriDecoder;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The events of a runtime, over its restarts.
 *
 * <p>The interface does not say when a subscription is in place, so an event that happens while {@link ContainerEventNews.Connected} is
 * told may be missed: whoever needs every change also lists now and then.
 */
public final class EventFeed implements Runnable, AutoCloseable {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final UnixChannel channel;
    private final Consumer<ContainerEventNews> listener;
    private final RandomGenerator random;
    private Duration pause = SHORTEST_PAUSE;
    private volatile boolean closed;
    private volatile @Nullable Thread thread;
    private volatile Context.@Nullable CancellableContext call;

    EventFeed(UnixChannel channel, Consumer<ContainerEventNews> listener, RandomGenerator random) {
        this.channel = channel;
        this.listener = listener;
        this.random = random;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (!closed) {
                var failed = follow();
                if (closed) return;
                if (failed.code() == CriReply.Code.UNIMPLEMENTED) {
                    listener.accept(new ContainerEventNews.Unsupported());
                    return;
                }
                listener.accept(new ContainerEventNews.Lost(failed.code(), failed.message()));
                Thread.sleep(pause.plusMillis(random.nextLong(pause.toMillis())));
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }

    /** Follows one stream to its end, and says how it ended. */
    private CriReply.Failed<Done> follow() {
        var context = Context.current().withCancellation();
        call = context;
        var previous = context.attach();
        try {
            var ready = channel.ready();
            // A stream says nothing until there is an event; this call tells whether there is anybody.
            var _ = RuntimeServiceGrpc.newBlockingStub(ready)
                    .withDeadlineAfter(10, TimeUnit.SECONDS)
                    .version(VersionRequest.getDefaultInstance());
            var events =
                    RuntimeServiceGrpc.newBlockingStub(ready).getContainerEvents(GetEventsRequest.getDefaultInstance());
            listener.accept(new ContainerEventNews.Connected());
            tell(events);
            return new CriReply.Failed<>(CriReply.Code.UNAVAILABLE, "the runtime ended the events");
        } catch (StatusRuntimeException e) {
            return CriCalls.failed(e.getStatus());
        } finally {
            context.detach(previous);
            context.cancel(null);
        }
    }

    private void tell(Iterator<ContainerEventResponse> events) {
        while (events.hasNext()) {
            var event = CriDecoder.event(events.next());
            pause = SHORTEST_PAUSE;
            listener.accept(new ContainerEventNews.Happened(event));
        }
    }

    /** Ends the loop, from any thread. */
    @Override
    public void close() {
        closed = true;
        var context = call;
        if (context != null) context.cancel(null);
        var runner = thread;
        if (runner != null) runner.interrupt();
    }
}
