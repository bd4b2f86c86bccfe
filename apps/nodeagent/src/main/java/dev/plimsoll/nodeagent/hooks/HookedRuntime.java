package dev.plimsoll.nodeagent.hooks;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.nodeagent.handlers.HandlerRunner;
import dev.plimsoll.nodeagent.handlers.PartEvents;
import dev.plimsoll.nodeagent.runtime.ForwardingRuntime;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A runtime that runs the hooks of containers: after they have started, and before they are told to stop. */
public final class HookedRuntime extends ForwardingRuntime {
    /** A postStart hook has no end of its own; it is given up with its pod. */
    private static final Duration LONGEST_START = Duration.ofHours(24);

    private static final Duration LEAST_GRACE = Duration.ofSeconds(2);

    private final Function<String, @Nullable PodRecord> records;
    private final LifecycleHooks hooks;
    private final Time time;

    /** @param records what is known of a pod at this moment, by uid */
    public HookedRuntime(
            PodRuntime runtime,
            Function<String, @Nullable PodRecord> records,
            HandlerRunner handlers,
            PartEvents events,
            Time time) {
        super(runtime);
        this.records = records;
        this.hooks = new LifecycleHooks(runtime, handlers, events, time);
        this.time = time;
    }

    @Override
    public NodeEvent.Outcome perform(Act act) {
        return switch (act) {
            case Act.StartContainer start -> started(start);
            case Act.KillContainer kill -> killed(kill);
            case Act.StopContainers stop -> stopped(stop);
            default -> super.perform(act);
        };
    }

    @Override
    public boolean isImmediate(Act act) {
        var hasHook = switch (act) {
            case Act.StartContainer start -> {
                var container = find(start.pod().spec(), start.container());
                yield container.isPresent() && container.get().lifecycle().postStartOrNull() != null;
            }
            case Act.KillContainer kill -> hasPreStop(act.uid(), List.of(kill.container()));
            case Act.StopContainers stop ->
                hasPreStop(
                        act.uid(), stop.waves().stream().flatMap(List::stream).toList());
            default -> false;
        };
        return !hasHook && super.isImmediate(act);
    }

    private static Optional<Container> find(PodSpec spec, String name) {
        return Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private boolean hasPreStop(String uid, List<String> names) {
        var record = records.apply(uid);
        if (record == null) return false;
        var spec = record.pod().spec();
        for (var name : names) {
            var container = find(spec, name);
            if (container.isPresent() && container.get().lifecycle().preStopOrNull() != null) return true;
        }
        return false;
    }

    private NodeEvent.Outcome started(Act.StartContainer act) {
        var outcome = super.perform(act);
        var container = find(act.pod().spec(), act.container());
        if (container.isEmpty() || !(outcome instanceof NodeEvent.Done done)) return outcome;
        var hook = container.get().lifecycle().postStartOrNull();
        var observed = done.observedOrNull();
        if (hook == null || observed == null || !observed.actual().isRunning(act.container())) return outcome;
        var place = new LifecycleHooks.Place(act.pod(), observed.podIp(), container.get());
        var problem = hooks.run(place, hook, LONGEST_START, () -> isGoingOn(act.uid()));
        if (problem.isEmpty()) return super.perform(new Act.Inspect(act.uid(), act.ticket()));
        if (isGoingOn(act.uid())) {
            hooks.failed(place, "FailedPostStartHook", "PostStartHook failed");
            hooks.killing(place, "FailedPostStartHook");
        }
        var instance = observed.actual().container(act.container());
        if (instance != null)
            killed(new Act.KillContainer(
                    act.uid(),
                    act.ticket(),
                    act.container(),
                    instance.id(),
                    Grace.of(act.pod().spec(), LEAST_GRACE),
                    "FailedPostStartHook",
                    Act.KillReason.PROBE));
        return new NodeEvent.Failed(
                time.instant(), act.uid(), act.ticket(), problem.get(), false, NodeEvent.Failed.POST_START_HOOK);
    }

    private boolean isGoingOn(String uid) {
        var record = records.apply(uid);
        return record != null && record.stage() == Stage.ADMITTED;
    }

    private NodeEvent.Outcome killed(Act.KillContainer act) {
        var begun = time.nanos();
        preStop(act.uid(), act.container(), act.grace());
        var left = act.grace().minusNanos(time.nanos() - begun);
        return super.perform(new Act.KillContainer(
                act.uid(),
                act.ticket(),
                act.container(),
                act.containerId(),
                left.compareTo(LEAST_GRACE) < 0 ? LEAST_GRACE : left,
                act.message(),
                act.why()));
    }

    /** What a hook says is no reason not to stop the container. */
    private void preStop(String uid, String name, Duration left) {
        var record = records.apply(uid);
        if (record == null || !left.isPositive() || !record.actual().isRunning(name)) return;
        var container = find(record.pod().spec(), name);
        var hook = container.map(each -> each.lifecycle().preStopOrNull()).orElse(null);
        if (container.isEmpty() || hook == null) return;
        var place = new LifecycleHooks.Place(record.pod(), record.observed().podIp(), container.get());
        // One that had its whole time is no failure.
        var end = time.nanos() + left.toNanos();
        var problem = hooks.run(place, hook, left, () -> isRunning(uid, name) && time.nanos() < end);
        if (problem.isPresent() && time.nanos() < end) hooks.failed(place, "FailedPreStopHook", "PreStopHook failed");
    }

    private boolean isRunning(String uid, String name) {
        var record = records.apply(uid);
        return record != null && record.actual().isRunning(name);
    }

    private NodeEvent.Outcome stopped(Act.StopContainers act) {
        var names = act.waves().stream().flatMap(List::stream).toList();
        if (!hasPreStop(act.uid(), names)) return super.perform(act);
        try {
            var failed = new StopOrder(act, time::nanos)
                    .run(
                            (name, left) -> preStop(act.uid(), name, left),
                            (name, grace) -> super.perform(
                                    new Act.StopContainers(act.uid(), act.ticket(), List.of(List.of(name)), grace)));
            return failed == null ? super.perform(new Act.Inspect(act.uid(), act.ticket())) : failed;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new NodeEvent.Failed(time.instant(), act.uid(), act.ticket(), "the node is stopping", false);
        }
    }
}
