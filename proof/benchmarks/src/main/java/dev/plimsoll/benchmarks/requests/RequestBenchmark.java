package dev.plimsoll.benchmarks.requests;

import com.sun.management.ThreadMXBean;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;

/**
 * {@code proof/benchmarks/run requests [REQUESTS]}: processor time and allocated bytes of a create, a resize, a status patch and a get,
 * so many in a round. The requests are calls inside the process, so that one thread does all of the server's work on a request and HTTP is left out. Other threads, such as the
 * compiler's, do not count: the figures can be compared on a busy machine.
 */
public final class RequestBenchmark {
    private static final String TOKEN = "benchmark";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final int WARM_UP = 20;
    private static final int ROUNDS = 21;
    private static final int NODES = 50;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Transport transport;

    private RequestBenchmark(Transport transport) {
        this.transport = transport;
    }

    public static void main(String... arguments) throws IOException {
        var requests = arguments.length == 0 ? 500 : Integer.parseInt(arguments[0]);
        var settings = new ApiServerSettings(
                "127.0.0.1",
                0,
                true,
                Map.of(TOKEN, new User("benchmark", "", List.of(User.MASTERS))),
                FeatureGates.DEFAULT,
                InstantSource.system(),
                new SplittableRandom(1),
                () -> UUID.randomUUID().toString());
        try (var store = new MemoryStore();
                var server =
                        ApiServer.start(store, Pki.inMemory(Instant.now()), settings, Throwable::printStackTrace)) {
            new RequestBenchmark(server.transport(TOKEN)).run(requests);
        }
    }

    private void run(int requests) throws IOException {
        for (var node = 0; node < NODES; node++) {
            send("POST", "/api/v1/nodes", "application/json", """
                    {"apiVersion":"v1","kind":"Node","metadata":{"name":"node-%d"},
                    "status":{"allocatable":{"cpu":"100000","memory":"100Ti","pods":"100000"}}}""".formatted(node));
        }
        for (var number = 0; number < requests; number++) {
            send(create("loose-" + number));
            send(create("bound-" + number));
            bind("bound-" + number, "node-" + number % NODES);
        }
        var rows = List.of(
                new Row("create", number -> create("pod-" + number)),
                new Row("resize of a pod without a node", number -> resize("loose-" + number % requests, number)),
                new Row("resize of a pod on a node", number -> resize("bound-" + number % requests, number)),
                new Row("status patch by its node", number -> status("bound-" + number % requests, number)),
                new Row("get", number -> request("GET", PODS + "/bound-" + number % requests, "", "")));
        for (var round = 0; round < WARM_UP + ROUNDS; round++) {
            for (var row : rows) row.measure(this, round, requests);
        }
        System.out.printf("%-40s %14s %14s %14s%n", "request", "median, µs", "fastest, µs", "allocated, KB");
        for (var row : rows) {
            System.out.println(row);
            row.record();
        }
    }

    private record Sample(double micros, double kilobytes) {}

    /** One kind of request. Kinds take turns, so that each meets the same machine and the same compiled code. */
    private static final class Row {
        private final String what;
        private final IntFunction<ClientRequest> request;
        private final List<Sample> samples = new ArrayList<>();

        Row(String what, IntFunction<ClientRequest> request) {
            this.what = what;
            this.request = request;
        }

        void measure(RequestBenchmark benchmark, int round, int requests) throws IOException {
            var prepared = new ClientRequest[requests];
            for (var i = 0; i < requests; i++) prepared[i] = request.apply(round * requests + i);
            var thread = Thread.currentThread().threadId();
            var bytes = THREADS.getThreadAllocatedBytes(thread);
            var nanos = THREADS.getCurrentThreadCpuTime();
            for (var each : prepared) benchmark.send(each);
            if (round < WARM_UP) return;
            samples.add(new Sample(
                    (THREADS.getCurrentThreadCpuTime() - nanos) / 1e3 / requests,
                    (THREADS.getThreadAllocatedBytes(thread) - bytes) / 1e3 / requests));
        }

        void record() {
            for (var sample : samples) {
                FigureFile.add(what, sample.micros(), "µs");
                FigureFile.add(what + ", allocated", sample.kilobytes(), "KB");
            }
        }

        @Override
        public String toString() {
            var micros = samples.stream().mapToDouble(Sample::micros).sorted().toArray();
            var kilobytes =
                    samples.stream().mapToDouble(Sample::kilobytes).sorted().toArray();
            return String.format(
                    Locale.ROOT,
                    "%-40s %14.1f %14.1f %14.1f",
                    what,
                    micros[micros.length / 2],
                    micros[0],
                    kilobytes[kilobytes.length / 2]);
        }
    }

    private static ClientRequest create(String name) {
        return request("POST", PODS, "application/json", """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"load","tier":"%s"}},"spec":{
                "automountServiceAccountToken":false,"restartPolicy":"Always",
                "resources":{"requests":{"cpu":"500m","memory":"256Mi"},"limits":{"cpu":"1","memory":"512Mi"}},
                "containers":[{"name":"main","image":"registry.example/load/main:1.2.3","args":["--port=8080"],
                "env":[{"name":"MODE","value":"load"},{"name":"REGION","value":"north"}],
                "ports":[{"name":"http","containerPort":8080}],
                "resources":{"requests":{"cpu":"300m","memory":"128Mi"}}},
                {"name":"side","image":"registry.example/load/side:4.5","resources":{"requests":{"cpu":"50m","memory":"32Mi"}}}]}}
                """.formatted(name, name));
    }

    /** Each resize differs from the one before, so that none is a change of nothing. */
    private static ClientRequest resize(String name, int number) {
        return request(
                "PATCH",
                PODS + "/" + name + "/resize",
                STRATEGIC,
                "{\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\""
                        + (100 + number / 7 % 300 + number % 7) + "m\"}}}]}}");
    }

    private void bind(String name, String node) throws IOException {
        send("POST", PODS + "/" + name + "/binding", "application/json", """
                {"apiVersion":"v1","kind":"Binding","metadata":{"name":"%s"},"target":{"kind":"Node","name":"%s"}}""".formatted(name, node));
        send(status(name, 0));
    }

    private static ClientRequest status(String name, int number) {
        return request("PATCH", PODS + "/" + name + "/status", STRATEGIC, """
                {"status":{"phase":"Running","observedGeneration":%d,"podIP":"10.0.%d.%d","startTime":"2026-11-17T10:00:00Z",
                "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-11-17T10:00:00Z"}],
                "resources":{"requests":{"cpu":"500m","memory":"256Mi"},"limits":{"cpu":"1","memory":"512Mi"}},
                "allocatedResources":{"cpu":"500m","memory":"256Mi"},
                "containerStatuses":[{"name":"main","image":"registry.example/load/main:1.2.3","imageID":"","ready":true,"restartCount":0,
                "allocatedResources":{"cpu":"%dm","memory":"128Mi"},"resources":{"requests":{"cpu":"%dm","memory":"128Mi"}},
                "state":{"running":{"startedAt":"2026-11-17T10:00:00Z"}}}]}}
                """.formatted(
                        1 + number % 3, number / 256 % 256, number % 256, 100 + number % 300, 100 + number % 300));
    }

    private static ClientRequest request(String method, String target, String type, String body) {
        return new ClientRequest(
                method,
                target,
                Map.of("Content-Type", type, "Accept", "application/json", "User-Agent", "benchmark/1"),
                body.getBytes(StandardCharsets.UTF_8),
                Duration.ofSeconds(30));
    }

    private void send(String method, String target, String type, String body) throws IOException {
        send(request(method, target, type, body));
    }

    private void send(ClientRequest request) throws IOException {
        var reply = transport.send(request);
        if (reply.status() < 300) return;
        throw new IOException(request.method() + " " + request.target() + ": " + reply.status() + " "
                + new String(reply.body(), StandardCharsets.UTF_8));
    }
}
