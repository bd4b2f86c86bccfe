package dev.plimsoll.benchmarks.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Our API server on the embedded store and our scheduler, in this process; nothing runs the pods. */
final class SchedulerCluster implements AutoCloseable {
    private static final String TOKEN = "benchmark";
    private static final int CREATORS = 30;
    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"pod-"},"spec":{"containers":[
            {"name":"pause","image":"registry.k8s.io/pause:3.10.2","ports":[{"containerPort":80}],"resources":{
            "requests":{"cpu":"100m","memory":"500Mi"},"limits":{"cpu":"100m","memory":"500Mi"}}}]}}""";

    private final EmbeddedStore store;
    private final ApiServer server;
    private final ApiClient client;
    private @Nullable Scheduler scheduler;

    SchedulerCluster(Path folder) {
        store = EmbeddedStore.open(folder.resolve("store"));
        server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new dev.plimsoll.apiserver.ApiServerSettings(
                        "127.0.0.1",
                        0,
                        true,
                        Map.of(TOKEN, new User("benchmark", "", List.of(User.MASTERS))),
                        FeatureGates.DEFAULT,
                        InstantSource.system(),
                        new SplittableRandom(1),
                        () -> UUID.randomUUID().toString()),
                Throwable::printStackTrace);
        client = client();
    }

    /** A client of its own, by calls inside the process. */
    ApiClient client() {
        var time = Time.system();
        return ApiClient.over(server.transport(TOKEN), "benchmark/1", TokenBucket.unlimited(time), time);
    }

    void startScheduler() {
        var reporter = new Reporter() {
            @Override
            public void tell(String problem) {
                System.err.println(problem);
            }

            @Override
            public void defect(String where, RuntimeException exception) {
                throw new IllegalStateException(where, exception);
            }
        };
        var made = new Scheduler(
                client(),
                SchedulerSettings.ALONE,
                new ProgramContext(Time.system(), new SplittableRandom(2), reporter));
        made.start();
        scheduler = made;
    }

    void stopScheduler() {
        var running = scheduler;
        if (running != null) running.close();
        scheduler = null;
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static <T> T done(RequestResult<T> outcome) {
        return outcome.done().orElseThrow(() -> new IllegalStateException(outcome.problem()));
    }

    void createNamespaces(List<String> names) {
        for (var name : names) {
            done(client.create(
                    ApiResource.NAMESPACES,
                    json("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}")));
        }
    }

    /** As upstream's benchmark makes them: 4 CPUs, 32Gi, 110 pods, ready. */
    void createNodes(int count) throws InterruptedException {
        var number = new AtomicInteger();
        inParallel(count, () -> {
            var name = "node-" + number.getAndIncrement();
            var node = json("""
                    {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{"kubernetes.io/hostname":"%s"}}}""".formatted(name, name));
            var made = done(client.create(ApiResource.NODES, node));
            made.withObject("/spec").remove("taints");
            done(client.update(ApiResource.NODES, made));
            done(client.patch(ApiResource.NODES.sub("status"), ObjectName.ofCluster(name), new Patch.Merge(json("""
                    {"status":{"capacity":{"pods":"110","cpu":"4","memory":"32Gi"},"allocatable":{"pods":"110","cpu":"4",
                    "memory":"32Gi"},"conditions":[{"type":"Ready","status":"True","reason":"KubeletReady"}]}}"""))));
        });
    }

    void createPods(String namespace, int count) throws InterruptedException {
        var pod = json(POD);
        pod.withObject("/metadata").put("namespace", namespace);
        inParallel(count, () -> done(client.create(ApiResource.PODS, pod.deepCopy())));
    }

    private static void inParallel(int count, Runnable action) throws InterruptedException {
        var left = new AtomicInteger(count);
        var failures = new AtomicInteger();
        try (var creators = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var i = 0; i < CREATORS; i++) {
                creators.execute(() -> {
                    try {
                        while (left.getAndDecrement() > 0) action.run();
                    } catch (RuntimeException e) {
                        failures.incrementAndGet();
                        throw e;
                    }
                });
            }
        }
        if (failures.get() > 0) throw new IllegalStateException("creating failed");
    }

    /** Events are written behind the bindings; a run is over when they are there. */
    void awaitEvents() throws InterruptedException {
        var running = scheduler;
        if (running == null) return;
        while (!running.isIdle()) TimeUnit.MILLISECONDS.sleep(5);
    }

    String report() throws IOException {
        System.gc();
        var used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        var running = scheduler;
        return String.format(
                Locale.ROOT,
                "heap %d MB, resident %d MB at most, %d events dropped",
                used >> 20,
                peak() >> 10,
                running == null ? 0 : running.droppedEvents());
    }

    /** Kilobytes. */
    private static long peak() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        }
    }

    @Override
    public void close() {
        stopScheduler();
        server.close();
        store.close();
    }
}
