package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import org.jspecify.annotations.Nullable;

/** How far a pod has come on its way through its containers. */
public final class PodProgress {
    private final PodSpec spec;
    private final Actual actual;

    private PodProgress(PodSpec spec, Actual actual) {
        this.spec = spec;
        this.actual = actual;
    }

    public static PodProgress of(PodRecord record) {
        return new PodProgress(record.pod().spec(), record.actual());
    }

    /** The init container that everything waits for; null once all have done their part. */
    public @Nullable Container blockingInit() {
        if (anyRegularStarted()) return null;
        for (var container : spec.initContainers()) {
            if (!isPassed(container)) return container;
        }
        return null;
    }

    /** A sidecar has done its part when it runs, another one when it has ended well. */
    private boolean isPassed(Container container) {
        var instance = actual.container(container.name());
        if (instance == null) return false;
        if (container.restartsAlways())
            return instance.isRunning() || (instance.isExited() && instance.restartCount() > 0);
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
        if (isInit && container.restartsAlways()) return true;
        return switch (spec.restartPolicy()) {
            case PodSpec.RESTART_NEVER -> false;
            case "OnFailure" -> instance.exitCode() != 0;
            default -> !isInit || instance.exitCode() != 0;
        };
    }

    /** Whether an init container has failed for good. */
    public boolean hasFailedInit() {
        if (!spec.restartPolicy().equals(PodSpec.RESTART_NEVER) || anyRegularStarted()) return false;
        for (var container : spec.initContainers()) {
            var instance = actual.container(container.name());
            if (!container.restartsAlways() && instance != null && instance.isExited() && instance.exitCode() != 0) {
                return true;
            }
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
            if (instance == null) return "Pending";
            failed |= instance.isExited() && instance.exitCode() != 0;
        }
        if (!isComplete()) return "Running";
        return failed ? "Failed" : "Succeeded";
    }
}
