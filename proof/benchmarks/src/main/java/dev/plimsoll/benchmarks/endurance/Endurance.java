package dev.plimsoll.benchmarks.endurance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * {@code proof/benchmarks/run endurance [NODES PODS RATE SECONDS]}: a whole cluster in this process, on the embedded store, whose
 * pods are resized at a steady rate. Fails where anything goes wrong, a resize does not end, or what is in use keeps growing.
 */
public final class Endurance {
    private static final int REPORTS = 10;
    private static final Duration SETTLING = Duration.ofSeconds(60);
    /** In the first half caches fill; a leak goes on after that. */
    private static final double GROWTH = 1.1;
    /** The usual hour would not end within the run: nothing could be told from memory that grows until then. */
    private static final Duration EVENTS_KEPT = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final ApiClient client;
    private final SentResizes resizes;
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final SplittableRandom random = new SplittableRandom(1);

    private Endurance(Cluster cluster) {
        this.cluster = cluster;
        this.client = cluster.client();
        this.resizes = new SentResizes(client);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var nodes = number(arguments, 0, 100);
        var pods = number(arguments, 1, 1000);
        var rate = number(arguments, 2, 50);
        var seconds = number(arguments, 3, 300);
        var folder = Files.createTempDirectory("plimsoll-endurance");
        var errors = new LongAdder();
        var plan = ClusterPlan.ephemeral(
                        List.of(NodeGroup.of("node", nodes, MachineNotation.literal("1s1n8c1t,memory=32Gi"))))
                .withStorage(new Storage.Folder(folder))
                .withEventTtl(EVENTS_KEPT);
        var isWell = false;
        try (var cluster = Cluster.start(plan, new Errors(errors))) {
            isWell = new Endurance(cluster).run(pods, rate, seconds);
        } finally {
            delete(folder);
        }
        System.out.println("errors told: " + errors.sum());
        System.exit(isWell && errors.sum() == 0 ? 0 : 1);
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private boolean run(int pods, int rate, int seconds) throws InterruptedException {
        var watcher = Thread.ofVirtual().name("watcher").start(this::watch);
        for (var i = 0; i < pods; i++) create("pod-" + i);
        while (running.size() < pods) TimeUnit.MILLISECONDS.sleep(100);
        System.out.println(pods + " pods run on " + cluster.nodes().size() + " nodes");
        var heaps = new ArrayList<Long>();
        try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
            var began = System.nanoTime();
            var total = (long) rate * seconds;
            for (var i = 0L; i < total; i++) {
                var due = began + i * 1_000_000_000L / rate;
                var wait = due - System.nanoTime();
                if (wait > 0) TimeUnit.NANOSECONDS.sleep(wait);
                var pod = "pod-" + random.nextInt(pods);
                var cpu = wish();
                senders.execute(() -> resizes.send(pod, cpu));
                if ((i + 1) % (total / REPORTS) == 0) heaps.add(report(began));
            }
        }
        var end = System.nanoTime() + SETTLING.toNanos();
        while (resizes.open() > 0 && System.nanoTime() < end) TimeUnit.MILLISECONDS.sleep(100);
        watcher.interrupt();
        System.out.println(resizes + "\nuntil in force: " + resizes.latencies);
        var half = heaps.get(heaps.size() / 2);
        var isFlat = heaps.getLast() <= half * GROWTH;
        FigureFile.add("in use at the end", heaps.getLast() / 1e6, "MB");
        System.out.printf(
                Locale.ROOT, "in use at half time %d MB, at the end %d MB%n", half >> 20, heaps.getLast() >> 20);
        return isFlat && resizes.open() == 0 && resizes.unreachable.sum() == 0;
    }

    /** Mostly what fits; now and then more than the node has left, or more than any node has. */
    private String wish() {
        var dice = random.nextInt(100);
        if (dice == 0) return "100";
        return dice < 4 ? "7" : 50 + random.nextInt(450) + "m";
    }

    private long report(long began) {
        System.gc();
        var used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.printf(
                Locale.ROOT,
                "%4d s: %s; in use %d MB%n",
                (System.nanoTime() - began) / 1_000_000_000L,
                resizes,
                used >> 20);
        return used;
    }

    private void create(String name) {
        var pod = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", name).put("namespace", "default");
        var container = pod.putObject("spec").putArray("containers").addObject();
        container.put("name", "main").put("image", "app");
        container
                .putObject("resources")
                .putObject("requests")
                .put("cpu", "100m")
                .put("memory", "64Mi");
        var problem = client.create(ApiResource.PODS, pod).problem();
        if (!problem.isEmpty()) throw new IllegalStateException(name + " cannot be created: " + problem);
    }

    private void watch() {
        try (var events = client.watch(ApiResource.PODS, ObjectSelection.ALL, "", Duration.ofHours(1))
                .done()
                .orElseThrow()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                switch (event.get()) {
                    case WatchEvent.Added(var pod) -> seen(pod);
                    case WatchEvent.Modified(var pod) -> seen(pod);
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> {}
                }
            }
        } catch (IOException _) {
            Thread.currentThread().interrupt(); // the end of the run
        }
    }

    private void seen(com.fasterxml.jackson.databind.JsonNode pod) {
        if (pod.at("/status/phase").asText().equals("Running"))
            running.add(pod.at("/metadata/name").asText());
        resizes.seen(pod);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private record Errors(LongAdder count) implements ClusterLog {
        @Override
        public void step(String what, Duration took) {}

        @Override
        public void tell(String problem) {
            count.increment();
            System.err.println(problem);
        }

        @Override
        public void defect(String where, Throwable problem) {
            count.increment();
            System.err.println(where + ": " + problem);
        }
    }
}
