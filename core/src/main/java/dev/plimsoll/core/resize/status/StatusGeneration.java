package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.PodPhase;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.PodHealth;
import dev.plimsoll.core.resize.state.PodProgress;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.state.StartError;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.resize.state.StatusReport.OfContainer;
import dev.plimsoll.core.resize.state.StatusReport.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said of a pod, from what is known of it: a function of its record alone, and of the time for what is new. */
public final class StatusGeneration {
    /** Of all messages of a pod's containers together. */
    private static final int KILLED = 137;

    private static final String RESTARTING = "RestartingAllContainers";
    private static final String REMOVED = "The container is removed because RestartAllContainers in place";
    private static final int MOST_MESSAGE = 12 * 1024;

    private final PodDemand demand;
    private final PodQos qos;
    private final CgroupValues values;
    private final PodLevelResources podLevel;
    private final boolean reportsPodLevel;

    private StatusGeneration(PodDemand demand, PodQos qos, CgroupValues values, boolean reportsPodLevel) {
        this.demand = demand;
        this.qos = qos;
        this.values = values;
        this.podLevel = new PodLevelResources(demand, values);
        this.reportsPodLevel = reportsPodLevel;
    }

    public static StatusGeneration under(FeatureGates gates) {
        return new StatusGeneration(
                PodDemand.under(gates),
                PodQos.under(gates),
                CgroupValues.under(gates),
                gates.isOn(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING));
    }

    public StatusReport of(PodRecord record, Instant now) {
        if (record.stage() == Stage.REJECTED) return rejected(record);
        var phase = phase(record);
        var spec = record.allocatedSpec();
        var resources = ResourceRequirements.ABSENT;
        var allocated = ResourceAmounts.ABSENT;
        if (record.isAllocated() && tellsPodLevel(record)) {
            allocated = demand.requests(spec);
            resources = podLevel.of(record);
        }
        var ending = record.endingOrNull();
        if (record.stage() != Stage.FINISHED) ending = null;
        // After a restart nothing is known any more of containers that were removed: what was said of them stands.
        var isForgotten =
                record.stage() == Stage.FINISHED && record.actual().containers().isEmpty();
        // Who reads of containers takes it that the pod was let in.
        var isSilent = isForgotten || record.stage() == Stage.WAITING;
        return new StatusReport(
                phase,
                ending == null ? "" : ending.reason(),
                ending == null ? "" : ending.message(),
                qosClass(record),
                record.judgedGeneration(),
                record.since(),
                record.observed().podIp(),
                PodConditions.of(record, phase, now),
                isSilent ? List.of() : containers(record, spec.initContainers(), true),
                isSilent ? List.of() : containers(record, spec.containers(), false),
                isSilent ? List.of() : ephemeral(record),
                resources,
                allocated,
                null);
    }

    /**
     * With the gate off nothing is told of the pod as a whole, but for a pod whose pod level was changed before and that has not got
     * what its spec says: nobody else could know what it holds.
     */
    private boolean tellsPodLevel(PodRecord record) {
        if (reportsPodLevel) return true;
        var desired = record.pod().spec().resources();
        var before = record.actuated().resources().podLevel();
        return !PodResources.isSame(desired, record.allocated().resources().podLevel())
                || (before.isDeclared() && !PodResources.isSame(desired, before));
    }

    /** What is in force, as a spec. */
    public PodSpec inForce(PodRecord record) {
        return PodInForce.of(record, values);
    }

    /** What is told of the resources of a pod that was let in, and nothing else. */
    public PodStatus resources(PodRecord record) {
        var spec = record.allocatedSpec();
        var isTold = tellsPodLevel(record);
        return new PodStatus(
                "",
                "",
                0,
                List.of(),
                resources(record, spec.containers()),
                resources(record, spec.initContainers()),
                isTold ? podLevel.of(record) : ResourceRequirements.ABSENT,
                isTold ? demand.requests(spec) : ResourceAmounts.ABSENT);
    }

    private static List<ContainerStatus> resources(PodRecord record, List<Container> containers) {
        var statuses = new ArrayList<ContainerStatus>(containers.size());
        for (var container : containers) {
            statuses.add(new ContainerStatus(
                    container.name(),
                    record.actual().isRunning(container.name()),
                    resources(record, container),
                    container.resources().requests()));
        }
        return statuses;
    }

    private static ResourceRequirements resources(PodRecord record, Container container) {
        return ContainerStatusResources.of(
                container.resources(),
                record.actual().container(container.name()),
                record.actuated().container(container.name()));
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
                List.of(),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT,
                null);
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
        var byContainers = PodProgress.of(record).phase();
        if (record.stage() == Stage.FINISHED) {
            if (ending != null && !ending.phase().isEmpty()) return ending.phase();
            if (PodPhase.isTerminal(byContainers)) return byContainers;
            return anyFailed(record) ? "Failed" : "Succeeded";
        }
        if (PodPhase.isTerminal(byContainers)) return PodPhase.RUNNING;
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
        // A container that waits has what it will start with, so that nobody has to look into the spec for it.
        var isPromised = record.isAllocated();
        var allocated = isPromised ? container.resources().requests() : ResourceAmounts.ABSENT;
        var resources = isPromised ? resources(record, container) : ResourceRequirements.ABSENT;
        var isRestarting = isRestarting(record, container.name(), instance);
        if (instance == null && previous != null && previous.state() instanceof State.Terminated && !isRestarting) {
            return previous.withResources(resources, allocated);
        }
        var health = PodHealth.of(record);
        var isDone = isInit
                && !container.restartsAlways()
                && instance != null
                && instance.isExited()
                && instance.exitCode() == 0;
        return new OfContainer(
                container.name(),
                state(record, container, instance),
                isRestarting
                        ? removed(previous)
                        : lastState(
                                record, instance, previous, record.backoffs().containsKey(container.name())),
                (health.isReady(container) && (!isInit || container.restartsAlways())) || isDone,
                health.isStarted(container),
                instance == null ? record.removedCounts().getOrDefault(container.name(), 0) : instance.restartCount(),
                instance == null || instance.image().isEmpty() ? container.image() : instance.image(),
                instance == null ? "" : instance.imageId(),
                instance == null ? "" : instance.id(),
                resources,
                allocated,
                instance == null ? "" : container.lifecycle().stopSignal(),
                instance == null ? null : instance.userOrNull());
    }

    /** Whether it was removed because another container ended, and waits for its turn. */
    private static boolean isRestarting(PodRecord record, String container, @Nullable ContainerInstance instance) {
        return instance == null
                && record.stage() == Stage.ADMITTED
                && record.removedCounts().containsKey(container);
    }

    /** How one ended that was removed: who it was is only known from what was said of it. */
    private static @Nullable State removed(@Nullable OfContainer previous) {
        if (previous == null) return null;
        return switch (previous.state()) {
            case State.Terminated ended ->
                new State.Terminated(
                        KILLED, RESTARTING, REMOVED, ended.startedAt(), ended.finishedAt(), ended.containerId());
            case State.Running running ->
                new State.Terminated(
                        KILLED, RESTARTING, REMOVED, running.startedAt(), running.startedAt(), previous.containerId());
            case State.Waiting _ -> previous.lastStateOrNull();
        };
    }

    /** They have no resources of their own, are never ready, and nothing of the pod depends on them. */
    private static List<OfContainer> ephemeral(PodRecord record) {
        var statuses = new ArrayList<OfContainer>();
        for (var container : record.pod().spec().ephemeralContainers()) {
            var instance = record.actual().container(container.name());
            var previous = record.published().container(container.name());
            if (instance == null && previous != null && previous.state() instanceof State.Terminated) {
                statuses.add(previous);
                continue;
            }
            statuses.add(new OfContainer(
                    container.name(),
                    state(record, container, instance),
                    null,
                    false,
                    false,
                    0,
                    instance == null || instance.image().isEmpty() ? container.image() : instance.image(),
                    instance == null ? "" : instance.imageId(),
                    instance == null ? "" : instance.id(),
                    ResourceRequirements.ABSENT,
                    ResourceAmounts.ABSENT,
                    "",
                    instance == null ? null : instance.userOrNull()));
        }
        return statuses;
    }

    private static State state(PodRecord record, Container container, @Nullable ContainerInstance instance) {
        var startError = startError(record, container, instance);
        if (startError != null) return startError.state();
        if (isRestarting(record, container.name(), instance)) return new State.Waiting(RESTARTING, REMOVED);
        if (instance == null) {
            var hasInit = !record.pod().spec().initContainers().isEmpty();
            return new State.Waiting(hasInit ? "PodInitializing" : "ContainerCreating", "");
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
        return terminated(record, instance);
    }

    private static @Nullable StartError startError(
            PodRecord record, Container container, @Nullable ContainerInstance instance) {
        var backoff = record.backoffs().get(container.name());
        if (backoff == null || record.stage() != Stage.ADMITTED || (instance != null && instance.isRunning()))
            return null;
        return backoff.startErrorOrNull();
    }

    /** What all containers of a pod leave to be told has a bound, and each its part of it. */
    private static String message(PodRecord record, ContainerInstance instance) {
        var spec = record.pod().spec();
        var containers = spec.containers().size()
                + spec.initContainers().size()
                + spec.ephemeralContainers().size();
        var most = MOST_MESSAGE / Math.max(1, containers);
        var message = instance.message();
        return message.length() <= most ? message : message.substring(0, most);
    }

    private static State.Terminated terminated(PodRecord record, ContainerInstance instance) {
        var finished = instance.finishedAtOrNull();
        return new State.Terminated(
                instance.exitCode(),
                instance.endedBy(),
                message(record, instance),
                instance.startedAt(),
                finished == null ? instance.startedAt() : finished,
                instance.id());
    }

    private static @Nullable State lastState(
            PodRecord record, @Nullable ContainerInstance instance, @Nullable OfContainer previous, boolean backsOff) {
        if (instance != null && instance.isExited() && backsOff) return terminated(record, instance);
        if (previous == null) return null;
        var isNew = instance != null && !previous.containerId().equals(instance.id());
        if (isNew && previous.state() instanceof State.Terminated ended) return ended;
        return previous.lastStateOrNull();
    }
}
