package dev.plimsoll.benchmarks.load;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The load itself, in its order. */
final class LoadRun {
    private static final int[] CLIENTS = {1, 8, 64};

    private final ServerAddress endpoint;
    private final ClientCrowd crowd;
    private final Report report;
    private final LoadOptions options;
    private final @Nullable ServerProcess server;

    LoadRun(ServerAddress endpoint, Report report, LoadOptions options, @Nullable ServerProcess server) {
        this.endpoint = endpoint;
        this.crowd = new ClientCrowd(endpoint);
        this.report = report;
        this.options = options;
        this.server = server;
    }

    void run() throws IOException, InterruptedException {
        once(LoadPods.namespace());
        try {
            fill();
            if (options.only().contains("list")) lists();
            if (options.only().contains("get")) gets();
            if (options.only().contains("resize")) resizes();
            if (options.only().contains("watch")) fanOut();
            if (options.only().contains("create")) creates();
        } finally {
            if (server == null) leaveNothing(); // ours goes with its folder
        }
    }

    private void leaveNothing() throws IOException, InterruptedException {
        once(LoadPods.noPods());
        once(LoadPods.noNamespace());
    }

    private int once(ClientCrowd.LoadRequest wish) throws IOException, InterruptedException {
        var answered = new CountDownLatch(1);
        var code = new AtomicInteger();
        try (var connection = new Http2Connection(endpoint)) {
            connection.send(new Http2Connection.Request(
                    wish.method(), wish.path(), wish.type(), wish.body(), new Http2Connection.Reply() {
                        @Override
                        public void status(int status) {
                            code.set(status);
                        }

                        @Override
                        public void end() {
                            answered.countDown();
                        }
                    }));
            if (!answered.await(120, TimeUnit.SECONDS)) throw new IOException("no answer to " + wish.path());
        }
        return code.get();
    }

    /** The pods that all else is about; at the same time the server's warming up. */
    private void fill() throws IOException, InterruptedException {
        var filled = crowd.all(64, 201, options.pods(), number -> LoadPods.create("pod-" + number));
        report.rate("first " + options.pods() + " pods, 64 clients", filled, 0);
        if (server == null) return;
        report.value("memory with " + options.pods() + " pods", server.resident() / 1e6, "MB", "as they were created");
    }

    private void lists() throws IOException, InterruptedException {
        var bytes = new AtomicLong();
        var best = Long.MAX_VALUE;
        for (var i = 0; i < 5; i++) {
            bytes.set(0);
            var begun = System.nanoTime();
            list(bytes);
            best = Math.min(best, System.nanoTime() - begun);
        }
        report.value("list of " + options.pods() + " pods", best / 1e6, "ms", "best of 5, " + bytes.get() + " bytes");
    }

    private void list(AtomicLong bytes) throws IOException, InterruptedException {
        var answered = new CountDownLatch(1);
        try (var connection = new Http2Connection(endpoint)) {
            var wish = LoadPods.list();
            connection.send(new Http2Connection.Request(
                    wish.method(), wish.path(), wish.type(), wish.body(), new Http2Connection.Reply() {
                        @Override
                        public void data(byte[] buffer, int length) {
                            bytes.addAndGet(length);
                        }

                        @Override
                        public void end() {
                            answered.countDown();
                        }
                    }));
            if (!answered.await(60, TimeUnit.SECONDS)) throw new IOException("no list");
        }
    }

    private void gets() throws IOException, InterruptedException {
        series("get", 200, number -> LoadPods.get("pod-" + number * 7919 % options.pods()));
    }

    private void resizes() throws IOException, InterruptedException {
        var turn = new AtomicLong();
        series("resize", 200, number -> LoadPods.resize("pod-" + number % options.pods(), turn.incrementAndGet()));
    }

    private void creates() throws IOException, InterruptedException {
        var number = new AtomicLong(options.pods());
        series("create", 201, _ -> LoadPods.create("pod-" + number.incrementAndGet()));
        if (server != null) report.value("memory at the end", server.resident() / 1e6, "MB", number.get() + " pods");
    }

    private void series(String what, int expected, LongFunction<ClientCrowd.LoadRequest> tasks)
            throws IOException, InterruptedException {
        var nanos = TimeUnit.MILLISECONDS.toNanos(options.millis());
        var warm = crowd.during(8, expected, nanos / 2, tasks);
        if (warm.refused() > 0) report.value(what + " refused while warming up", (double) warm.refused(), "", "");
        for (var clients : CLIENTS) {
            var before = server == null ? 0 : server.cpuNanos();
            var outcome = crowd.during(clients, expected, nanos, tasks);
            report.rate(what + ", " + clients + " clients", outcome, server == null ? 0 : server.cpuNanos() - before);
        }
    }

    private void fanOut() throws IOException, InterruptedException {
        var outcome = new FanOut(endpoint)
                .measure(options.watchers(), 200, LoadPods.watch("pod-1"), LoadPods.annotate("pod-1"));
        report.value(
                "change to " + outcome.watchers() + " watchers, p99",
                outcome.p99() / 1e6,
                "ms",
                String.format(
                        java.util.Locale.ROOT,
                        "p50 %.2f ms, slowest %.2f ms",
                        outcome.p50() / 1e6,
                        outcome.slowest() / 1e6));
    }
}
