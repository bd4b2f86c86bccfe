package dev.plimsoll.core.resize;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.actuation.ContainerView;
import dev.plimsoll.core.resize.actuation.Effective;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.CrashLoopBackoff;
import dev.plimsoll.core.resize.state.PodProgress;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.StartError;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.state.OwnResources;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts the containers of a pod, one at a time: init containers in their order, then the others; a container that keeps ending waits
 * longer each time.
 */
final class ContainerStarts {
    private final NodeMachineRules rules;
    private final CgroupValues values;

    ContainerStarts(NodeMachineRules rules) {
        this.rules = rules;
        this.values = rules.actuation().values();
    }

    /** Begins to start the next container that is due; false where none is. */
    boolean beginNext(StepBuilder step, PodRecord record) {
        if (startEphemeral(step, record)) return true;
        var progress = PodProgress.of(record);
        var spec = record.allocatedSpec();
        var blocking = progress.blockingInit();
        for (var container : spec.initContainers()) {
            var isBlocking = blocking != null && blocking.name().equals(container.name());
            if (isBlocking || (container.restartsAlways() && record.actual().container(container.name()) != null)) {
                if (startIfDue(step, record, container, true)) return true;
            }
            if (isBlocking) return false;
        }
        for (var container : spec.containers()) {
            if (startIfDue(step, record, container, false)) return true;
        }
        return false;
    }

    /**
     * A container that somebody added to look into the pod: it starts once, whatever the others do. It has no resources of its own and
     * shares the CPUs of the node; what bounds it is the pod as a whole.
     */
    private boolean startEphemeral(StepBuilder step, PodRecord record) {
        for (var container : record.pod().spec().ephemeralContainers()) {
            var backoff = record.backoffs().get(container.name());
            if (backoff != null && step.now().isBefore(backoff.until())) {
                tellOfBackoff(step, record, container, backoff);
                continue;
            }
            if (record.actual().container(container.name()) != null || hasEnded(record, container)) continue;
            step.begin(
                    record,
                    new Act.StartContainer(
                            record.uid(),
                            step.ticket(),
                            record.allocatedPod(),
                            container.name(),
                            0,
                            ContainerView.of(
                                    values, record, container, step.state().facts()),
                            ResourceRequirements.ABSENT,
                            null,
                            step.state().pinned().cpus().shared(),
                            OwnResources.NONE));
            return true;
        }
        return false;
    }

    private static boolean hasEnded(PodRecord record, Container container) {
        var said = record.published().container(container.name());
        return said != null && said.state() instanceof StatusReport.State.Terminated;
    }

    private boolean startIfDue(StepBuilder step, PodRecord record, Container container, boolean isInit) {
        var instance = record.actual().container(container.name());
        if (instance != null && !instance.isExited()) return false;
        if (instance != null && !PodProgress.of(record).isRestarted(container, isInit)) return false;
        if (!rules.actuation().mayStart(record, container)) return false;
        var backoff = backoff(record, container, instance);
        if (backoff != null && step.now().isBefore(backoff.until())) {
            tellOfBackoff(step, record, container, backoff);
            return false;
        }
        var spec = record.allocatedSpec();
        var resourceManagers = rules.resourceManagers();
        if (resourceManagers != null) {
            step.changePinned(resourceManagers.started(step.state().pinned(), record.allocatedPod(), container.name()));
        }
        var ofPod = resourceManagers == null
                ? null
                : resourceManagers.placement(step.state().pinned(), record.allocatedPod());
        var placement = ofPod == null ? null : ofPod.container(container.name());
        var limits = ContainerView.of(values, record, container, step.state().facts());
        var act = new Act.StartContainer(
                record.uid(),
                step.ticket(),
                record.allocatedPod(),
                container.name(),
                restartCount(record, container, instance),
                placement == null ? limits : placement.inForce(limits),
                Effective.of(spec, container),
                placement,
                placement == null ? CpuSet.EMPTY : NodeMachineRules.cpus(step.state(), placement),
                ofPod == null ? OwnResources.NONE : ofPod.ownResources(container.name()));
        var waited = step.change(record, draft -> {
            if (instance == null || (backoff != null && backoff.startErrorOrNull() != null)) return;
            draft.backoff(
                    container.name(), backoff == null ? CrashLoopBackoff.first(step.now()) : backoff.next(step.now()));
            step.saveActuated();
        });
        step.begin(waited, act);
        return true;
    }

    private static int restartCount(PodRecord record, Container container, @Nullable ContainerInstance instance) {
        if (instance != null) return instance.restartCount() + 1;
        return record.removedCounts().getOrDefault(container.name(), -1) + 1;
    }

    /** Once for each time that a start is put off. */
    static void tellOfBackoff(StepBuilder step, PodRecord record, Container container, CrashLoopBackoff backoff) {
        var error = backoff.startErrorOrNull();
        if (error != null) {
            if (!error.isPull() || error.isBackingOff() || step.now().isBefore(backoff.backsOffFrom())) return;
            step.change(record, draft -> draft.backoff(container.name(), backoff.backingOff()));
            step.event(record, container.name(), false, "BackOff", "Back-off pulling image \"" + error.image() + "\"");
            step.event(record, container.name(), true, "Failed", "Error: " + StartError.IMAGE_PULL_BACK_OFF);
            return;
        }
        var said = record.published().container(container.name());
        if (said == null || said.state() instanceof StatusReport.State.Waiting) return;
        var meta = record.pod().metadata();
        step.event(
                record,
                container.name(),
                true,
                "BackOff",
                "Back-off restarting failed container " + container.name() + " in pod " + meta.name() + "_"
                        + meta.namespace() + "(" + meta.uid() + ")");
    }

    static String image(PodSpec spec, String container) {
        return Stream.of(spec.containers(), spec.initContainers(), spec.ephemeralContainers())
                .flatMap(List::stream)
                .filter(each -> each.name().equals(container))
                .map(Container::image)
                .findFirst()
                .orElse("");
    }

    /** A container that ran long enough is taken to be healthy; one that never did waits only for what kept it from starting. */
    static @Nullable CrashLoopBackoff backoff(
            PodRecord record, Container container, @Nullable ContainerInstance instance) {
        var known = record.backoffs().get(container.name());
        if (instance == null) return known == null || known.startErrorOrNull() == null ? null : known;
        var finished = instance.finishedAtOrNull();
        var isHealthy = finished != null
                && Duration.between(instance.startedAt(), finished).compareTo(CrashLoopBackoff.RESET) >= 0;
        return isHealthy ? null : known;
    }
}
