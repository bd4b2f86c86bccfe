package dev.plimsoll.nodeagent.hooks;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops the containers of a pod that has hooks. All preStop hooks begin at once. A container is stopped when its own hook has ended, and
 * a sidecar not before everything that may need it: but none waits longer than the grace period.
 */
final class StopOrder {
    private static final Duration LEAST = Duration.ofSeconds(2);

    private final Act.StopContainers act;
    private final LongSupplier nanos;
    private final long deadline;
    private final List<CountDownLatch> waves = new ArrayList<>();
    private final ConcurrentLinkedQueue<NodeEvent.Failed> failures = new ConcurrentLinkedQueue<>();

    StopOrder(Act.StopContainers act, LongSupplier nanos) {
        this.act = act;
        this.nanos = nanos;
        this.deadline = nanos.getAsLong() + act.grace().toNanos();
        for (var wave : act.waves()) waves.add(new CountDownLatch(wave.size()));
    }

    /** Runs the hook of a container, if it has one, at most so long. */
    interface Hook {
        void run(String container, Duration left);
    }

    /** The first failure; null where everything was stopped. */
    NodeEvent.@Nullable Failed run(Hook hook, BiFunction<String, Duration, NodeEvent.Outcome> stop)
            throws InterruptedException {
        var threads = new ArrayList<Thread>();
        for (var i = 0; i < act.waves().size(); i++) {
            var wave = i;
            for (var name : act.waves().get(i)) {
                threads.add(ComponentThreads.named("stop-" + name).start(() -> one(wave, name, hook, stop)));
            }
        }
        try {
            for (var thread : threads) thread.join();
        } finally {
            threads.forEach(Thread::interrupt);
        }
        return failures.peek();
    }

    private void one(int wave, String name, Hook hook, BiFunction<String, Duration, NodeEvent.Outcome> stop) {
        try {
            if (left().isPositive()) hook.run(name, left());
            for (var earlier : waves.subList(0, wave)) {
                if (!earlier.await(left().toNanos(), TimeUnit.NANOSECONDS)) break;
            }
            var least = act.grace().compareTo(LEAST) < 0 ? act.grace() : LEAST;
            var grace = left().compareTo(least) < 0 ? least : left();
            if (stop.apply(name, grace) instanceof NodeEvent.Failed failed) failures.add(failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the node is stopping
        } finally {
            waves.get(wave).countDown();
        }
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(0, deadline - nanos.getAsLong()));
    }
}
