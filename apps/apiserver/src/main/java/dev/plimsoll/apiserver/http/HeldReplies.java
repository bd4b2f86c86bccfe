package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.limits.ClientBudget;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestObserver;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Replies that last: watches, logs and sessions. Each counts as its user's until it ends, and observers are told of all replies. */
final class HeldReplies {
    private final ClientBudget budget;
    private final List<RequestObserver> observers;
    private final Set<EndableStream> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    HeldReplies(ClientBudget budget, List<RequestObserver> observers) {
        this.budget = budget;
        this.observers = List.copyOf(observers);
    }

    /** The reply as it is counted; empty if its user holds too many, and then it is given up. */
    Optional<ApiReply> streaming(ApiRequest request, ApiReply.Streaming reply, long began) {
        if (mayHold(request))
            return Optional.of(
                    reply.withStream(new CountedStream(new Held(request, reply.status(), began), reply.stream()))
                            .with(request.context().replyHeaders()));
        reply.stream().abandon();
        return Optional.empty();
    }

    /** The reply as it is counted; empty if its user holds too many, and then it is given up. */
    Optional<ApiReply> upgraded(ApiRequest request, ApiReply.Upgraded reply, long began) {
        if (mayHold(request)) {
            var session = new CountedSession(new Held(request, reply.status(), began), reply.session());
            return Optional.of(new ApiReply.Upgraded(reply.headers(), session)
                    .with(request.context().replyHeaders()));
        }
        reply.session().abandon();
        return Optional.empty();
    }

    /** Ends every watch and log in order, as if its time were over: clients go on elsewhere. Those that begin later end at once. */
    void endStreams() {
        ending = true;
        for (var stream : running) stream.end();
    }

    private boolean mayHold(ApiRequest request) {
        return budget.take(holder(request), 1, request.context().isExempt());
    }

    private static String holder(ApiRequest request) {
        return request.context().user().orElse(User.ANONYMOUS).name();
    }

    /** Tells observers that a request is answered. */
    void completed(ApiRequest request, int status, long began) {
        var took = Duration.ofNanos(System.nanoTime() - began);
        for (var observer : observers) observer.completed(request, status, took);
    }

    /** Something that counts as its user's until it ends. */
    private final class Held {
        private final ApiRequest request;
        private final int status;
        private final long began;
        private final AtomicBoolean begun = new AtomicBoolean();

        Held(ApiRequest request, int status, long began) {
            this.request = request;
            this.status = status;
            this.began = began;
        }

        void begin() {
            if (begun.getAndSet(true)) throw new IllegalStateException("a stream runs once");
            for (var observer : observers) observer.streams(request);
        }

        /** Whether it can still be given up: it has not begun. */
        boolean giveUp() {
            return !begun.getAndSet(true);
        }

        void end() {
            for (var observer : observers) observer.streamed(request);
            forget();
        }

        void forget() {
            budget.give(holder(request), 1);
            completed(request, status, began);
        }
    }

    private final class CountedStream implements ApiReply.Stream {
        private final Held held;
        private final ApiReply.Stream stream;

        CountedStream(Held held, ApiReply.Stream stream) {
            this.held = held;
            this.stream = stream;
        }

        @Override
        public void run(ApiReply.Sink sink) throws IOException, InterruptedException {
            held.begin();
            var endable = new EndableStream(stream);
            running.add(endable);
            // Added before it is asked: of two that come together one sees the other.
            if (ending) endable.end();
            try {
                endable.run(sink);
            } finally {
                running.remove(endable);
                held.end();
            }
        }

        @Override
        public void abandon() {
            if (!held.giveUp()) return;
            stream.abandon();
            held.forget();
        }
    }

    private record CountedSession(Held held, ApiReply.Session session) implements ApiReply.Session {
        @Override
        public void run(DuplexStream client) {
            held.begin();
            try {
                session.run(client);
            } finally {
                held.end();
            }
        }

        @Override
        public void abandon() {
            if (!held.giveUp()) return;
            session.abandon();
            held.forget();
        }
    }
}
