package dev.plimsoll.client.connection;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Several servers of one cluster. Requests go to one of them until it fails; then new ones go to the next.
 *
 * <ol>
 *   <li>A request that has not left, or that only reads, is sent again to the next server. A write that may have arrived is not:
 *       its caller learns that nobody knows.
 *   <li>A server that accepts and does not answer is found by a probe: {@link #probe} asks for {@code /readyz} when nothing has been
 *       answered for a while, and gives the server up after {@link #TOLERATED} failures. Requests that wait for it then fail at once, and its streams end.
 *   <li>A server whose {@code /readyz} says no is left, with its streams, for one that says yes; where none does, it is not.
 *   <li>A server that only takes no new connections may still answer what it was asked: that is left to it.
 * </ol>
 */
public final class FailoverTransport implements Transport {
    /** How often the server is looked at; it is asked only if it has answered nothing meanwhile. */
    static final Duration PROBED_EVERY = Duration.ofSeconds(1);
    /** How long a probe waits. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    static final int TOLERATED = 2;

    private static final ClientRequest READY =
            new ClientRequest("GET", "/readyz", Map.of("User-Agent", "plimsoll-probe"), new byte[0], PATIENCE);

    private final List<Member> members;
    private final Time time;
    private final Consumer<String> moves;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
    private volatile Member current;
    private volatile long answeredAt;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean closed;
    private volatile @Nullable Thread prober;

    /**
     * A server and the way to it.
     *
     * @param server its address
     */
    public record Member(String server, Transport transport) {}

    /**
     * Over these servers, of which the first is used first.
     *
     * @param moves told in a sentence when requests go elsewhere
     */
    public FailoverTransport(List<Member> members, Time time, Consumer<String> moves) {
        this.members = List.copyOf(members);
        this.time = time;
        this.moves = moves;
        this.current = this.members.getFirst();
        this.answeredAt = time.nanos();
    }

    /** Begins to look after the server by itself. */
    public FailoverTransport started() {
        prober = Thread.ofVirtual().name("server-probe").start(this::probeForEver);
        return this;
    }

    private void probeForEver() {
        try {
            for (var pause = PROBED_EVERY; !closed; pause = probe()) time.sleep(pause);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }

    /**
     * Asks the server whether it answers, if it has said nothing for a while, and gives it up when it has failed too often.
     *
     * @return how long to wait before the next; nothing after a failure that is still tolerated: its patience was wait enough
     */
    Duration probe() {
        var asked = current;
        if (time.nanos() - answeredAt < PROBED_EVERY.toNanos()) {
            failures.set(0);
            return PROBED_EVERY;
        }
        try {
            var reply = asked.transport().send(READY);
            failures.set(0);
            answered(asked); // not ready is an answer too: the others may not be either
            if (!reply.isSuccess()) leave(asked, reply);
        } catch (IOException e) {
            if (failures.incrementAndGet() < TOLERATED && !isUnsent(e)) return Duration.ZERO;
            // Where no other answers either, all are slow, or this machine is: nothing is won by giving up what is
            // under way.
            var next = answering(asked);
            if (next == null || !move(asked, next, e)) return PROBED_EVERY;
            failures.set(0);
            if (!isUnsent(e)) abandon(asked);
        }
        return PROBED_EVERY;
    }

    /**
     * Goes on with a server that is ready, if there is one. What one that is not was asked before, it may still answer; its streams may stand
     * still, as where its way to etcd is cut.
     */
    private void leave(Member unready, Reply reply) {
        for (var member : members) {
            if (member.equals(unready) || !isReady(member)) continue;
            var why = new IOException("it is not ready: status " + reply.status());
            if (move(unready, member, why)) endStreams(unready);
            return;
        }
    }

    private static boolean isReady(Member member) {
        try {
            return member.transport().send(READY).isSuccess();
        } catch (IOException _) {
            return false;
        }
    }

    private @Nullable Member answering(Member except) {
        for (var member : members) {
            if (member.equals(except)) continue;
            try {
                member.transport().send(READY);
                return member;
            } catch (IOException _) {
                // the next one, then
            }
        }
        return null;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        return tried(request, member -> {
            var reply = member.transport().send(request);
            answered(member);
            return reply;
        });
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        return tried(request, member -> switch (member.transport().open(request)) {
            case Streamed.Opened(var lines) -> {
                answered(member);
                yield new Streamed.Opened(followed(member, lines));
            }
            case Streamed.Answered answer -> {
                answered(member);
                yield answer;
            }
        });
    }

    private interface Attempt<T> {
        T at(Member member) throws IOException;
    }

    private <T> T tried(ClientRequest request, Attempt<T> attempt) throws IOException {
        for (var tries = 1; ; tries++) {
            if (closed) throw new IOException("the connection to the servers is closed");
            var member = current;
            var call = new Call(member);
            calls.add(call);
            try {
                return attempt.at(member);
            } catch (IOException e) {
                var failure = call.finish() ? new IOException(member.server() + " does not answer", e) : e;
                if (Thread.currentThread().isInterrupted() || isInterrupt(failure)) throw failure;
                moveFrom(member, failure);
                if (tries >= members.size() || !(isRead(request) || isUnsent(failure))) throw failure;
            } finally {
                call.finish();
                calls.remove(call);
            }
        }
    }

    private static boolean isInterrupt(IOException e) {
        return e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
    }

    private static boolean isRead(ClientRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    /** Whether nothing of the request can have reached the server. */
    private static boolean isUnsent(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof HttpConnectTimeoutException
                    || cause instanceof SSLHandshakeException
                    || cause instanceof UnresolvedAddressException) return true;
        }
        return false;
    }

    private void answered(Member member) {
        if (member.equals(current)) answeredAt = time.nanos();
    }

    private void moveFrom(Member lost, IOException why) {
        var next = members.get((members.indexOf(lost) + 1) % members.size());
        if (move(lost, next, why)) failures.set(0);
    }

    /** Uses another server, unless somebody else has seen to that. */
    private boolean move(Member lost, Member next, IOException why) {
        synchronized (this) {
            if (!current.equals(lost) || closed) return false;
            current = next;
            answeredAt = time.nanos();
        }
        moves.accept("no answer from " + lost.server() + " (" + why.getMessage() + "); going on with " + next.server());
        return true;
    }

    private void abandon(Member silent) {
        for (var call : calls) if (call.member.equals(silent)) call.giveUp();
        endStreams(silent);
    }

    private void endStreams(Member of) {
        for (var stream : streams) if (stream.member.equals(of)) stream.close();
    }

    /** One request on its way. It is given up by an interrupt, which is for it alone and must not be seen by anybody after it. */
    private static final class Call {
        private final Member member;
        private final Thread thread = Thread.currentThread();
        private boolean finished;
        private boolean givenUp;

        Call(Member member) {
            this.member = member;
        }

        synchronized void giveUp() {
            if (finished || givenUp || thread.equals(Thread.currentThread())) return;
            givenUp = true;
            thread.interrupt();
        }

        /** Whether it was given up; from now on it is not. */
        synchronized boolean finish() {
            if (finished) return false;
            finished = true;
            if (givenUp) Thread.interrupted();
            return givenUp;
        }
    }

    private Lines followed(Member member, Lines lines) {
        var stream = new Stream(member, lines);
        streams.add(stream);
        if (closed) stream.close();
        return stream;
    }

    private final class Stream implements Lines {
        private final Member member;
        private final Lines lines;

        Stream(Member member, Lines lines) {
            this.member = member;
            this.lines = lines;
        }

        @Override
        public Optional<StreamLine> next() throws IOException {
            var line = lines.next();
            answered(member);
            return line;
        }

        @Override
        public void close() {
            streams.remove(this);
            lines.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        var thread = prober;
        if (thread != null) thread.interrupt();
        for (var stream : streams) stream.close();
        for (var member : members) member.transport().close();
    }
}
