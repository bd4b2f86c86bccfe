package dev.plimsoll.client.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * Writes events about objects without holding up whoever reports them.
 *
 * <p>{@link #run} is the loop of a thread; a simulation calls {@link #handle} instead. What cannot be written after some time is
 * given up: events are for people, and nothing depends on them.
 */
public final class EventRecorder implements Runnable {
    private static final int QUEUE = 1000;
    private static final int MOST_TRIES = 12;

    private final ApiClient client;
    private final EventCorrelation correlation;
    private final Time time;
    private final RandomGenerator random;
    private final BlockingQueue<Occurrence> queue = new ArrayBlockingQueue<>(QUEUE);
    private final LongAdder dropped = new LongAdder();

    public EventRecorder(ApiClient client, EventSource source, Time time, RandomGenerator random) {
        this.client = client;
        this.correlation = new EventCorrelation(source, time);
        this.time = time;
        this.random = random;
    }

    /** Reports; never waits. */
    public void record(About about, Occurrence.Type type, String reason, String message) {
        if (!queue.offer(new Occurrence(about, type, reason, message, time.instant()))) dropped.increment();
    }

    /** How many were given up: the queue was full, there were too many about one object, or the server did not take them. */
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public void run() {
        try {
            while (true) handle(queue.take());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing: what is queued is lost
        }
    }

    /** Writes what is queued, on this thread. */
    public void flush() throws InterruptedException {
        for (var next = queue.poll(); next != null; next = queue.poll()) handle(next);
    }

    void handle(Occurrence occurrence) throws InterruptedException {
        var write = correlation.correlate(occurrence);
        var backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10), random);
        for (var tries = 0; tries < MOST_TRIES; tries++) {
            if (isSettled(write, occurrence)) return;
            if (Thread.currentThread().isInterrupted()) break;
            time.sleep(backoff.failure());
        }
        dropped.increment();
    }

    private boolean isSettled(EventWrite write, Occurrence occurrence) {
        return switch (write) {
            case EventWrite.Create(var key, var event) -> isTaken(create(event), key, occurrence);
            case EventWrite.CountUp(var key, var name, var patch, var event) -> {
                var outcome = client.patch(ApiResource.EVENTS, name, new Patch.Merge(patch));
                // Events end after a while; then the count goes on in a new one.
                yield isTaken(
                        outcome instanceof RequestResult.NotFound<ObjectNode> ? create(event) : outcome,
                        key,
                        occurrence);
            }
            case EventWrite.Drop() -> {
                dropped.increment();
                yield true;
            }
        };
    }

    private RequestResult<ObjectNode> create(ObjectNode event) {
        return client.create(ApiResource.EVENTS, event);
    }

    /** Whether there is nothing left to try. */
    private boolean isTaken(RequestResult<ObjectNode> outcome, EventKey key, Occurrence occurrence) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode>(var event) -> {
                correlation.wrote(key, event, occurrence);
                yield true;
            }
            // An answer that got lost: the event of this name is ours.
            case RequestResult.Conflict<ObjectNode>(var status) when status.alreadyExists() -> true;
            case RequestResult.Unreachable<ObjectNode> _ -> false;
            case RequestResult.Refused<ObjectNode>(var status) when status.isTemporary() -> false;
            case RequestResult.NotFound<ObjectNode> _,
                    RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _ -> {
                dropped.increment();
                yield true;
            }
        };
    }
}
