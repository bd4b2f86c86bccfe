package dev.plimsoll.scheduler.loop;

import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.view.PlacementReader.Reading;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.placement.queue.ClusterEvent;
import dev.plimsoll.core.placement.queue.PodQueue;
import dev.plimsoll.core.placement.queue.QueuedPod;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.volumes.VolumeStep;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread that hears of everything and decides on one pod after the other. It owns the table of nodes and the queue; it never
 * waits for anything but messages.
 *
 * <p>A test or a simulation calls {@link #handle} and {@link #decideOne} itself.
 */
public final class SchedulingLoop implements Runnable {
    private static final int DECISIONS_AT_ONCE = 64;
    private static final long LONGEST_WAIT = 1_000;
    private static final int SHOW_EVERY = 1 << 28;

    private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final Time time;
    private final Reporter reporter;
    private final Effects effects;
    private final SchedulingObserver measures;
    private final int mostBindings;
    private final boolean placesDeferred;
    private final BooleanSupplier isLeading;

    private final NodeTable table = new NodeTable();
    private final KnownPods known = new KnownPods(table);
    private final KnownVolumes volumes = new KnownVolumes();
    private final PodQueue queue;
    private final SchedulingCycle deciding;
    private final Map<String, Sent> binding = new HashMap<>();
    private final Map<String, Reading> unreadable = new HashMap<>();
    private final Set<String> synced = new HashSet<>();
    private final long began;
    private long shownAt;
    /** Those of the pods on their way whose volumes may take long to be made: they keep nobody else waiting. */
    private int waiting;

    /** A pod whose binding is on its way since some moment. */
    private record Sent(QueuedPod queued, List<VolumeStep> volumes, long nanos) {}

    public SchedulingLoop(
            SchedulerSettings settings,
            Effects effects,
            SchedulingObserver measures,
            BooleanSupplier isLeading,
            Time time,
            Reporter reporter) {
        this.time = time;
        this.reporter = reporter;
        this.effects = effects;
        this.measures = measures;
        this.isLeading = isLeading;
        this.mostBindings = settings.bindings();
        this.placesDeferred = settings.gates().isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION);
        this.queue = new PodQueue(settings.backoff(), measures);
        this.deciding = new SchedulingCycle(settings, table, volumes.table(), queue, effects, measures);
        this.began = time.nanos();
        time.whenMoved(() -> tell(new Message.Wake()));
    }

    /** Hands over a message, from any thread. */
    public void tell(Message message) {
        ComponentThreads.handOver();
        inbox.add(message);
    }

    /** How much waits to be heard. */
    public int backlog() {
        return inbox.size();
    }

    private long now() {
        return TimeUnit.NANOSECONDS.toMillis(time.nanos() - began);
    }

    @Override
    public void run() {
        var batch = new ArrayList<Message>();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                var first = inbox.poll(patienceNanos(), TimeUnit.NANOSECONDS);
                if (first != null) batch.add(first);
                inbox.drainTo(batch);
                for (var message : batch) handle(message);
                batch.clear();
                for (var i = 0; i < DECISIONS_AT_ONCE && decideOne(); i++) {
                    if (!inbox.isEmpty() && i % 8 == 7) break;
                }
                show();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing: what is decided and not bound is decided again by the next
        }
    }

    private long patienceNanos() {
        var left = mayDecide() ? Math.min(queue.untilDue(now()), LONGEST_WAIT) : LONGEST_WAIT;
        return left <= 0 ? 0 : time.machineNanos(TimeUnit.MILLISECONDS.toNanos(left));
    }

    private void show() {
        if (time.nanos() - shownAt < SHOW_EVERY) return;
        shownAt = time.nanos();
        measures.shown(new Gauges(
                queue.counts(),
                queue.refusals(),
                table.nodeCount(),
                known.size(),
                known.assumedCount(),
                binding.size()));
    }

    private boolean mayDecide() {
        return synced.size() == 3 && isLeading.getAsBoolean() && binding.size() - waiting < mostBindings;
    }

    /** Takes over one message. A mistake in doing so does not end the loop. */
    public void handle(Message message) {
        var begun = time.nanos();
        try {
            switch (message) {
                case Message.OfPod(var change) -> pod(change);
                case Message.OfNode(var change) -> node(change);
                case Message.OfBudget(var change) -> deciding.budget(change);
                case Message.OfNamespace(var change) -> namespace(change);
                case Message.OfClaim(var change) -> told(volumes.claim(change), message);
                case Message.OfVolume(var change) -> told(volumes.volume(change), message);
                case Message.OfStorageClass(var change) -> told(volumes.storageClass(change), message);
                case Message.Bound(var uid) -> bound(uid);
                case Message.NotBound(var uid, var why) -> notBound(uid, why);
                case Message.RoomMade(var uid, var isComplete) -> queue.roomMade(uid, !isComplete, now());
                case Message.Wake() -> {}
            }
        } catch (RuntimeException e) {
            reporter.defect("handling " + message.getClass().getSimpleName(), e);
        }
        var event = message.event();
        if (!event.isEmpty()) measures.handled(event, time.nanos() - begun);
    }

    /** Decides on the next pod; false if there is none, or it is not the time for it. */
    public boolean decideOne() {
        if (!mayDecide()) return false;
        var next = queue.take(now());
        if (next.isEmpty()) return false;
        var queued = next.get();
        try {
            decide(queued);
        } catch (RuntimeException e) {
            reporter.defect("deciding on " + queued.pod().key(), e);
            queue.failed(queued, now());
        }
        return true;
    }

    private void decide(QueuedPod queued) {
        var pod = queued.pod();
        var uid = pod.key().uid();
        var problem = unreadable.get(uid);
        if (problem != null) {
            deciding.refuseUnreadable(queued, problem.problems(), now());
            return;
        }
        if (pod.schedulingStatus().isDeleting()) {
            effects.warn(pod, "skip schedule deleting pod: " + pod.key());
            queue.remove(uid);
            return;
        }
        if (known.isAssumed(uid)) return;
        var node = deciding.decide(queued, now(), time);
        if (node == null) return;
        var steps = deciding.volumeSteps(pod, node);
        volumes.table().promise(steps);
        known.assume(pod, node);
        if (!steps.isEmpty()) waiting++;
        binding.put(uid, new Sent(queued, steps, time.nanos()));
        effects.bind(pod, node, steps);
    }

    private void bound(String uid) {
        var sent = binding.remove(uid);
        if (sent == null) return;
        var queued = sent.queued();
        arrived(sent, true);
        measures.scheduled(queued.attempts(), now() - queued.firstSeen(), queued.isFlushed());
        table.nominations().forget(uid);
        if (!known.isAssumed(uid)) queue.remove(uid);
    }

    private void arrived(Sent sent, boolean isBound) {
        volumes.table().release(sent.volumes());
        if (!sent.volumes().isEmpty()) waiting--;
        var profile = sent.queued().pod().schedulerName();
        measures.passed(SchedulingObserver.Phase.BIND, isBound, profile, time.nanos() - sent.nanos());
    }

    /** The reservation is given back; the pod is tried again, unless the API has shown meanwhile that it has a node or is gone. */
    private void notBound(String uid, String why) {
        var sent = binding.remove(uid);
        if (sent != null) arrived(sent, false);
        var freed = known.forget(uid);
        if (freed != null) queue.tell(new ClusterEvent.PodDeleted(freed), now());
        if (known.isCounted(uid)) queue.remove(uid);
        if (sent == null || !queue.contains(uid)) return;
        deciding.failed(sent.queued(), why, now());
    }

    private void pod(CacheChange<Reading> change) {
        switch (change) {
            case CacheChange.Added<Reading>(var _, var reading) -> show(null, reading);
            case CacheChange.Updated<Reading>(var _, var before, var reading) -> show(before, reading);
            case CacheChange.Removed<Reading>(var _, var reading) -> gone(reading.pod());
            case CacheChange.Synced<Reading> _ -> synced.add("pods");
        }
    }

    private void show(@Nullable Reading before, Reading reading) {
        var pod = reading.pod();
        var uid = pod.key().uid();
        if (reading.problems().isEmpty()) unreadable.remove(uid);
        else unreadable.put(uid, reading);
        if (pod.isAssigned()) {
            if (!reading.problems().isEmpty()) {
                effects.complain("pod " + pod.key() + " on node " + pod.nodeName()
                        + " cannot be understood and may count for too little: " + reading.problems());
            }
            assigned(pod);
            return;
        }
        if (!deciding.places(pod)) {
            if (before != null) queue.remove(uid);
            return;
        }
        var nominated = pod.schedulingStatus().nominatedNode();
        if (!nominated.isEmpty() && table.nominations().nodeOf(uid).isEmpty())
            table.nominations().note(pod, nominated);
        queue.put(pod, now());
    }

    private void assigned(PlacementPod pod) {
        var uid = pod.key().uid();
        var before = known.show(pod);
        table.nominations().forget(uid);
        if (placesDeferred && pod.schedulingStatus().resizeIsDeferred() && deciding.places(pod)) queue.put(pod, now());
        else if (!binding.containsKey(uid)) queue.remove(uid);
        if (!queue.hasUnschedulable()) return;
        if (before == null || !before.nodeName().equals(pod.nodeName())) {
            queue.tell(new ClusterEvent.PodAdded(pod), now());
            return;
        }
        var change = new ClusterEvent.PodChanged(before, pod);
        if (change.matters()) queue.tell(change, now());
    }

    private void gone(PlacementPod pod) {
        var uid = pod.key().uid();
        unreadable.remove(uid);
        queue.remove(uid);
        var before = known.remove(uid);
        var nominated = table.nominations().nodeOf(uid);
        table.nominations().forget(uid);
        if (before != null) queue.tell(new ClusterEvent.PodDeleted(before), now());
        else if (!nominated.isEmpty()) queue.tell(new ClusterEvent.PodDeleted(pod.withNominatedNode(nominated)), now());
    }

    private void node(CacheChange<PlacementNode> change) {
        switch (change) {
            case CacheChange.Added<PlacementNode>(var _, var node) -> {
                table.set(node);
                queue.tell(new ClusterEvent.NodeAdded(node), now());
            }
            case CacheChange.Updated<PlacementNode>(var _, var before, var node) -> {
                if (before.equals(node)) return;
                table.set(node);
                queue.tell(new ClusterEvent.NodeChanged(before, node), now());
            }
            case CacheChange.Removed<PlacementNode>(var _, var node) -> {
                table.removeNode(node.name());
                queue.tell(new ClusterEvent.NodeDeleted(node), now());
            }
            case CacheChange.Synced<PlacementNode> _ -> synced.add("nodes");
        }
    }

    private void told(boolean matters, Message message) {
        if (matters) queue.tell(new ClusterEvent.VolumesChanged(message.event()), now());
    }

    private void namespace(CacheChange<Map<String, String>> change) {
        if (change instanceof CacheChange.Synced<Map<String, String>>) synced.add("namespaces");
        else deciding.namespace(change, now());
    }
}
