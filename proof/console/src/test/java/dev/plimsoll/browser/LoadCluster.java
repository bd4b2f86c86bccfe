package dev.plimsoll.browser;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.store.embedded.EmbeddedStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/** Our API server on the embedded store, in this process, with as many nodes and pods as asked for. Nothing runs them: their statuses are written here. */
final class LoadCluster implements AutoCloseable {
    private static final String TOKEN = "load";
    private static final int WRITERS = 16;
    private static final int NAMESPACES = 50;

    private final EmbeddedStore store;
    private final ApiServer server;
    private final ApiClient client;
    private final int nodes;
    private final int pods;
    private final boolean isMeasured;
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean isClosed;

    /** @param isMeasured whether the use of each pod is told */
    LoadCluster(Path folder, int nodes, int pods, boolean isMeasured) {
        this.isMeasured = isMeasured;
        this.nodes = nodes;
        this.pods = pods;
        store = EmbeddedStore.open(folder.resolve("store"));
        server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new ApiServerSettings(
                        "127.0.0.1",
                        0,
                        true,
                        Map.of(TOKEN, new User("load", "", List.of(User.MASTERS))),
                        FeatureGates.DEFAULT,
                        InstantSource.system(),
                        new SplittableRandom(1),
                        () -> UUID.randomUUID().toString()),
                Throwable::printStackTrace);
        client = client();
    }

    ApiClient client() {
        return client(transport());
    }

    /** Of the user who may do everything. */
    Transport transport() {
        return server.transport(TOKEN);
    }

    static ApiClient client(Transport transport) {
        var time = Time.system();
        return ApiClient.over(transport, "load/1", TokenBucket.unlimited(time), time);
    }

    /** Makes everything. */
    void fill() {
        inParallel(NAMESPACES, i -> done(client.create(ApiResource.NAMESPACES, json("""
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"team-%02d"}}""".formatted(i)))));
        inParallel(nodes, i -> {
            var name = node(i);
            done(client.create(ApiResource.NODES, json("""
                    {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{"kubernetes.io/hostname":"%s"}}}""".formatted(name, name))));
            done(client.patch(ApiResource.NODES.sub("status"), ObjectName.ofCluster(name), new Patch.Merge(json("""
                    {"status":{"capacity":{"pods":"110","cpu":"16","memory":"64Gi"},"allocatable":{"pods":"110","cpu":"15900m",
                    "memory":"62Gi"},"conditions":[{"type":"Ready","status":"True","reason":"KubeletReady"}]}}"""))));
        });
        inParallel(pods, i -> {
            var name = pod(i);
            done(client.create(ApiResource.PODS, json("""
                    {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"%s","name":"%s"},"spec":{"nodeName":"%s","containers":[
                    {"name":"app","image":"example.com/app:1","resources":{"requests":{"cpu":"%dm","memory":"%dMi"}}}]}}""".formatted(
                            name.namespace(), name.name(), node(i % nodes), 50 + i % 7 * 50, 64 + i % 11 * 32))));
            write(i, 0);
            if (isMeasured) measure(name, i);
        });
    }

    private void measure(ObjectName name, int number) {
        done(client.create(PodMetricsObject.KIND.resource(), json("""
                {"apiVersion":"metrics.k8s.io/v1beta1","kind":"PodMetrics","metadata":{"namespace":"%s","name":"%s"},
                "timestamp":"2026-01-01T00:00:00Z","window":"15s","containers":[{"name":"app","usage":{"cpu":"%dm","memory":"%dMi"}}]}""".formatted(
                        name.namespace(), name.name(), 10 + number % 40, 30 + number % 90))));
    }

    private static String node(int number) {
        return "node-%04d".formatted(number);
    }

    /** Ordered by number within a namespace. */
    static ObjectName pod(int number) {
        return new ObjectName(
                "team-%02d".formatted(number % NAMESPACES), "web-7d9c5b6f4-%05d".formatted(number / NAMESPACES));
    }

    /** Writes the status of a pod, as its node would. */
    void write(int number, int restarts) {
        done(client.patch(ApiResource.PODS.sub("status"), pod(number), new Patch.Merge(json("""
                {"status":{"phase":"Running","qosClass":"Burstable","conditions":[{"type":"Ready","status":"True"}],"containerStatuses":[
                {"name":"app","image":"example.com/app:1","imageID":"","ready":true,"started":true,"restartCount":%d,"containerID":"load://%d",
                "state":{"running":{"startedAt":"2026-01-01T00:00:00Z"}},"allocatedResources":{"cpu":"%dm","memory":"%dMi"},
                "resources":{"requests":{"cpu":"%dm","memory":"%dMi"}}}]}}""".formatted(
                        restarts,
                        number,
                        50 + number % 7 * 50,
                        64 + number % 11 * 32,
                        50 + number % 7 * 50,
                        64 + number % 11 * 32)))));
    }

    /** Changes so many pods each second, until it is closed. Those below the first number are left alone. */
    void change(int perSecond, int from) {
        for (var writer = 0; writer < WRITERS; writer++) {
            var random = new SplittableRandom(writer);
            var pause = TimeUnit.SECONDS.toNanos(1) * WRITERS / perSecond;
            Thread.ofVirtual().start(() -> {
                var next = System.nanoTime();
                try {
                    for (var i = 1; !isClosed; i++) {
                        write(from + random.nextInt(pods - from), i);
                        changes.incrementAndGet();
                        next += pause;
                        var wait = next - System.nanoTime();
                        if (wait > 0) TimeUnit.NANOSECONDS.sleep(wait);
                    }
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    long changes() {
        return changes.get();
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static void done(RequestResult<?> outcome) {
        if (!(outcome instanceof RequestResult.Done<?>)) throw new IllegalStateException(outcome.problem());
    }

    private static void inParallel(int count, IntConsumer action) {
        var next = new AtomicInteger();
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var i = 0; i < WRITERS; i++)
                writers.execute(() -> {
                    for (var number = next.getAndIncrement(); number < count; number = next.getAndIncrement())
                        action.accept(number);
                });
        }
    }

    @Override
    public void close() {
        isClosed = true;
        server.close();
        store.close();
    }
}
