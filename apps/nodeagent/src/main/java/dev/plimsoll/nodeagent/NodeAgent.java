package dev.plimsoll.nodeagent;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.RunningPods;
import dev.plimsoll.core.resize.WaitingResize;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.topology.ManagerState;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.restoration.RestoredState;
import dev.plimsoll.core.topology.state.RunningPod;
import dev.plimsoll.nodeagent.api.NodeEvents;
import dev.plimsoll.nodeagent.checkpoint.CheckpointWriter;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.handlers.HandlerRunner;
import dev.plimsoll.nodeagent.hooks.HookedRuntime;
import dev.plimsoll.nodeagent.loop.Mailbox;
import dev.plimsoll.nodeagent.loop.PodTimers;
import dev.plimsoll.nodeagent.loop.RestoredActions;
import dev.plimsoll.nodeagent.mirrorpods.MirrorPods;
import dev.plimsoll.nodeagent.probes.ContainerProbes;
import dev.plimsoll.nodeagent.probes.ProbeCounts;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.shape.NodeShape;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One node. Events come in from the API, the runtime and the clock; the machine decides; what it asks for is done here, in its
 * order, by whoever does that kind of thing. Nothing is decided in this class.
 */
public final class NodeAgent implements AutoCloseable {
    /** How long the end waits for the disk. */
    private static final Duration LONGEST_SAVE = Duration.ofSeconds(5);

    private final NodeShape shape;
    private final NodeMachine machine;
    private final PodRuntime runtime;
    private final NodeCheckpoints checkpoints;
    private final NodeContext around;
    private final NodeEvents events;
    private final CheckpointWriter saving;
    private final Mailbox<NodeEvent> inbox;
    private final PodTimers timers;

    /** Uids of pods with a resize that waits until less memory is used. */
    private final Set<String> waitingForMemory = ConcurrentHashMap.newKeySet();

    private volatile NodeState state;
    /** The state that effects are performed for; the present one but for the while that it takes. */
    private volatile NodeState upcoming;
    /** When the event began that is being handled. */
    private volatile @Nullable Instant busySince;

    private volatile boolean closed;
    private final RestoredActions whenRestored = new RestoredActions();
    private volatile Runnable whenPinned = () -> {};
    private final MirrorPods mirrors;
    private final HandlerRunner handlers;
    private final ContainerProbes probes;

    public NodeAgent(
            NodeShape shape, NodeMachine machine, PodRuntime runtime, NodeCheckpoints checkpoints, NodeContext around) {
        this.shape = shape;
        this.machine = machine;
        this.checkpoints = checkpoints;
        this.around = around;
        this.state = machine.initial(shape.facts());
        this.upcoming = state;
        this.events =
                new NodeEvents(around.clients().of(shape.name()), shape.name(), around.executor(), around.program());
        this.mirrors = new MirrorPods(shape, around);
        this.saving =
                new CheckpointWriter(checkpoints, machine.resourceManagers(), around.executor(), this::now, this::tell);
        this.handlers = new HandlerRunner(runtime);
        this.runtime = new HookedRuntime(runtime, uid -> upcoming.pod(uid), handlers, events::aboutPod, around.time());
        this.probes = new ContainerProbes(new ContainerProbes.Wiring(
                runtime,
                handlers,
                uid -> upcoming.pod(uid),
                events::aboutPod,
                this::tell,
                around.timers(),
                around.executor(),
                around.time()::instant,
                around.random()));
        this.timers = new PodTimers(around.timers(), uid -> tell(new NodeEvent.TimerFired(now(), uid)));
        this.inbox = new Mailbox<>(around.executor(), this::handle);
    }

    /**
     * Begins with what is on disk and what runs. Pods are told of afterwards.
     *
     * @return why it does not begin: running pods that would have to be moved; empty where it has begun
     */
    public List<String> start() {
        return start(checkpoints.load());
    }

    /** The same with checkpoints that were read already. */
    public List<String> start(NodeCheckpoints.Loaded loaded) {
        var running = runtime.running();
        return switch (restored(loaded, RunningPods.of(running, runtime::podName))) {
            case RestoredState.Refused(var reasons) -> {
                var text = String.join("; ", reasons);
                events.aboutNode(true, "NodeNotStarted", text);
                around.reporter().tell("node " + shape.name() + " does not start: " + text);
                yield reasons;
            }
            case RestoredState.Ready ready -> {
                runtime.follow(this::tell);
                tell(new NodeEvent.Restarted(
                        now(), loaded.allocated(), loaded.actuated(), loaded.damaged(), ready, running));
                yield List.of();
            }
        };
    }

    private RestoredState restored(NodeCheckpoints.Loaded loaded, SortedMap<String, RunningPod> running) {
        var resourceManagers = machine.resourceManagers();
        if (resourceManagers != null)
            return resourceManagers.restore(loaded.cpusOrNull(), loaded.memoryOrNull(), running);
        var reasons = ResourceManagers.keptByNobody(loaded.cpusOrNull(), loaded.memoryOrNull(), running);
        return reasons.isEmpty()
                ? new RestoredState.Ready(state.pinned(), List.of(), Set.of())
                : new RestoredState.Refused(reasons);
    }

    public void tell(NodeEvent event) {
        if (!closed) inbox.put(event);
    }

    public NodeShape shape() {
        return shape;
    }

    /** All that is known at this moment. */
    public NodeState state() {
        return state;
    }

    /** Resizes that wait for room, at most so many, with the pods that have what is missing. */
    public List<WaitingResize> waitingForRoom(int most) {
        return machine.waiting(state, most);
    }

    /** Uids of pods with a resize that waits until less memory is used. */
    public Set<String> waitingForMemory() {
        return Set.copyOf(waitingForMemory);
    }

    /** What decides about CPUs and memory of containers' own; null where there is no such thing. */
    public @Nullable ResourceManagers resourceManagers() {
        return machine.resourceManagers();
    }

    /** What containers and pods have to themselves at this moment; empty where CPUs are never pinned. */
    public Optional<ManagerState> managers() {
        var resourceManagers = machine.resourceManagers();
        if (resourceManagers == null || !resourceManagers.cpuPolicyName().equals("static")) return Optional.empty();
        var now = state;
        var pods = now.pods().values().stream()
                .filter(pod -> pod.isAllocated() && pod.stage().holdsResources())
                .map(PodRecord::allocatedPod)
                .toList();
        return Optional.of(ManagerState.of(resourceManagers, now.pinned(), pods));
    }

    /** Lets somebody hear of each change of what containers have to themselves; must be quick. */
    public void whenPinned(Runnable listener) {
        whenPinned = listener;
    }

    /** Does something as soon as what was there before a restart is known; at once if it is. */
    public void whenRestored(Runnable action) {
        whenRestored.run(action);
    }

    public PodRuntime runtime() {
        return runtime;
    }

    public NodeEvents events() {
        return events;
    }

    private Instant now() {
        return around.time().instant();
    }

    /**
     * One event. Effects are performed before the new state is kept: whoever sees a state sees what was asked for it. Answers come
     * through the inbox, so the machine meets them in the new state.
     */
    private void handle(NodeEvent event) {
        busySince = now();
        try {
            var begun = now();
            var step = machine.step(state, event);
            var took = Duration.between(begun, now());
            upcoming = step.state();
            for (var effect : step.effects()) attempt(effect, step.state(), took);
            state = step.state();
            // Whoever hears of it looks at the state, so it is told of the new one.
            if (step.effects().stream().anyMatch(Effect.SavePinned.class::isInstance)) whenPinned.run();
            if (event instanceof NodeEvent.Restarted) whenRestored.restored();
            if (event instanceof NodeEvent.PodRemoved(var _, var uid)) probes.remove(uid);
        } catch (RuntimeException defect) {
            // The state has not moved: the event counts as not heard.
            report("at " + event, defect);
        } finally {
            busySince = null;
        }
    }

    /** One effect that throws takes none of the others with it, and is answered where the machine waits for an answer. */
    private void attempt(Effect effect, NodeState next, Duration stepTook) {
        try {
            perform(effect, next, stepTook);
        } catch (RuntimeException defect) {
            report("at " + effect, defect);
            var error = text(defect);
            switch (effect) {
                case Act act -> tell(new NodeEvent.Failed(now(), act.uid(), act.ticket(), error, false));
                case Effect.SaveAllocated(var ticket, var _) ->
                    tell(new NodeEvent.SaveFailed(now(), Checkpoint.File.ALLOCATED, ticket, error));
                case Effect.SaveActuated(var ticket, var _) ->
                    tell(new NodeEvent.SaveFailed(now(), Checkpoint.File.ACTUATED, ticket, error));
                case Effect.SavePinned(var ticket, var _) ->
                    tell(new NodeEvent.SaveFailed(now(), Checkpoint.File.PINNED, ticket, error));
                case Effect.PublishStatus _,
                        Effect.EmitEvent _,
                        Effect.Log _,
                        Effect.Observe _,
                        Effect.WakeUp _,
                        Effect.ForgetPod _ -> {}
            }
        }
    }

    /** After the end nothing is done any more, and nobody needs to know: a restart does it. */
    private void report(String where, RuntimeException defect) {
        if (!(closed && defect instanceof RejectedExecutionException))
            around.reporter().defect("node " + shape.name() + " " + where, defect);
    }

    private static String text(RuntimeException exception) {
        var message = exception.getMessage();
        return message == null ? exception.getClass().getSimpleName() : message;
    }

    /** Whether the loop goes on: no event takes longer than this. */
    public boolean isResponsive(Duration longest) {
        var since = busySince;
        return since == null || now().isBefore(since.plus(longest));
    }

    private void perform(Effect effect, NodeState next, Duration stepTook) {
        switch (effect) {
            case Effect.SaveAllocated save -> saving.put(save);
            case Effect.SaveActuated save -> saving.put(save);
            case Effect.SavePinned save -> saving.put(save);
            case Effect.PublishStatus(var pod, var status) -> {
                around.metrics().starts().reported(pod.uid(), status, now());
                if (status.waitsForMemory()) waitingForMemory.add(pod.uid());
                else waitingForMemory.remove(pod.uid());
                var record = next.pod(pod.uid());
                publish(record, pod, status);
                if (record != null) probes.seen(record);
            }
            case Effect.EmitEvent event -> emit(event);
            case Effect.Log(var pod, var message) ->
                around.reporter()
                        .tell("node " + shape.name() + ", pod " + pod.namespace() + "/" + pod.name() + ": " + message);
            case Effect.Observe(var metric) -> around.metrics().observe(metric, (double) stepTook.toMillis());
            case Effect.WakeUp(var uid, var at) -> timers.set(uid, at);
            case Effect.ForgetPod(var pod) -> {
                timers.cancel(pod.uid());
                probes.remove(pod.uid());
                waitingForMemory.remove(pod.uid());
                around.metrics().starts().forgotten(pod.uid());
                around.forgetting().forget(shape.name(), pod);
            }
            case Act act -> act(act);
        }
    }

    private void publish(@Nullable PodRecord record, ObjectMeta pod, StatusReport status) {
        if (record != null && record.source() == PodSource.STATIC) mirrors.publish(pod, status);
        else if (record != null && record.pod().status().startTimeOrNull() != null)
            around.statuses().publishAgain(shape.name(), pod, status, shape.address());
        else around.statuses().publish(shape.name(), pod, status, shape.address());
    }

    /** What the API shows of pods that come from files of the node. */
    public MirrorPods mirrors() {
        return mirrors;
    }

    private void emit(Effect.EmitEvent event) {
        if (event.pod().uid().isEmpty()) events.aboutNode(event.isWarning(), event.reason(), event.message());
        else events.aboutPod(event.pod(), event.fieldPath(), event.isWarning(), event.reason(), event.message());
    }

    private void act(Act act) {
        if (runtime.isImmediate(act)) conclude(act);
        else around.executor().execute(() -> conclude(act));
    }

    private void conclude(Act act) {
        tell(answer(act));
        runtime.answered(act);
    }

    /** Every act is answered: a pod whose act is not would stay busy until the next restart. */
    private NodeEvent answer(Act act) {
        try {
            return runtime.perform(act);
        } catch (UncheckedIOException failure) {
            return new NodeEvent.Failed(now(), act.uid(), act.ticket(), text(failure), false);
        } catch (RuntimeException defect) {
            report("at " + act, defect);
            return new NodeEvent.Failed(now(), act.uid(), act.ticket(), text(defect), false);
        }
    }

    /** What the probes of its containers have come to. */
    public ProbeCounts probeCounts() {
        return probes.counts();
    }

    /**
     * Ends in good order: what was decided is on disk before. Without that the next process would do again, and tell again, what this
     * one has done and told.
     */
    public void stop() {
        closed = true;
        try {
            if (!saving.awaitWritten(LONGEST_SAVE))
                around.reporter().tell("node " + shape.name() + " ends before its checkpoints are on disk");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // whoever ends this is in a hurry
        }
        close();
    }

    /** Ends at once, as a process that is killed: what is not on disk is lost. */
    @Override
    public void close() {
        closed = true;
        probes.close();
        handlers.close();
        mirrors.close();
        runtime.close();
    }
}
