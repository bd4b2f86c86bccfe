package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.resize.probes.ContainerHealth;
import dev.plimsoll.core.resize.probes.ProbeKind;
import dev.plimsoll.core.resize.probes.ProbeResult;
import dev.plimsoll.core.resize.probes.ProbedContainer;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which containers of a pod have started, are ready, or have failed: what runs, in the light of its probes and hooks. */
public final class PodHealth {
    private final PodRecord record;

    private PodHealth(PodRecord record) {
        this.record = record;
    }

    public static PodHealth of(PodRecord record) {
        return new PodHealth(record);
    }

    /** What is known of the newest instance of a container; what the API was told before a restart of the node counts. */
    public ContainerHealth health(ContainerInstance instance, String name) {
        var known = record.health().get(name);
        if (known != null && known.containerId().equals(instance.id())) return known;
        var said = record.pod()
                .status()
                .container(name)
                .filter(status -> status.containerId().equals(instance.id()));
        return ContainerHealth.unprobed(
                instance.id(),
                said.isPresent() && said.get().started(),
                said.isPresent() && said.get().ready(),
                known != null && known.hasStarted());
    }

    /** Whether it runs, its hook is through, and its startup probe has succeeded. */
    public boolean isStarted(Container container) {
        var instance = record.actual().container(container.name());
        if (instance == null || !instance.isRunning()) return false;
        var lifecycle = container.lifecycle();
        var doing = record.doingOrNull();
        if (lifecycle.postStartOrNull() != null && doing != null && doing.starts(container.name())) return false;
        return lifecycle.startupOrNull() == null
                || health(instance, container.name()).startup() == ProbeResult.SUCCESS;
    }

    /** Whether it has started and its readiness probe succeeds. */
    public boolean isReady(Container container) {
        var instance = record.actual().container(container.name());
        if (instance == null || !isStarted(container) || !instance.isReady()) return false;
        return container.lifecycle().readinessOrNull() == null
                || health(instance, container.name()).readiness() == ProbeResult.SUCCESS;
    }

    /** Whether others may rely on a sidecar: it has started, be it that it has to be started again just now. */
    boolean hasStarted(Container sidecar) {
        if (isStarted(sidecar)) return true;
        var instance = record.actual().container(sidecar.name());
        if (instance == null) return false;
        if (sidecar.lifecycle().startupOrNull() == null) return instance.isExited() && instance.restartCount() > 0;
        return health(instance, sidecar.name()).hasStarted();
    }

    /** Containers whose readiness counts for the pod, and that are not ready: sidecars first. */
    public List<String> unready() {
        var unready = new ArrayList<String>();
        for (var container : record.pod().spec().initContainers())
            if (container.restartsAlways() && !isReady(container)) unready.add(container.name());
        for (var container : record.pod().spec().containers()) if (!isReady(container)) unready.add(container.name());
        return unready;
    }

    /** The probe by which a container that runs has failed; null where it has not. */
    public @Nullable ProbeKind failed(Container container) {
        var instance = record.actual().container(container.name());
        if (instance == null || !instance.isRunning() || !container.lifecycle().hasProbes()) return null;
        var health = health(instance, container.name());
        if (container.lifecycle().livenessOrNull() != null && health.liveness() == ProbeResult.FAILURE)
            return ProbeKind.LIVENESS;
        if (container.lifecycle().startupOrNull() != null && health.startup() == ProbeResult.FAILURE)
            return ProbeKind.STARTUP;
        return null;
    }

    /** A container as whoever probes it has to know it. */
    public ProbedContainer probed(Container container) {
        var instance = record.actual().container(container.name());
        var isPodOver = record.stage() == Stage.FINISHED || record.stage() == Stage.REJECTED;
        var isDeleted = record.pod().metadata().deletionOrNull() != null;
        if (instance == null) return new ProbedContainer("", null, isPodOver, false, isDeleted);
        var isInit = record.pod().spec().initContainers().stream()
                .anyMatch(each -> each.name().equals(container.name()));
        var hasEnded = instance.isExited()
                && (record.stage() != Stage.ADMITTED || !PodProgress.of(record).isRestarted(container, isInit));
        return new ProbedContainer(
                instance.id(),
                instance.isRunning() ? instance.startedAt() : null,
                isPodOver || hasEnded,
                isStarted(container),
                isDeleted);
    }
}
