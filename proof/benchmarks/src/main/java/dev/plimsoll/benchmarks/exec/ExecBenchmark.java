package dev.plimsoll.benchmarks.exec;

import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code proof/benchmarks/run exec [COMMANDS]}: how long {@code exec} of {@code echo hi} takes in a container of a simulated node, over a
 * WebSocket of its own and TLS through the API server, until the output has come and the session is closed. Server, node and client
 * share this process.
 */
public final class ExecBenchmark {
    private static final int WARM_UP = 300;
    private static final List<Integer> CLIENTS = List.of(1, 16);
    private static final Duration READY = Duration.ofMinutes(1);

    private ExecBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        var commands = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        var group = NodeGroup.of("node", 1, MachineNotation.literal("1s1n8c1t,memory=32Gi"));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(List.of(group)), ClusterLog.SILENT)) {
            run(cluster);
            var uri = URI.create(
                    cluster.url().replaceFirst("^https", "wss")
                            + "/api/v1/namespaces/default/pods/web/exec?container=c&stdout=true&stderr=true&command=echo&command=hi");
            var trust = Tls.context(null, cluster.server().pki().authority().trustManagers());
            var token = token(cluster.kubeconfig());
            try (var http = HttpClient.newBuilder().sslContext(trust).build()) {
                measure(http, uri, token, 1, WARM_UP);
                System.out.println("clients  commands      p50      p99   commands/s");
                for (var clients : CLIENTS) {
                    var began = System.nanoTime();
                    var times = measure(http, uri, token, clients, commands);
                    var seconds = (System.nanoTime() - began) / 1e9;
                    var row = "echo, " + clients + " clients";
                    FigureFile.add(row, times.length / seconds, "/s");
                    FigureFile.add(row + ", p50", at(times, 0.5), "ms");
                    FigureFile.add(row + ", p99", at(times, 0.99), "ms");
                    System.out.printf(
                            Locale.ROOT,
                            "%7d %9d %8s %8s %12.0f%n",
                            clients,
                            times.length,
                            millis(times, 0.5),
                            millis(times, 0.99),
                            times.length / seconds);
                }
            }
        }
    }

    private static void run(Cluster cluster) {
        var pod = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web"},
                "spec":{"containers":[{"name":"c","image":"busybox","command":["sleep","infinity"]}]}}""";
        var client = cluster.client();
        var made = client.create(
                ApiResource.PODS,
                ClientJson.read(pod.getBytes(StandardCharsets.UTF_8)).orElseThrow());
        if (!made.problem().isEmpty()) throw new IllegalStateException(made.problem());
        var end = System.nanoTime() + READY.toNanos();
        while (!client.get(ApiResource.PODS, new ObjectName("default", "web"))
                .done()
                .map(each -> each.at("/status/phase").asText().equals("Running"))
                .orElse(false)) {
            if (System.nanoTime() > end) throw new IllegalStateException("the pod does not run");
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String token(String kubeconfig) {
        var found = Pattern.compile("token: (\\S+)").matcher(kubeconfig);
        if (!found.find()) throw new IllegalStateException("the kubeconfig holds no token");
        return found.group(1);
    }

    private static long[] measure(HttpClient http, URI uri, String token, int clients, int commands)
            throws InterruptedException, ExecutionException {
        var parts = new ArrayList<Future<long[]>>();
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var i = 0; i < clients; i++) {
                parts.add(workers.submit(() -> {
                    var times = new long[commands / clients];
                    for (var turn = 0; turn < times.length; turn++) times[turn] = once(http, uri, token);
                    return times;
                }));
            }
        }
        var all = new ArrayList<Long>();
        for (var part : parts) for (var time : part.get()) all.add(time);
        var times = all.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(times);
        return times;
    }

    private static long once(HttpClient http, URI uri, String token) throws Exception {
        var session = new Session();
        var began = System.nanoTime();
        http.newWebSocketBuilder()
                .header("Authorization", "Bearer " + token)
                .subprotocols("v5.channel.k8s.io")
                .buildAsync(uri, session)
                .get();
        if (!session.closed.await(1, TimeUnit.MINUTES)) throw new IOException("a session does not end");
        var time = System.nanoTime() - began;
        if (!session.output.toString().equals("hi\n")) throw new IOException("the answer is not: " + session.output);
        return time;
    }

    private static String millis(long[] sorted, double share) {
        return String.format(Locale.ROOT, "%.2f ms", at(sorted, share));
    }

    private static double at(long[] sorted, double share) {
        return sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))] / 1e6;
    }

    /** Gathers what comes on the channel of the output. */
    private static final class Session implements WebSocket.Listener {
        private static final int OUTPUT = 1;

        final CountDownLatch closed = new CountDownLatch(1);
        final StringBuilder output = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            if (data.hasRemaining() && data.get() == OUTPUT) output.append(StandardCharsets.UTF_8.decode(data));
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.countDown();
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            output.append(error);
            closed.countDown();
        }
    }
}
