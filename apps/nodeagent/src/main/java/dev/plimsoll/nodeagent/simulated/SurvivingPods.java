package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.StatusReport.State;
import dev.plimsoll.core.topology.state.OwnResources;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.ReportedContainer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds simulated pods again after their process ended. Real containers would have gone on running; of simulated ones the API
 * holds the last report and the checkpoint what was in force, and that is what goes on. What was done and neither reported nor
 * noted is done once more.
 */
public final class SurvivingPods {
    private final CgroupValues values;
    private final long nodeMemory;

    public SurvivingPods(CgroupValues values, long nodeMemory) {
        this.values = values;
        this.nodeMemory = nodeMemory;
    }

    /** Empty for a pod of which nothing ran. */
    public Optional<SurvivingPod> of(PodObject object, Actuated actuated) {
        if (!object.phase().equals("Running")) return Optional.empty();
        if (!(object.view() instanceof Read.Ok<Pod>(var pod))) return Optional.empty();
        var spec = inForce(pod.spec(), actuated);
        var own = own(object);
        var containers = new HashMap<String, ContainerInstance>();
        var reported = object.reportedContainers();
        for (var container : all(spec)) {
            for (var entry : reported) {
                if (entry.name().equals(container.name()))
                    instance(entry, spec, container)
                            .ifPresent(
                                    each -> containers.put(container.name(), each.withOwn(own.get(container.name()))));
            }
        }
        if (containers.isEmpty()) return Optional.empty();
        var known = actuated.podOrNull();
        var limits = known == null ? PodLimits.of(values.pod(spec)) : known;
        var cgroups = new HashMap<String, ContainerCgroup>();
        for (var container : all(spec)) {
            if (containers.containsKey(container.name()))
                cgroups.put(container.name(), values.container(spec, container, nodeMemory, Set.of()));
        }
        return Optional.of(new SurvivingPod(pod, object.podIp(), limits, containers, cgroups));
    }

    private static List<Container> all(PodSpec spec) {
        var all = new ArrayList<>(spec.initContainers());
        all.addAll(spec.containers());
        all.addAll(spec.ephemeralContainers());
        return all;
    }

    /** What containers have for themselves, as was last reported; of the others it is not known. */
    private static Map<String, OwnResources> own(PodObject pod) {
        var condition = pod.conditions().find(AssignedResources.CONDITION);
        if (condition.isEmpty()) return Map.of();
        return AssignedResources.read(condition.get().message()).orElse(new TreeMap<>());
    }

    private static PodSpec inForce(PodSpec spec, Actuated actuated) {
        return spec.mappingContainers(container -> actuated.knows(container.name())
                ? container.withResources(actuated.container(container.name()))
                : container);
    }

    private Optional<ContainerInstance> instance(ReportedContainer reported, PodSpec spec, Container container) {
        var limits = SimulatedContainer.limits(values.container(spec, container, nodeMemory, Set.of()));
        return switch (reported.state()) {
            case State.Running(var started) ->
                Optional.of(new ContainerInstance(
                        reported.containerId(),
                        ContainerInstance.State.RUNNING,
                        reported.restartCount(),
                        0,
                        started,
                        null,
                        "",
                        reported.image(),
                        reported.image(),
                        limits,
                        ResourceRequirements.ABSENT));
            case State.Terminated ended ->
                Optional.of(new ContainerInstance(
                        reported.containerId(),
                        ContainerInstance.State.EXITED,
                        reported.restartCount(),
                        ended.exitCode(),
                        ended.startedAt(),
                        ended.finishedAt(),
                        ended.reason(),
                        reported.image(),
                        reported.image(),
                        limits,
                        ResourceRequirements.ABSENT));
            case State.Waiting _ -> Optional.empty();
        };
    }
}
