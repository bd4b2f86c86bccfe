package dev.plimsoll.nodeagent.usage;

import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks at the memory of pods whose shrink waits for it, so that it is tried as soon as it can succeed. The kernel tells when memory
 * runs short and never when it gets free: while a shrink waits, it is asked once a second; otherwise not at all.
 */
public final class BlockedShrinks {
    public static final Duration PERIOD = Duration.ofSeconds(1);

    private final NodeAgent agent;
    private final InstantSource clock;
    private final AtomicBoolean isLooking = new AtomicBoolean();

    public BlockedShrinks(NodeAgent agent, InstantSource clock) {
        this.agent = agent;
        this.clock = clock;
    }

    public Timers.ScheduledTask start(Timers timers, Duration offset, Executor executor) {
        return timers.every(PERIOD.plus(offset), PERIOD, () -> {
            // A runtime that takes long to answer is not asked by two at a time.
            if (!agent.waitingForMemory().isEmpty() && isLooking.compareAndSet(false, true))
                executor.execute(this::look);
        });
    }

    /** One look. */
    void look() {
        try {
            var usage = agent.runtime().usage();
            for (var uid : agent.waitingForMemory()) {
                var pod = usage.get(uid);
                if (pod != null) agent.tell(new NodeEvent.UsageObserved(clock.instant(), uid, pod.memory()));
            }
        } finally {
            isLooking.set(false);
        }
    }
}
