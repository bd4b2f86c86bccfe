package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Names of objects that changed since somebody last looked, each once, however often it changed. */
public final class DirtyObjects {
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private Map<ObjectName, Times> pods = new LinkedHashMap<>();
    private Set<String> nodes = new HashSet<>();
    private boolean others;

    public DirtyObjects(InstantSource clock) {
        this.clock = clock;
    }

    /** When an object changed first and last since somebody looked. */
    public record Times(Instant first, Instant last) {}

    /** What changed. */
    public record Batch(Map<ObjectName, Times> pods, Set<String> nodes, boolean others) {
        public boolean isEmpty() {
            return pods.isEmpty() && nodes.isEmpty() && !others;
        }
    }

    void changed(ApiResource resource, ObjectName name) {
        lock.lock();
        try {
            if (resource.equals(PodObject.KIND.resource()) || resource.equals(PodMetricsObject.KIND.resource())) {
                var now = clock.instant();
                pods.merge(name, new Times(now, now), (before, _) -> new Times(before.first(), now));
            } else if (resource.equals(NodeObject.KIND.resource())) {
                nodes.add(name.name());
            } else {
                others = true;
            }
            woken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Something else happened that whoever looks should know of. */
    public void wake() {
        lock.lock();
        try {
            others = true;
            woken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a change, but not longer than this; everything that changed. */
    public Batch take(long atMostMillis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var left = TimeUnit.MILLISECONDS.toNanos(atMostMillis);
            while (pods.isEmpty() && nodes.isEmpty() && !others && left > 0) left = woken.awaitNanos(left);
            var batch = new Batch(pods, nodes, others);
            pods = new LinkedHashMap<>();
            nodes = new HashSet<>();
            others = false;
            return batch;
        } finally {
            lock.unlock();
        }
    }
}
