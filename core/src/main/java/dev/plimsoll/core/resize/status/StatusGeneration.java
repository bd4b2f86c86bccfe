package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Progress;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.resize.state.StatusReport.OfContainer;
import dev.plimsoll.core.resize.state.StatusReport.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said of a pod, from what is known of it: a function of its record alone, and of the time for what is new. */
public final class StatusGeneration {
    private final PodDemand demand;
    private final PodQos qos;
    private final PodLevelResources podLevel;
    private final boolean reportsPodLevel;

    private StatusGeneration(PodDemand demand, PodQos qos, boolean reportsPodLevel) {
        this.demand = demand;
        this.qos = qos;
        this.podLevel = new PodLevelResources(demand);
        this.reportsPodLevel = reportsPodLevel;
    }

    public static StatusGeneration under(FeatureGates gates) {
        return new StatusGeneration(
                PodDemand.under(gates),
                PodQos.under(gates),
                gates.isOn(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING));
    }

    public StatusReport of(PodRecord record, Instant now) {
        if (record.stage() == Stage.REJECTED) return rejected(record);
        var phase = phase(record);
        var spec = record.allocatedSpec();
        var resources = ResourceRequirements.ABSENT;
        var allocated = ResourceAmounts.ABSENT;
        if (reportsPodLevel && record.isAllocated()) {
            allocated = demand.requests(spec);
            resources = phase.equals("Running")
                    ? podLevel.running(spec, record.actual().podOrNull())
                    : podLevel.beforeRunning(spec);
        }
        var ending = record.endingOrNull();
        if (record.stage() != Stage.FINISHED) ending = null;
        // After a restart nothing is known any more of containers that were removed: what was said of them stands.
        var isForgotten =
                record.stage() == Stage.FINISHED && record.actual().containers().isEmpty();
        return new StatusReport(
                phase,
                ending == null ? "" : ending.reason(),
                ending == null ? "" : ending.message(),
                qosClass(record),
                record.generation(),
                record.since(),
                record.observed().podIp(),
                PodConditions.of(record, phase, now),
                isForgotten ? List.of() : containers(record, spec.initContainers(), true),
                isForgotten ? List.of() : containers(record, spec.containers(), false),
                resources,
                allocated);
    }

    private StatusReport rejected(PodRecord record) {
        var ending = record.endingOrNull();
        return new StatusReport(
                "Failed",
                ending == null ? "" : ending.reason(),
                ending == null ? "" : "Pod was rejected: " + ending.message(),
                qosClass(record),
                record.generation(),
                record.since(),
                "",
                List.of(),
                List.of(),
                List.of(),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT);
    }

    /** Once said it stays, whatever a resize does. */
    private String qosClass(PodRecord record) {
        var said = record.published().qosClass();
        if (said.isEmpty()) said = record.pod().status().qosClass();
        return said.isEmpty() ? qos.of(record.allocatedSpec()).kubernetesName() : said;
    }

    /** Nothing is called over while something of it may still run. */
    private static String phase(PodRecord record) {
        var ending = record.endingOrNull();
        var byContainers = Progress.of(record).phase();
        if (record.stage() == Stage.FINISHED) {
            if (ending != null && !ending.phase().isEmpty()) return ending.phase();
            if (byContainers.equals("Succeeded") || byContainers.equals("Failed")) return byContainers;
            return anyFailed(record) ? "Failed" : "Succeeded";
        }
        if (byContainers.equals("Succeeded") || byContainers.equals("Failed")) return "Running";
        return byContainers;
    }

    private static boolean anyFailed(PodRecord record) {
        return record.actual().containers().values().stream().anyMatch(instance -> instance.exitCode() != 0)
                || record.actual().containers().isEmpty();
    }

    private static List<OfContainer> containers(PodRecord record, List<Container> containers, boolean isInit) {
        var statuses = new ArrayList<OfContainer>(containers.size());
        for (var container : containers) statuses.add(container(record, container, isInit));
        return statuses;
    }

    private static OfContainer container(PodRecord record, Container container, boolean isInit) {
        var instance = record.actual().container(container.name());
        var previous = record.published().container(container.name());
        var actuated = record.actuated().container(container.name());
        if (instance == null && previous != null && previous.state() instanceof State.Terminated) return previous;
        var allocated = instance == null
                ? ResourceAmounts.ABSENT
                : container.resources().requests();
        var resources = ContainerResources.of(container.resources(), instance, actuated);
        var isRunning = instance != null && instance.isRunning();
        var isDone = isInit
                && !container.restartsAlways()
                && instance != null
                && instance.isExited()
                && instance.exitCode() == 0;
        return new OfContainer(
                container.name(),
                state(record, container, instance, isInit),
                lastState(instance, previous, record.backoffs().containsKey(container.name())),
                (isRunning && (!isInit || container.restartsAlways())) || isDone,
                isRunning,
                instance == null ? 0 : instance.restartCount(),
                instance == null || instance.image().isEmpty() ? container.image() : instance.image(),
                instance == null ? "" : instance.imageId(),
                instance == null ? "" : instance.id(),
                resources,
                allocated);
    }

    private static State state(
            PodRecord record, Container container, @Nullable ContainerInstance instance, boolean isInit) {
        if (instance == null) {
            var waits = !isInit && !Progress.of(record).isInitialized();
            return new State.Waiting(waits ? "PodInitializing" : "ContainerCreating", "");
        }
        if (instance.isRunning()) return new State.Running(instance.startedAt());
        if (!instance.isExited()) return new State.Waiting("ContainerCreating", "");
        var backoff = record.backoffs().get(container.name());
        if (backoff != null && record.stage() == Stage.ADMITTED) {
            var meta = record.pod().metadata();
            return new State.Waiting(
                    "CrashLoopBackOff",
                    "back-off " + backoff.delay().toSeconds() + "s restarting failed container=" + container.name()
                            + " pod=" + meta.name() + "_" + meta.namespace() + "(" + meta.uid() + ")");
        }
        return terminated(instance);
    }

    private static State.Terminated terminated(ContainerInstance instance) {
        var finished = instance.finishedAtOrNull();
        return new State.Terminated(
                instance.exitCode(),
                instance.endedBy(),
                instance.startedAt(),
                finished == null ? instance.startedAt() : finished,
                instance.id());
    }

    private static @Nullable State lastState(
            @Nullable ContainerInstance instance, @Nullable OfContainer previous, boolean backsOff) {
        if (instance != null && instance.isExited() && backsOff) return terminated(instance);
        if (previous == null) return null;
        var isNew = instance != null && !previous.containerId().equals(instance.id());
        if (isNew && previous.state() instanceof State.Terminated ended) return ended;
        return previous.lastStateOrNull();
    }
}
