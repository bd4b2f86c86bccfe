package dev.plimsoll.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * Clients that each send a request as soon as their last one is answered. They share a few connections, as the clients of one
 * process do.
 */
final class ClientCrowd {
    private static final int CONNECTIONS = 4;

    private final ServerAddress endpoint;

    ClientCrowd(ServerAddress endpoint) {
        this.endpoint = endpoint;
    }

    /** What a request is, by its number. */
    @SuppressWarnings("ArrayRecordComponent") // written once
    record LoadRequest(String method, String path, String type, byte[] body) {}

    /** How it went. Times are in nanoseconds. */
    record Outcome(long done, long refused, long nanos, long p50, long p99) {
        double perSecond() {
            return done * 1e9 / nanos;
        }
    }

    /** Everything with numbers from 0 on that the clients manage to get answered in some time. */
    Outcome during(int clients, int expected, long nanos, LongFunction<LoadRequest> tasks)
            throws IOException, InterruptedException {
        return run(clients, expected, System.nanoTime() + nanos, Long.MAX_VALUE, tasks);
    }

    /** A number of requests. */
    Outcome all(int clients, int expected, long count, LongFunction<LoadRequest> tasks)
            throws IOException, InterruptedException {
        return run(clients, expected, System.nanoTime() + TimeUnit.MINUTES.toNanos(5), count, tasks);
    }

    private Outcome run(int clients, int expected, long end, long count, LongFunction<LoadRequest> tasks)
            throws IOException, InterruptedException {
        var connections = new ArrayList<Http2Connection>();
        try {
            for (var i = 0; i < Math.min(CONNECTIONS, clients); i++) connections.add(new Http2Connection(endpoint));
            var next = new AtomicLong();
            var finished = new CountDownLatch(clients);
            var all = new ArrayList<Client>();
            var begun = System.nanoTime();
            for (var i = 0; i < clients; i++) {
                var connection = connections.get(i % connections.size());
                all.add(new Client(connection, expected, end, count, next, tasks, finished));
            }
            all.forEach(Client::next);
            await(finished, connections);
            return outcome(all, System.nanoTime() - begun);
        } finally {
            for (var connection : connections) connection.close();
        }
    }

    private static void await(CountDownLatch finished, List<Http2Connection> connections)
            throws IOException, InterruptedException {
        while (!finished.await(100, TimeUnit.MILLISECONDS)) {
            for (var connection : connections) {
                if (!connection.trouble().isEmpty()) throw new IOException(connection.trouble());
            }
        }
    }

    private static Outcome outcome(List<Client> clients, long nanos) {
        var times = new TreeMap<Integer, Long>();
        var done = 0L;
        var refused = 0L;
        for (var client : clients) {
            done += client.done;
            refused += client.refused;
            client.times.addTo(times);
        }
        return new Outcome(
                done, refused, nanos, LatencyHistogram.quantile(times, 0.5), LatencyHistogram.quantile(times, 0.99));
    }

    /** One client. Only the reading thread of its connection uses it, after the first request. */
    private static final class Client implements Http2Connection.Reply {
        private final Http2Connection connection;
        private final int expected;
        private final long end;
        private final long count;
        private final AtomicLong numbers;
        private final LongFunction<LoadRequest> tasks;
        private final CountDownLatch finished;
        private final LatencyHistogram times = new LatencyHistogram();
        private long sent;
        private long done;
        private long refused;

        Client(
                Http2Connection connection,
                int expected,
                long end,
                long count,
                AtomicLong numbers,
                LongFunction<LoadRequest> tasks,
                CountDownLatch finished) {
            this.connection = connection;
            this.expected = expected;
            this.end = end;
            this.count = count;
            this.numbers = numbers;
            this.tasks = tasks;
            this.finished = finished;
        }

        void next() {
            sent = System.nanoTime();
            var number = numbers.getAndIncrement();
            if (sent >= end || number >= count) {
                finished.countDown();
                return;
            }
            var wish = tasks.apply(number);
            connection.send(new Http2Connection.Request(wish.method(), wish.path(), wish.type(), wish.body(), this));
        }

        @Override
        public void status(int status) {
            if (status != expected) refused++;
        }

        @Override
        public void end() {
            done++;
            times.add(System.nanoTime() - sent);
            next();
        }
    }
}
