package dev.plimsoll.scheduler.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.placement.preemption.PreemptionCandidate;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.volumes.VolumeStep;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.scheduler.loop.Effects;
import dev.plimsoll.scheduler.loop.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Carries out what the loop decides, on threads of its own, and tells the loop how it went. */
public final class ApiEffects implements Effects, AutoCloseable {
    private static final int EVENT_WRITERS = 16;
    private static final int STATUS_WRITERS = 16;
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final ApiClient client;
    private final Attempts attempts;
    private final Binder binder;
    private final ClaimPreparation claims;
    private final PodStatusWriter statuses;
    private final PodEvents events;
    private final BooleanSupplier isLeading;
    private final Reporter reporter;
    private final Consumer<Message> loop;
    private final NewestWrites writes;
    private final List<Thread> writers = new ArrayList<>();
    private final ExecutorService tasks = Executors.newThreadPerTaskExecutor(
            ComponentThreads.named("scheduler-write-", 0).factory());

    public ApiEffects(
            ApiClient client,
            PodEvents events,
            BooleanSupplier isLeading,
            Time time,
            RandomGenerator random,
            Reporter reporter,
            Consumer<Message> loop) {
        this.attempts = new Attempts(time, random, isLeading);
        this.client = client;
        this.binder = new Binder(client, attempts);
        this.claims = new ClaimPreparation(client, attempts, time, random);
        this.statuses = new PodStatusWriter(client, attempts, time);
        this.writes = new NewestWrites(STATUS_WRITERS, time, random);
        this.events = events;
        this.isLeading = isLeading;
        this.reporter = reporter;
        this.loop = loop;
    }

    /** Starts the writers. */
    public void start() {
        for (var i = 0; i < EVENT_WRITERS; i++) writers.add(writer("scheduler-events-" + i, events::write));
        for (var i = 0; i < STATUS_WRITERS; i++) {
            var number = i;
            writers.add(writer("scheduler-status-" + i, () -> writes.write(number)));
        }
    }

    private static Thread writer(String name, Runnable work) {
        return ComponentThreads.named(name).start(work);
    }

    @Override
    public void bind(PlacementPod pod, String nodeName, List<VolumeStep> volumes) {
        tasks.execute(() -> {
            // Why it had no node must not be said after it has one.
            writes.drop(pod.key().uid());
            // Whoever leads no longer writes no longer; the next leader decides anew.
            var problem = isLeading.getAsBoolean() ? bound(pod, nodeName, volumes) : Attempts.NOT_LEADING;
            if (problem.isEmpty()) {
                loop.accept(new Message.Bound(pod.key().uid()));
                events.record(
                        pod,
                        "Normal",
                        "Scheduled",
                        "Binding",
                        "Successfully assigned " + pod.key() + " to " + nodeName);
            } else {
                loop.accept(new Message.NotBound(pod.key().uid(), problem));
            }
        });
    }

    private String bound(PlacementPod pod, String nodeName, List<VolumeStep> volumes) {
        var unready = volumes.isEmpty() ? "" : claims.prepare(pod, volumes, isLeading);
        return unready.isEmpty() ? binder.bind(pod, nodeName) : unready;
    }

    @Override
    public void explain(PlacementPod pod, Failure failure) {
        events.record(pod, "Warning", "FailedScheduling", "Scheduling", failure.message());
        if (PodStatusWriter.isSaid(pod, failure)) return;
        submit(pod, () -> statuses.explain(pod, failure));
    }

    @Override
    public void clearNomination(PlacementPod pod) {
        submit(pod, () -> statuses.clearNomination(pod));
    }

    /** Without it people would not know why a pod waits until it is tried again, which can take minutes: it stays until it is written. */
    private void submit(PlacementPod pod, Supplier<RequestResult<ObjectNode>> write) {
        writes.submit(pod.key().uid(), () -> {
            if (!isLeading.getAsBoolean()) return true;
            var outcome = write.get();
            report("status of pod " + pod.key(), outcome);
            return !Attempts.mayPass(outcome);
        });
    }

    @Override
    public void makeRoom(PlacementPod pod, PreemptionCandidate candidate) {
        tasks.execute(() -> {
            var complete = true;
            for (var victim : candidate.victims()) {
                if (!victim.schedulingStatus().isDeleting()) complete &= isSentAway(victim, pod, candidate.nodeName());
            }
            loop.accept(new Message.RoomMade(pod.key().uid(), complete));
        });
    }

    private boolean isSentAway(PlacementPod victim, PlacementPod pod, String node) {
        if (!isLeading.getAsBoolean()) return false;
        // Without the mark it goes all the same: the mark is for people and for Jobs.
        report("status of pod " + victim.key(), statuses.mark(victim, pod.schedulerName()));
        var name = new ObjectName(victim.key().namespace(), victim.key().name());
        var options = new DeleteOptions(-1, victim.key().uid(), "", "");
        var outcome = attempts.once(() -> client.delete(ApiResource.PODS, name, options));
        var gone = outcome.isDeleted();
        if (!gone) report("deleting pod " + victim.key(), outcome);
        else {
            events.record(
                    victim.key(),
                    pod.schedulerName(),
                    "Normal",
                    "Preempted",
                    "Preempting",
                    "Preempted by pod " + pod.key().uid() + " on node " + node,
                    pod.key());
        }
        return gone;
    }

    private void report(String what, RequestResult<ObjectNode> outcome) {
        switch (outcome) {
            // Gone, or replaced by another of its name: there is nothing left to say about it.
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> {}
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> reporter.tell(what + ": " + outcome.problem());
        }
    }

    @Override
    public void warn(PlacementPod pod, String note) {
        events.record(pod, "Warning", "FailedScheduling", "Scheduling", note);
    }

    @Override
    public void complain(String problem) {
        reporter.tell(problem);
    }

    /** Lets bindings that are on their way come to their end, and stops. */
    @Override
    public void close() {
        tasks.shutdown();
        try {
            if (!tasks.awaitTermination(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) tasks.shutdownNow();
        } catch (InterruptedException _) {
            tasks.shutdownNow();
            Thread.currentThread().interrupt();
        }
        for (var writer : writers) writer.interrupt();
    }
}
