package dev.plimsoll.nodeagent;

import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.nodeagent.api.NodeEvents;
import dev.plimsoll.nodeagent.checkpoint.Checkpoints;
import dev.plimsoll.nodeagent.checkpoint.Saving;
import dev.plimsoll.nodeagent.loop.Mailbox;
import dev.plimsoll.nodeagent.loop.Timers;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One node. Events come in from the API, the runtime and the clock; the machine decides; what it asks for is done here, in its
 * order, by whoever does that kind of thing. Nothing is decided in this class.
 */
public final class NodeAgent implements AutoCloseable {
    private final NodeShape shape;
    private final NodeMachine machine;
    private final PodRuntime runtime;
    private final Checkpoints checkpoints;
    private final Surroundings around;
    private final NodeEvents events;
    private final Saving saving;
    private final Mailbox<Event> inbox;
    /** By pod uid; the empty one is the node's own. Only the loop uses it. */
    private final Map<String, Timers.Wish> wishes = new HashMap<>();

    private volatile NodeState state;
    /** When the turn began that is not over yet. */
    private volatile @Nullable Instant turningSince;

    private volatile boolean closed;
    private volatile Runnable whenPinned = () -> {};

    public NodeAgent(
            NodeShape shape, NodeMachine machine, PodRuntime runtime, Checkpoints checkpoints, Surroundings around) {
        this.shape = shape;
        this.machine = machine;
        this.runtime = runtime;
        this.checkpoints = checkpoints;
        this.around = around;
        this.state = machine.initial(shape.facts());
        this.events = new NodeEvents(
                around.clients().of(shape.name()), shape.name(), around.executor(), around.time(), around.random());
        this.saving = new Saving(checkpoints, around.executor(), this::now, this::tell);
        this.inbox = new Mailbox<>(around.executor(), this::handle);
    }

    /** Begins with what is on disk and what runs. Pods are told of afterwards. */
    public void start() {
        var loaded = checkpoints.load();
        runtime.follow(this::tell);
        tell(new Event.Restarted(
                now(),
                loaded.allocated(),
                loaded.actuated(),
                loaded.damaged(),
                loaded.pinnedOrNull(),
                runtime.running()));
    }

    public void tell(Event event) {
        if (!closed) inbox.put(event);
    }

    public NodeShape shape() {
        return shape;
    }

    /** All that is known at this moment. */
    public NodeState state() {
        return state;
    }

    /** What decides about CPUs and memory of containers' own; null where there is no such thing. */
    public @Nullable Pinning pinning() {
        return machine.pinning();
    }

    /** Lets somebody hear of each change of what containers have to themselves; must be quick. */
    public void whenPinned(Runnable listener) {
        whenPinned = listener;
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

    /** One turn. */
    private void handle(Event event) {
        turningSince = now();
        try {
            var step = machine.step(state, event);
            state = step.state();
            for (var effect : step.effects()) perform(effect);
        } catch (RejectedExecutionException refused) {
            // After the end nothing is done any more: a restart does it.
            if (!closed) around.reporter().defect("node " + shape.name() + " at " + event, refused);
        } catch (RuntimeException defect) {
            around.reporter().defect("node " + shape.name() + " at " + event, defect);
        } finally {
            turningSince = null;
        }
    }

    /** Whether the loop turns: no turn takes longer than this. */
    public boolean isTurning(Duration longest) {
        var since = turningSince;
        return since == null || now().isBefore(since.plus(longest));
    }

    private void perform(Effect effect) {
        switch (effect) {
            case Effect.SaveAllocated save -> saving.put(save);
            case Effect.SaveActuated save -> saving.put(save);
            case Effect.SavePinned save -> {
                saving.put(save);
                whenPinned.run();
            }
            case Effect.PublishStatus(var pod, var status) -> {
                around.metrics().starts().reported(pod.uid(), status, now());
                around.statuses().publish(shape.name(), pod, status, shape.address());
            }
            case Effect.EmitEvent event -> emit(event);
            case Effect.Observe(var metric) -> around.metrics().observe(metric);
            case Effect.WakeUp(var uid, var at) -> wake(uid, at);
            case Effect.ForgetPod(var pod) -> {
                cancel(pod.uid());
                around.metrics().starts().forgotten(pod.uid());
                around.forgetting().forget(shape.name(), pod);
            }
            case Act act -> act(act);
        }
    }

    private void emit(Effect.EmitEvent event) {
        if (event.pod().uid().isEmpty()) events.aboutNode(event.isWarning(), event.reason(), event.message());
        else events.aboutPod(event.pod(), event.isWarning(), event.reason(), event.message());
    }

    private void wake(String uid, Instant at) {
        cancel(uid);
        wishes.put(uid, around.timers().at(at, () -> tell(new Event.TimerFired(now(), uid))));
    }

    private void cancel(String uid) {
        var earlier = wishes.remove(uid);
        if (earlier != null) earlier.cancel();
    }

    private void act(Act act) {
        if (runtime.isImmediate(act)) tell(runtime.perform(act));
        else around.executor().execute(() -> tell(runtime.perform(act)));
    }

    @Override
    public void close() {
        closed = true;
        runtime.close();
    }
}
