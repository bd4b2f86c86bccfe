package dev.plimsoll.simulation.faults;

import dev.plimsoll.simulation.cluster.Area;
import dev.plimsoll.simulation.cluster.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A whole cluster of shipped programs, of which all that happens follows from a seed. */
final class FaultyCluster implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;
    /** More than any run needs: whoever goes on after that goes on for ever. */
    private static final long MOST_STEPS = 5_000_000;

    private static final long CALM = 75 * SECOND;
    /** The one server may have been away for long: clients wait up to a minute before they begin a watch again, and once more if it is too old. */
    private static final long CALM_AFTER_DISK = 200 * SECOND;

    private final SimulatedThreads threads;
    private final Faults faults;
    private final @Nullable Consumer<String> log;
    private final boolean isVerbose;
    private final SharedStore store;
    private final boolean isOnDisk;
    private final StoredObjects objects = new StoredObjects();
    private final List<String> violations = new ArrayList<>();
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private final Map<Long, Part> restarts = new TreeMap<>();
    private final People people;
    private final FaultInvariants invariants;
    private final SplittableRandom driver;
    private long uids;
    private final long first;

    /** @param log is told of everything; null where nobody wants to know */
    FaultyCluster(long seed, FaultSelection selection, BuiltInMistake mistake, @Nullable Consumer<String> log) {
        this.log = log;
        this.isVerbose = log != null;
        var random = new SplittableRandom(seed);
        // The other half plays what it always did: among it are the seeds that have found something.
        var hasWorkloads = seed % 4 == 0 || seed % 4 == 3;
        var hasAutoscaler =
                mistake == BuiltInMistake.WEBHOOK_IS_WRONG || (mistake == BuiltInMistake.NONE && seed % 3 == 1);
        this.threads = new SimulatedThreads(random.split(), this::violation);
        this.faults = new Faults(random.split(), selection, this::logged);
        this.driver = random.split();
        var webhooks = new WebhookNetwork(faults, mistake);
        this.isOnDisk =
                mistake == BuiltInMistake.DISK_LOSES_WRITES || (mistake == BuiltInMistake.NONE && seed % 5 == 2);
        this.store = isOnDisk
                ? new SharedStore(faults, new SplittableRandom(~seed), mistake, this::violation)
                : new SharedStore(
                        mistake == BuiltInMistake.QUOTA_IS_TOO_LARGE
                                ? StoreTemplate.withLargerQuota()
                                : StoreTemplate.entries());
        for (var entry : StoreTemplate.entries())
            objects.all().put(entry.key(), StoredObjects.read(entry.key(), entry.value()));
        this.first = store.revision();
        this.invariants = new FaultInvariants(
                objects, this::violation, store.revision(), mistake, threads::nanos, nodes, servers);
        store.listen(event -> {
            threads.note(event.revision());
            var before = objects.take(event);
            if (isVerbose) logged(event.revision() + " " + event.getClass().getSimpleName() + " " + event.key());
            invariants.written(event, before);
        });
        for (var i = 0; i < (isOnDisk ? 1 : 1 + driver.nextInt(2)); i++)
            servers.add(new ServerProcess(
                    "server" + i,
                    threads,
                    store,
                    faults,
                    () -> new UUID(seed, uids++).toString(),
                    seed + i,
                    mistake,
                    webhooks));
        for (var i = 0; i < 1 + driver.nextInt(2); i++) {
            parts.add(new SchedulerProcess("scheduler" + i, threads, servers, faults, invariants));
            parts.add(new ControllersProcess(
                    "controllers" + i, threads, servers, faults, invariants, hasWorkloads, hasAutoscaler));
        }
        for (var i = 1 + driver.nextInt(3); i >= 0; i--) {
            var plan = mistake == BuiltInMistake.NOBODY_ALIGNS
                    ? History.alignedNode(nodes.size(), driver)
                    : History.node(nodes.size(), driver, Area.ALL);
            nodes.add(new NodeProcess(plan, threads, servers, faults, invariants));
        }
        for (var i = 0; hasAutoscaler && i < 2; i++)
            parts.add(new AutoscalerProcess("autoscaler" + i, threads, servers, faults, invariants, webhooks));
        parts.addAll(servers);
        parts.addAll(nodes);
        this.people = new People(
                threads,
                servers,
                faults,
                invariants,
                objects,
                random.split(),
                nodes.stream().anyMatch(node -> node.pins()),
                hasWorkloads,
                hasAutoscaler,
                Math.min(selection.actions(), 120 + driver.nextInt(120)));
    }

    private void logged(String what) {
        if (log != null) log.accept("%9.3f %s".formatted(threads.nanos() / 1e9, what));
    }

    private void violation(String what) {
        violations.add(what);
        logged("VIOLATION " + what);
    }

    static String text(Throwable problem) {
        var at = problem.getStackTrace().length == 0 ? "" : " at " + problem.getStackTrace()[0];
        return problem + at;
    }

    /** Null if all went well. What a thread of a program throws and nobody catches is a defect. */
    @Nullable
    String play() {
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, problem) -> violation("defect: thread " + thread.getName() + ": " + text(problem)));
        try {
            return played();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private @Nullable String played() {
        for (var server : servers) server.start();
        for (var part : parts) part.start();
        people.start();
        while (!people.areDone() && violations.isEmpty()) step(threads.nanos() + 5 * SECOND);
        faults.calm();
        store.calm();
        logged("calm");
        for (var node : nodes) {
            node.disk().failNext(0);
            node.runtime().slow(false);
        }
        restarts.clear();
        for (var part : parts) {
            if (part.process() != null) part.process().dieAfter(-1);
            part.jump(Duration.ZERO);
            part.start();
        }
        var end = threads.nanos() + (isOnDisk ? CALM_AFTER_DISK : CALM);
        while (threads.nanos() < end && violations.isEmpty()) step(end);
        while (violations.isEmpty() && threads.runOne()) rests();
        if (violations.isEmpty()) invariants.atTheEnd(nodes);
        return violations.isEmpty() ? null : violations.getFirst();
    }

    private void step(long noFurther) {
        if (!rests()) return;
        if (!threads.runOne()) {
            var next = restarts.isEmpty()
                    ? noFurther
                    : Math.min(noFurther, restarts.keySet().iterator().next());
            threads.advance(next);
            restart();
        } else if (driver.nextInt(600) == 0) threads.move(threads.nanos() + driver.nextInt(50_000_000));
        if (driver.nextInt(40) == 0) happen();
        for (var node : nodes) invariants.check(node);
    }

    private boolean rests() {
        var rests = threads.steps() <= MOST_STEPS;
        if (!rests) violation("rest: the cluster does not come to rest");
        return rests;
    }

    private void restart() {
        while (!restarts.isEmpty()) {
            var first = restarts.entrySet().iterator().next();
            if (first.getKey() > threads.nanos()) return;
            restarts.remove(first.getKey());
            logged("start " + first.getValue().name());
            first.getValue().start();
        }
    }

    /** What happens to machines, processes and disks. */
    private void happen() {
        if (store.isBroken()) {
            logged("the store is broken: its server is ended");
            servers.getFirst().kill();
        }
        for (var part : parts)
            if (!part.isAlive() && !restarts.containsValue(part)) {
                logged(part.name() + " is dead");
                restarts.put(threads.nanos() + (long) driver.nextInt(8000) * 1_000_000 + restarts.size(), part);
            }
        var part = parts.get(driver.nextInt(parts.size()));
        var process = part.process();
        if (process != null && process.isAlive() && faults.happens(FaultKind.CRASH, 40, part.name())) {
            if (driver.nextInt(4) == 0) part.kill();
            else process.dieAfter(driver.nextInt(20));
        }
        if (faults.happens(FaultKind.CLOCK_JUMP, 60, part.name()))
            part.jump(Duration.ofSeconds(driver.nextInt(7200) - 3600));
        var node = nodes.get(driver.nextInt(nodes.size()));
        if (faults.happens(FaultKind.DISK_ERROR, 30, node.name())) node.disk().failNext(1 + driver.nextInt(2));
        if (faults.happens(FaultKind.SLOW_RUNTIME, 40, node.name()))
            node.runtime().slow(true);
        else if (driver.nextInt(40) == 0) node.runtime().slow(false);
        if (faults.happens(FaultKind.COMPACTION, 100, "")) {
            store.compact(
                    Math.max(1, store.revision() - driver.nextInt(20)),
                    servers.getFirst().process());
        }
    }

    int faults() {
        return faults.total();
    }

    /** Writes, answers and watch events that were looked at. */
    long checks() {
        return store.revision() - first + invariants.answers() + invariants.events();
    }

    int foreignWakeups() {
        return threads.foreignWakeups();
    }

    long digest() {
        return threads.digest();
    }

    String figures() {
        return ("%d steps, %.0f s of simulated time, %d writes, %d pods, %d resizes (%d on nodes), %d answers and %d watch"
                        + " events checked, %s")
                .formatted(
                        threads.steps(),
                        threads.nanos() / 1e9,
                        store.revision(),
                        objects.pods().size(),
                        people.resizes(),
                        people.resizesOnNodes(),
                        invariants.answers(),
                        invariants.events(),
                        faults.counts());
    }

    @Override
    public void close() {
        for (var part : parts) part.kill();
        people.kill();
        store.close();
    }
}
