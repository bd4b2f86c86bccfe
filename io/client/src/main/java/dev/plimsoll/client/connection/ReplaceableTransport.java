package dev.plimsoll.client.connection;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a server that is replaced while it is used, with a new certificate. Requests that are on their way are answered; streams end, so
 * that whoever follows one opens it again as the new user.
 */
public final class ReplaceableTransport implements Transport {
    private Generation current;
    private Runnable afterClose = () -> {};
    private boolean closed;

    public ReplaceableTransport(Transport first) {
        this.current = new Generation(first);
    }

    /** One of the ways, until nobody is on it any more. */
    private static final class Generation {
        private final Transport transport;
        private final Set<Lines> streams = ConcurrentHashMap.newKeySet();
        private int requests;
        private boolean retired;

        Generation(Transport transport) {
            this.transport = transport;
        }

        synchronized void enter() {
            requests++;
        }

        synchronized void leave() {
            requests--;
            if (retired && requests == 0) transport.close();
        }

        void retire() {
            for (var each : streams) each.close();
            synchronized (this) {
                retired = true;
                if (requests == 0) transport.close();
            }
        }
    }

    private synchronized Generation entered() throws IOException {
        if (closed) throw new IOException("the connection to the server is closed");
        current.enter();
        return current;
    }

    /** Uses another way from now on. */
    public void replace(Transport next) {
        Generation before;
        synchronized (this) {
            if (closed) {
                next.close();
                return;
            }
            before = current;
            current = new Generation(next);
        }
        before.retire();
    }

    /** What is to end with this. */
    public synchronized void whenClosed(Runnable action) {
        afterClose = action;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        var used = entered();
        try {
            return used.transport.send(request);
        } finally {
            used.leave();
        }
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        var used = entered();
        try {
            return switch (used.transport.open(request)) {
                case Streamed.Opened(var lines) -> new Streamed.Opened(followed(used, lines));
                case Streamed.Answered answered -> answered;
            };
        } finally {
            used.leave();
        }
    }

    private Lines followed(Generation used, Lines lines) {
        var followed = new Lines() {
            @Override
            public Optional<StreamLine> next() throws IOException {
                return lines.next();
            }

            @Override
            public void close() {
                used.streams.remove(this);
                lines.close();
            }
        };
        used.streams.add(followed);
        if (isReplaced(used)) followed.close();
        return followed;
    }

    private synchronized boolean isReplaced(Generation used) {
        return current != used;
    }

    @Override
    public void close() {
        Runnable action;
        Generation last;
        synchronized (this) {
            closed = true;
            action = afterClose;
            last = current;
        }
        action.run();
        last.retire();
    }
}
