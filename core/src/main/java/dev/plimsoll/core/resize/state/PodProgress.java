package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.resize.resources.Actual;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far a pod has come on its way through its containers. */
public final class PodProgress {
    private final PodSpec spec;
    private final Actual actual;
    private final PodRecord record;

    private PodProgress(PodRecord record) {
        this.spec = record.pod().spec();
        this.actual = record.actual();
        this.record = record;
    }

    public static PodProgress of(PodRecord record) {
        return new PodProgress(record);
    }

    /** The init container that everything waits for; null once all have done their part. */
    public @Nullable Container blockingInit() {
        if (anyRegularStarted()) return null;
        for (var container : spec.initContainers()) {
            if (!isPassed(container)) return container;
        }
        return null;
    }

    /** A sidecar has done its part when it has started, another one when it has ended well. */
    public boolean isPassed(Container container) {
        var instance = actual.container(container.name());
        if (instance == null) return false;
        if (container.restartsAlways()) return PodHealth.of(record).hasStarted(container);
        return instance.isExited() && instance.exitCode() == 0;
    }

    private boolean anyRegularStarted() {
        for (var container : spec.containers()) {
            if (actual.container(container.name()) != null) return true;
        }
        return false;
    }

    public boolean isInitialized() {
        return blockingInit() == null;
    }

    /** Whether an instance that ended is followed by another one. */
    public boolean isRestarted(Container container, boolean isInit) {
        var instance = actual.container(container.name());
        if (instance == null) return true;
        var health = record.health().get(container.name());
        if (health != null && health.containerId().equals(instance.id()) && health.isReplaced()) return true;
        return isRestarted(container, isInit, instance.exitCode());
    }

    /** Whether an instance that ends with this code is followed by another one, if nobody stops it. */
    public boolean isRestarted(Container container, boolean isInit, int exitCode) {
        if (isInit && container.restartsAlways()) return true;
        var own = container.restartPolicy();
        if (!own.isEmpty()) {
            if (ruleOrNull(container, exitCode) != null) return true;
        }
        return switch (own.isEmpty() ? spec.restartPolicy() : own) {
            case PodSpec.RESTART_NEVER -> false;
            case "OnFailure" -> exitCode != 0;
            default -> !isInit || exitCode != 0;
        };
    }

    /** The first rule that fits decides. */
    private static ContainerLifecycle.@Nullable RestartRule ruleOrNull(Container container, int exitCode) {
        if (container.restartPolicy().isEmpty()) return null;
        for (var rule : container.lifecycle().restartRules()) if (rule.fits(exitCode)) return rule;
        return null;
    }

    /** The container that has ended in a way after which all of the pod run again; null where none has. */
    public @Nullable Container restartingAll() {
        for (var list : List.of(spec.initContainers(), spec.containers())) {
            for (var container : list) {
                var instance = actual.container(container.name());
                if (instance == null || !instance.isExited()) continue;
                var rule = ruleOrNull(container, instance.exitCode());
                if (rule != null && rule.restartsAll()) return container;
            }
        }
        return null;
    }

    /** Whether it was decided that all containers run again, and some of them are not removed yet. */
    public boolean isRemovingAll() {
        for (var removed : record.removedCounts().entrySet()) {
            var instance = actual.container(removed.getKey());
            if (instance != null && instance.isExited() && instance.restartCount() <= removed.getValue()) return true;
        }
        return false;
    }

    /** Whether an init container has failed for good. */
    public boolean hasFailedInit() {
        if (anyRegularStarted()) return false;
        for (var container : spec.initContainers()) {
            var instance = actual.container(container.name());
            if (!container.restartsAlways()
                    && instance != null
                    && instance.isExited()
                    && instance.exitCode() != 0
                    && !isRestarted(container, true)) return true;
        }
        return false;
    }

    /** Whether all regular containers have ended for good. */
    public boolean isComplete() {
        if (hasFailedInit()) return true;
        for (var container : spec.containers()) {
            var instance = actual.container(container.name());
            if (instance == null || !instance.isExited() || isRestarted(container, false)) return false;
        }
        return !spec.containers().isEmpty();
    }

    /** The phase that follows from the containers alone. */
    public String phase() {
        if (hasFailedInit()) return "Failed";
        if (!isInitialized()) return "Pending";
        var failed = false;
        for (var container : spec.containers()) {
            var instance = actual.container(container.name());
            // One that was removed to run again has run before.
            if (instance == null && record.removedCounts().containsKey(container.name())) continue;
            if (instance == null) return "Pending";
            failed |= instance.isExited() && instance.exitCode() != 0;
        }
        if (!isComplete()) return "Running";
        return failed ? "Failed" : "Succeeded";
    }
}
