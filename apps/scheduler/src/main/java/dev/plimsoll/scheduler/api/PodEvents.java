package dev.plimsoll.scheduler.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.objects.event.EventDraft;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Events about pods, as events.k8s.io/v1 has them. Several writers send them side by side, since each pod that is placed brings
 * one. The same event again counts up the series of the first. What cannot be kept up with is dropped: nothing depends on events.
 */
public final class PodEvents {
    private static final int WAITING = 20_000;
    private static final int REMEMBERED = 4096;
    private static final int LONGEST_NOTE = 1024;

    private final ApiClient client;
    private final String instance;
    private final Time time;
    private final BlockingQueue<Occurrence> queue = new ArrayBlockingQueue<>(WAITING);
    private final LongAdder dropped = new LongAdder();
    private final AtomicLong lastName = new AtomicLong();
    private final Map<Same, Series> written = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Same, Series> eldest) {
            return size() > REMEMBERED;
        }
    };

    public PodEvents(ApiClient client, String instance, Time time) {
        this.client = client;
        this.instance = instance;
        this.time = time;
    }

    /** What happened to a pod; {@code relatedOrNull} is another pod that has to do with it. */
    record Occurrence(
            PlacementPod.Key pod,
            String controller,
            String type,
            String reason,
            String action,
            String note,
            PlacementPod.@Nullable Key relatedOrNull,
            Instant at) {}

    private record Same(String uid, String reason, String note) {}

    private record Series(ObjectName event, int count) {}

    void record(PlacementPod pod, String type, String reason, String action, String note) {
        record(pod.key(), pod.schedulerName(), type, reason, action, note, null);
    }

    /** Reports; never waits. */
    void record(
            PlacementPod.Key pod,
            String controller,
            String type,
            String reason,
            String action,
            String note,
            PlacementPod.@Nullable Key related) {
        var occurrence =
                new Occurrence(pod, controller, type, reason, action, shortened(note), related, time.instant());
        if (!queue.offer(occurrence)) dropped.increment();
    }

    /** How many were given up. */
    public long dropped() {
        return dropped.sum();
    }

    public boolean isIdle() {
        return queue.isEmpty();
    }

    /** The loop of one of the writers. */
    void write() {
        try {
            while (true) handle(queue.take());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing: what is queued is lost
        }
    }

    private void handle(Occurrence occurrence) {
        var same = new Same(occurrence.pod().uid(), occurrence.reason(), occurrence.note());
        Series before;
        synchronized (written) {
            before = written.get(same);
        }
        if (before != null && countedUp(before, occurrence)) {
            remember(same, new Series(before.event(), before.count() + 1));
            return;
        }
        switch (client.create(EventDraft.EVENTS, document(occurrence))) {
            case RequestResult.Done<ObjectNode>(var event) -> remember(same, new Series(ObjectName.of(event), 1));
            case RequestResult<ObjectNode> _ -> dropped.increment();
        }
    }

    private void remember(Same same, Series series) {
        // A pod is placed once; only what is repeated needs to be known again.
        if (same.reason().equals("Scheduled")) return;
        synchronized (written) {
            written.put(same, series);
        }
    }

    private boolean countedUp(Series before, Occurrence occurrence) {
        var series = EventDraft.series(before.count() + 1, occurrence.at());
        return client.patch(EventDraft.EVENTS, before.event(), series) instanceof RequestResult.Done<ObjectNode>;
    }

    private ObjectNode document(Occurrence occurrence) {
        var pod = occurrence.pod();
        var name = pod.name() + "." + Long.toHexString(nextName(occurrence.at()));
        var event = new EventDraft(new ObjectName(pod.namespace(), name), occurrence.at())
                .reporter(occurrence.controller(), instance)
                .says(occurrence.type(), occurrence.reason(), occurrence.action(), occurrence.note())
                .regardingPod(name(pod), pod.uid());
        var related = occurrence.relatedOrNull();
        if (related != null && related.namespace().equals(pod.namespace())) {
            event.relatedPod(name(related), related.uid());
        } else if (related != null) {
            event.relatedPod(related.uid());
        }
        return event.document();
    }

    private static ObjectName name(PlacementPod.Key pod) {
        return new ObjectName(pod.namespace(), pod.name());
    }

    /** Later than every name before, even if the clock goes back. */
    private long nextName(Instant at) {
        var wanted = at.getEpochSecond() * 1_000_000_000 + at.getNano();
        return lastName.updateAndGet(last -> Math.max(last + 1, wanted));
    }

    /** At most 1024 bytes; what was cut shows as dots. */
    static String shortened(String note) {
        var bytes = note.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST_NOTE) return note;
        var end = LONGEST_NOTE - 4;
        while (end > 0 && (bytes[end] & 0xc0) == 0x80) end--; // not inside a character
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + " ...";
    }
}
