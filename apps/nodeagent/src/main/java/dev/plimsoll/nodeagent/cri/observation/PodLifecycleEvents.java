package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.cri.ContainerEventNews;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.EventFeed;
import dev.plimsoll.nodeagent.cri.cgroups.MemoryWatch;
import dev.plimsoll.runtime.ErrorReporter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tells of pods that changed by themselves. An event of the runtime, or the kernel's word that memory ran out, leads to a look at
 * that pod; now and then, and whenever events may have been missed, all pods are looked at.
 */
public final class PodLifecycleEvents implements AutoCloseable {
    private static final String ALL = "";
    private static final String EVENTS = "events of the container runtime";
    private static final String LOOK = "a look at pods failed";
    /** With a runtime that has no events only looking tells. */
    private static final Duration WITHOUT_EVENTS = Duration.ofSeconds(1);

    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final Observations observations;
    private final OutOfMemory outOfMemory;
    private final MemoryWatch memory;
    private final Consumer<NodeEvent> listener;
    private final OngoingErrors errors;
    private final InstantSource clock;
    private final EventFeed feed;
    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    /** By uid, how many acts have ended: what was seen before the last one did is out of date. */
    private final Map<String, Integer> versions = new ConcurrentHashMap<>();
    /** Pods that were there at the last look at all of them. Only the loop uses it. */
    private Set<String> known = Set.of();

    private volatile Duration period;
    private volatile boolean closed;
    private @Nullable Thread loop;
    private @Nullable Thread events;

    public PodLifecycleEvents(
            CriClient cri,
            Observations observations,
            OutOfMemory outOfMemory,
            MemoryWatch memory,
            Consumer<NodeEvent> listener,
            Duration period,
            InstantSource clock,
            RandomGenerator random,
            ErrorReporter errors) {
        this.observations = observations;
        this.outOfMemory = outOfMemory;
        this.memory = memory;
        this.listener = listener;
        this.period = period;
        this.clock = clock;
        this.errors = new OngoingErrors(errors);
        this.feed = cri.events(this::hear, random);
    }

    public void start() {
        loop = ComponentThreads.named("plimsoll-pods-seen").start(this::run);
        events = ComponentThreads.named("plimsoll-runtime-events").start(feed);
        memory.start(this::ask);
    }

    /** Something was done to a pod: what was seen of it before no longer counts. */
    public void acted(String uid) {
        versions.merge(uid, 1, Integer::sum);
    }

    private void hear(ContainerEventNews news) {
        switch (news) {
            case ContainerEventNews.Connected _ -> {
                errors.over(EVENTS);
                ask(ALL);
            }
            case ContainerEventNews.Happened(var event) -> {
                var uid = CriLabels.uid(event.sandbox().sandbox());
                ask(uid);
            }
            case ContainerEventNews.Lost(var _, var message) -> errors.met(EVENTS, message);
            case ContainerEventNews.Unsupported _ -> {
                if (period.compareTo(WITHOUT_EVENTS) > 0) period = WITHOUT_EVENTS;
                ask(ALL);
            }
        }
    }

    private void ask(String uid) {
        if (waiting.add(uid)) asked.add(uid);
    }

    private void run() {
        try {
            while (!closed) {
                var uid = asked.poll(period.toMillis(), TimeUnit.MILLISECONDS);
                waiting.remove(uid == null ? ALL : uid);
                if (uid == null || uid.equals(ALL)) lookAtAll();
                else look(uid);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }

    private void look(String uid) {
        var before = versions.getOrDefault(uid, 0);
        switch (observations.of(uid)) {
            case CriReply.Ok<PodObservation>(var observed) -> tell(uid, before, observed);
            // The pod is among all pods, who are looked at before long.
            case CriReply.Failed<PodObservation>(var _, var message) -> errors.met(LOOK, message);
        }
    }

    private void lookAtAll() {
        var before = new HashMap<>(versions);
        switch (observations.all()) {
            case CriReply.Ok<Map<String, PodObservation>>(var all) -> {
                errors.over(LOOK);
                all.forEach((uid, observed) -> tell(uid, before.getOrDefault(uid, 0), observed));
                for (var uid : known) {
                    if (!all.containsKey(uid)) tell(uid, before.getOrDefault(uid, 0), PodObservation.NOTHING);
                }
                var gone = new HashSet<>(versions.keySet());
                gone.removeAll(all.keySet());
                gone.removeAll(known);
                gone.forEach(uid -> versions.remove(uid, before.getOrDefault(uid, 0)));
                known = Set.copyOf(all.keySet());
                memory.retain(known);
                outOfMemory.retain(known);
            }
            case CriReply.Failed<Map<String, PodObservation>>(var _, var message) -> errors.met(LOOK, message);
        }
    }

    private void tell(String uid, int before, PodObservation observed) {
        if (!versions.getOrDefault(uid, 0).equals(before)) {
            ask(uid);
            return;
        }
        memory.add(uid);
        outOfMemory.notice(uid, observed);
        listener.accept(new NodeEvent.PodObserved(clock.instant(), uid, observed));
    }

    @Override
    public void close() {
        closed = true;
        feed.close();
        memory.close();
        end(loop);
        end(events);
    }

    /** Whoever closes this may close the client next, which a call under way would not survive. */
    private static void end(@Nullable Thread thread) {
        if (thread == null) return;
        thread.interrupt();
        try {
            thread.join(LONGEST_END);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
