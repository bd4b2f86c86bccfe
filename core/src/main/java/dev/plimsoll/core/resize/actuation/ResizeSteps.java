package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.ActuationAttempt;
import dev.plimsoll.core.resize.state.ActuationAttempt.Direction;
import dev.plimsoll.core.resize.state.ActuationAttempt.Target;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the next act of one pod's resize; see {@link Actuation} for the order. */
final class ResizeSteps {
    /** How many times memory is asked back in one attempt, and how much at a time: the kernel works while the pod runs. */
    private static final int MOST_RECLAIMS = 8;

    private static final long LARGEST_RECLAIM = 256L << 20;

    private final Actuation actuation;
    private final Actuation.Setting setting;
    private final boolean reclaims;
    private final PodRecord record;
    private final PodSpec spec;
    private final List<ContainerChange> changes;
    private ActuationAttempt attempt;

    ResizeSteps(Actuation actuation, Actuation.Setting setting, boolean reclaims) {
        this.actuation = actuation;
        this.setting = setting;
        this.reclaims = reclaims;
        this.record = setting.record();
        this.spec = record.allocatedSpec();
        this.changes = ContainerChange.in(record, spec);
        var begun = record.attemptOrNull();
        this.attempt = begun == null ? ActuationAttempt.begun(record.since()) : begun;
    }

    Next next() {
        var current = record.actuated().podOrNull();
        if (current == null) return new Next.Settled();
        var target = actuation.podTarget(spec, setting.hasCpuQuota());
        var shrinking = volume(Direction.DOWN);
        if (shrinking != null) return new Next.Do(shrinking, attempt);
        for (var resource : Effective.RESOURCES) {
            var act = next(resource, current, target);
            if (act == null && resource.equals(ResourceName.MEMORY) && !attempt.blocksIncreases(resource))
                act = volume(Direction.UP);
            if (act != null) return new Next.Do(act, attempt);
        }
        return attempt.failures().isEmpty() ? new Next.Settled() : new Next.GaveUp(attempt);
    }

    private @Nullable Act volume(Direction direction) {
        for (var change : actuation.volumes(record)) {
            var target = Target.volume(change.name(), direction);
            if (change.direction() != direction || attempt.hasFailed(target)) continue;
            return new Act.ResizeVolume(record.uid(), setting.ticket(), change.name(), target, change.size());
        }
        return null;
    }

    private @Nullable Act next(ResourceName resource, PodLimits current, PodLimits target) {
        var up = podStep(resource, Direction.UP, current, grown(resource, current, target));
        if (up != null) return up;
        // A runtime that refuses the pod's new size has not agreed to any part of it.
        if (attempt.hasFailed(Target.pod(resource, Direction.UP))) return null;
        for (var change : changes) {
            if (!change.goes(Direction.DOWN, resource)) continue;
            var act = shrink(change, resource);
            if (act != null) return act;
        }
        if (!attempt.blocksPodDecrease(resource)) {
            var down = podStep(resource, Direction.DOWN, current, shrunk(resource, current, target));
            if (down != null) return down;
        }
        if (attempt.blocksIncreases(resource)) return null;
        for (var change : changes) {
            if (!change.goes(Direction.UP, resource)) continue;
            var act = grow(change, resource);
            if (act != null) return act;
        }
        return null;
    }

    /** What of the pod is to be larger; {@code current} itself where nothing is. */
    private static PodLimits grown(ResourceName resource, PodLimits current, PodLimits target) {
        if (resource.equals(ResourceName.MEMORY)) {
            return target.memoryLimit() > current.memoryLimit()
                    ? current.withMemoryLimit(target.memoryLimit())
                    : current;
        }
        if (target.cpuQuota() > current.cpuQuota()) return current.withCpuQuota(target.cpuQuota());
        if (target.cpuWeight() > current.cpuWeight()) return current.withCpuSharesOf(target);
        return current;
    }

    private static PodLimits shrunk(ResourceName resource, PodLimits current, PodLimits target) {
        if (resource.equals(ResourceName.MEMORY)) {
            return target.memoryLimit() < current.memoryLimit()
                    ? current.withMemoryLimit(target.memoryLimit())
                    : current;
        }
        if (target.cpuWeight() < current.cpuWeight()) return current.withCpuSharesOf(target);
        if (target.cpuQuota() < current.cpuQuota()) return current.withCpuQuota(target.cpuQuota());
        return current;
    }

    /** The runtime is asked before the kernel is: it may refuse. */
    private @Nullable Act podStep(ResourceName resource, Direction direction, PodLimits current, PodLimits wanted) {
        var target = Target.pod(resource, direction);
        if (wanted.equals(current) || attempt.hasFailed(target)) return null;
        if (direction == Direction.DOWN && resource.equals(ResourceName.MEMORY)) {
            var usage = attempt.usageOrNull();
            if (usage == null) return new Act.MeasureMemory(record.uid(), setting.ticket());
            var check = UsageCheck.ofPod(usage, wanted.memoryLimit());
            if (check instanceof UsageCheck.Refused refused) return reclaimOr(refused, target, wanted.memoryLimit());
        }
        var sandbox = record.observed().sandboxId();
        if (!wanted.equals(attempt.toldOrNull()) && !sandbox.isEmpty()) {
            return new Act.UpdatePodSandbox(
                    record.uid(), setting.ticket(), sandbox, target, wanted, SandboxView.of(wanted, spec));
        }
        return new Act.WritePodCgroup(
                record.uid(),
                setting.ticket(),
                actuation.values().qos(spec),
                target,
                current,
                wanted,
                actuation.podCgroup(spec, setting.hasCpuQuota()));
    }

    private @Nullable Act shrink(ContainerChange change, ResourceName resource) {
        var target = new Target(change.name(), resource, Direction.DOWN);
        if (attempt.hasFailed(target)) return null;
        if (change.restarts()) return kill(change, target);
        if (resource.equals(ResourceName.MEMORY) && change.lowersLimit(resource)) {
            var usage = attempt.usageOrNull();
            if (usage == null) return new Act.MeasureMemory(record.uid(), setting.ticket());
            var limit = Effective.limit(change.to(), resource);
            var check = UsageCheck.ofContainer(usage, change.name(), limit);
            if (check instanceof UsageCheck.Refused refused) return reclaimOr(refused, target, limit);
        }
        return update(change, target);
    }

    /** Frees page cache if that is all that is in the way; else notes the failure. */
    private @Nullable Act reclaimOr(UsageCheck.Refused refused, Target target, long limit) {
        var reading = refused.reading();
        if (!reclaims || reading == null || attempt.reclaims() >= MOST_RECLAIMS) {
            attempt = attempt.failed(target, refused.error());
            return null;
        }
        var bytes = Math.min(LARGEST_RECLAIM, reading.total() - limit + 1);
        var instance = record.actual().container(target.container());
        return new Act.ReclaimMemory(
                record.uid(),
                setting.ticket(),
                target.container(),
                instance == null ? "" : instance.id(),
                bytes,
                Math.max(limit, reading.total() - bytes));
    }

    private @Nullable Act grow(ContainerChange change, ResourceName resource) {
        var target = new Target(change.name(), resource, Direction.UP);
        if (attempt.hasFailed(target)) return null;
        if (!change.restarts()) return update(change, target);
        // Stopped once, when every resource that changes has come to this point.
        var isLast = resource.equals(ResourceName.CPU) || !change.changes(ResourceName.CPU);
        var isFree =
                Effective.RESOURCES.stream().noneMatch(each -> change.changes(each) && attempt.blocksIncreases(each));
        return isLast && isFree ? kill(change, target) : null;
    }

    private @Nullable Act kill(ContainerChange change, Target target) {
        if (record.stage() == Stage.TERMINATING) {
            attempt = attempt.failed(
                    target,
                    "container \"" + change.name()
                            + "\" would have to be restarted for its resize, and its pod is being stopped");
            return null;
        }
        return new Act.KillContainer(
                record.uid(),
                setting.ticket(),
                change.name(),
                change.instance().id(),
                Grace.of(spec, Duration.ofSeconds(2)),
                "Container " + change.name() + " resize requires restart",
                Act.KillReason.RESIZE);
    }

    private Act update(ContainerChange change, Target target) {
        var isKnown = record.actuated().knows(change.name());
        var accepted = isKnown ? Effective.moved(change.from(), change.to(), target.resource()) : change.to();
        return new Act.UpdateContainer(
                record.uid(),
                setting.ticket(),
                change.name(),
                change.instance().id(),
                target,
                setting.bounded(
                        change.name(),
                        ContainerView.of(actuation.values(), record, change.container(), accepted, setting.facts())),
                accepted);
    }

    /** In the units of a container's limit, so that the two can be compared. */
    static long podLimit(PodLimits limits, ResourceName resource) {
        if (resource.equals(ResourceName.MEMORY)) return limits.memoryLimit();
        return limits.cpuQuota() == PodLimits.UNLIMITED
                ? PodLimits.UNLIMITED
                : CpuScale.milliOfQuota(limits.cpuQuota(), CpuScale.PERIOD);
    }
}
