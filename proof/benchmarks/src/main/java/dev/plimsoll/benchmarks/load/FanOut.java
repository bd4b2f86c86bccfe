package dev.plimsoll.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Many watchers of one object, and how long each takes to see a change of it, from the moment that the change is sent. */
final class FanOut {
    private static final int CONNECTIONS = 10;
    private static final int WARM_UP = 100;

    private final ServerAddress endpoint;
    private volatile long sent;
    private volatile boolean measuring;
    private volatile CountDownLatch seen = new CountDownLatch(0);

    FanOut(ServerAddress endpoint) {
        this.endpoint = endpoint;
    }

    /** Times in nanoseconds. */
    record Outcome(int watchers, int changes, long p50, long p99, long slowest) {}

    /** The watched object is the only one that the path of the watch selects. */
    Outcome measure(int watchers, int changes, String watch, ClientCrowd.LoadRequest change)
            throws IOException, InterruptedException {
        var connections = new ArrayList<Http2Connection>();
        try {
            var all = new ArrayList<Watcher>();
            seen = new CountDownLatch(watchers);
            for (var i = 0; i < CONNECTIONS; i++) connections.add(new Http2Connection(endpoint));
            for (var i = 0; i < watchers; i++) {
                var watcher = new Watcher();
                all.add(watcher);
                connections
                        .get(i % CONNECTIONS)
                        .send(new Http2Connection.Request("GET", watch, "", new byte[0], watcher));
            }
            await("the first event"); // each sees the object as it is
            try (var writer = new Http2Connection(endpoint)) {
                for (var i = 0; i < WARM_UP + changes; i++) {
                    measuring = i >= WARM_UP;
                    change(writer, watchers, change, i);
                }
            }
            return outcome(all, changes);
        } finally {
            for (var connection : connections) connection.close();
        }
    }

    private void change(Http2Connection writer, int watchers, ClientCrowd.LoadRequest change, int number)
            throws IOException, InterruptedException {
        var written = new CountDownLatch(1);
        seen = new CountDownLatch(watchers);
        var body = new String(change.body(), StandardCharsets.UTF_8).replace("NUMBER", Integer.toString(number));
        sent = System.nanoTime();
        writer.send(new Http2Connection.Request(
                change.method(),
                change.path(),
                change.type(),
                body.getBytes(StandardCharsets.UTF_8),
                written::countDown));
        await("a change");
        if (!written.await(10, TimeUnit.SECONDS)) throw new IOException("a change was not answered");
    }

    private void await(String what) throws IOException, InterruptedException {
        if (!seen.await(30, TimeUnit.SECONDS)) throw new IOException(seen.getCount() + " watchers did not see " + what);
    }

    private static Outcome outcome(List<Watcher> watchers, int changes) {
        var times = new TreeMap<Integer, Long>();
        for (var watcher : watchers) watcher.times.addTo(times);
        return new Outcome(
                watchers.size(),
                changes,
                LatencyHistogram.quantile(times, 0.5),
                LatencyHistogram.quantile(times, 0.99),
                LatencyHistogram.quantile(times, 1));
    }

    /** Counts the lines that it gets: one for each event. */
    private final class Watcher implements Http2Connection.Reply {
        private final LatencyHistogram times = new LatencyHistogram();

        @Override
        public void data(byte[] buffer, int length) {
            for (var i = 0; i < length; i++) {
                if (buffer[i] != '\n') continue;
                if (measuring) times.add(System.nanoTime() - sent);
                seen.countDown();
            }
        }

        @Override
        public void end() {}
    }
}
