package dev.plimsoll.runtime.heap;

import com.sun.management.OperatingSystemMXBean;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Has the heap collected when {@link CollectionRule} says so. Only of the serial collector: others give memory back by themselves. */
public final class HeapKeeper implements AutoCloseable {
    private static final String COLLECTOR = "MarkSweepCompact";
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final MemoryPoolMXBean old;
    private final GarbageCollectorMXBean collector;
    private final OperatingSystemMXBean system;
    private final Time time;
    private final Thread thread;
    private long collections;
    private long collectedAt;
    private long observedAt;
    private long usedProcessor;

    private HeapKeeper(
            MemoryPoolMXBean old, GarbageCollectorMXBean collector, OperatingSystemMXBean system, Time time) {
        this.old = old;
        this.collector = collector;
        this.system = system;
        this.time = time;
        this.collections = collector.getCollectionCount();
        this.collectedAt = time.nanos();
        this.observedAt = collectedAt;
        this.usedProcessor = system.getProcessCpuTime();
        this.thread = ComponentThreads.named("heap-keeper").unstarted(this::run);
    }

    /** Of this process; empty where another collector looks after it. */
    public static Optional<HeapKeeper> start(Time time) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system))
            return Optional.empty();
        var collector = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(each -> each.getName().equals(COLLECTOR))
                .findFirst();
        var pool = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(each -> Arrays.asList(each.getMemoryManagerNames()).equals(List.of(COLLECTOR)))
                .findFirst();
        if (collector.isEmpty() || pool.isEmpty()) return Optional.empty();
        var keeper = new HeapKeeper(pool.get(), collector.get(), system, time);
        keeper.thread.start();
        return Optional.of(keeper);
    }

    private void run() {
        try {
            while (true) {
                time.sleep(INTERVAL);
                if (CollectionRule.isDue(observed())) System.gc();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private HeapUsage observed() {
        var now = time.nanos();
        var count = collector.getCollectionCount();
        if (count != collections) collectedAt = now;
        collections = count;
        var processor = system.getProcessCpuTime();
        var processors = (processor - usedProcessor) / (double) Math.max(1, now - observedAt);
        usedProcessor = processor;
        observedAt = now;
        var left = old.getCollectionUsage();
        return new HeapUsage(
                old.getUsage().getUsed(),
                left == null ? 0 : left.getUsed(),
                Duration.ofNanos(now - collectedAt),
                processors);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
