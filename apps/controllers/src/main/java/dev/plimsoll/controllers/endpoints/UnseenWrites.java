package dev.plimsoll.controllers.endpoints;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.objects.service.EndpointSliceObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Writes that the cache does not show yet. Who decides on what the cache shows would make the same slice twice. */
final class UnseenWrites {
    /** After which the cache is believed: the write may never have arrived. */
    private static final Duration OVERDUE = Duration.ofSeconds(10);

    private final Time time;
    private final Cache<EndpointSliceObject> cache;
    private final Map<ObjectName, Map<ObjectName, Write>> byService = new HashMap<>();

    /**
     * A write of a slice.
     *
     * @param before the version that it changes; empty for a new slice
     */
    private record Write(String before, long since) {}

    UnseenWrites(Time time, Cache<EndpointSliceObject> cache) {
        this.time = time;
        this.cache = cache;
    }

    synchronized void creating(ObjectName service, ObjectName slice) {
        note(service, slice, "");
    }

    synchronized void changing(ObjectName service, EndpointSliceObject slice) {
        note(service, slice.name(), slice.metadata().version());
    }

    private void note(ObjectName service, ObjectName slice, String before) {
        byService.computeIfAbsent(service, _ -> new HashMap<>()).put(slice, new Write(before, time.nanos()));
    }

    /** The write was refused. */
    synchronized void settle(ObjectName service, ObjectName slice) {
        var writes = byService.get(service);
        if (writes != null) writes.remove(slice);
    }

    synchronized boolean isEmpty(ObjectName service) {
        var writes = byService.get(service);
        if (writes == null) return true;
        writes.entrySet().removeIf(entry -> isSeen(entry.getKey(), entry.getValue()));
        if (writes.isEmpty()) byService.remove(service);
        return writes.isEmpty();
    }

    private boolean isSeen(ObjectName slice, Write write) {
        if (time.nanos() - write.since() > OVERDUE.toNanos()) return true;
        var known = cache.find(slice);
        // One that was changed and is not there was deleted since.
        return known.isEmpty()
                ? !write.before().isEmpty()
                : !known.get().metadata().version().equals(write.before());
    }

    /** The change that makes the cache show the write wakes the service as well. */
    ReconcileResult whenOverdue() {
        return ReconcileResult.again(OVERDUE.plusMillis(100));
    }
}
