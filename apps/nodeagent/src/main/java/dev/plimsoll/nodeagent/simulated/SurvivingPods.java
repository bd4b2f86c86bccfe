package dev.plimsoll.nodeagent.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.PodReader;
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
import dev.plimsoll.core.topology.state.OwnResources;
import java.time.Instant;
import java.time.format.DateTimeParseException;
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
    public Optional<SurvivingPod> of(JsonNode document, Actuated actuated) {
        var status = document.path("status");
        if (!status.path("phase").asText().equals("Running")) return Optional.empty();
        if (!(PodReader.read(document) instanceof Read.Ok<Pod>(var pod))) return Optional.empty();
        var spec = inForce(pod.spec(), actuated);
        var own = own(status.path("conditions"));
        var containers = new HashMap<String, ContainerInstance>();
        for (var container : all(spec)) {
            for (var list : List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")) {
                for (var entry : status.path(list)) {
                    if (entry.path("name").asText().equals(container.name()))
                        instance(entry, spec, container)
                                .ifPresent(each ->
                                        containers.put(container.name(), each.withOwn(own.get(container.name()))));
                }
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
        return Optional.of(new SurvivingPod(pod, status.path("podIP").asText(), limits, containers, cgroups));
    }

    private static List<Container> all(PodSpec spec) {
        var all = new ArrayList<>(spec.initContainers());
        all.addAll(spec.containers());
        all.addAll(spec.ephemeralContainers());
        return all;
    }

    /** What containers have for themselves, as was last reported; of the others it is not known. */
    private static Map<String, OwnResources> own(JsonNode conditions) {
        for (var condition : conditions) {
            if (condition.path("type").asText().equals(AssignedResources.CONDITION))
                return AssignedResources.read(condition.path("message").asText())
                        .orElse(new TreeMap<>());
        }
        return Map.of();
    }

    private static PodSpec inForce(PodSpec spec, Actuated actuated) {
        return spec.mappingContainers(container -> actuated.knows(container.name())
                ? container.withResources(actuated.container(container.name()))
                : container);
    }

    private Optional<ContainerInstance> instance(JsonNode entry, PodSpec spec, Container container) {
        var state = entry.path("state");
        var id = entry.path("containerID").asText();
        var restarts = entry.path("restartCount").asInt();
        var limits = SimulatedContainer.limits(values.container(spec, container, nodeMemory, Set.of()));
        var image = entry.path("image").asText();
        if (state.has("running")) {
            var started = time(state.path("running").path("startedAt"));
            return Optional.of(new ContainerInstance(
                    id,
                    ContainerInstance.State.RUNNING,
                    restarts,
                    0,
                    started,
                    null,
                    "",
                    image,
                    image,
                    limits,
                    ResourceRequirements.ABSENT));
        }
        var ended = state.path("terminated");
        if (ended.isMissingNode()) return Optional.empty();
        return Optional.of(new ContainerInstance(
                id,
                ContainerInstance.State.EXITED,
                restarts,
                ended.path("exitCode").asInt(),
                time(ended.path("startedAt")),
                time(ended.path("finishedAt")),
                ended.path("reason").asText(),
                image,
                image,
                limits,
                ResourceRequirements.ABSENT));
    }

    private static Instant time(JsonNode text) {
        try {
            return Instant.parse(text.asText());
        } catch (DateTimeParseException _) {
            return Instant.EPOCH;
        }
    }
}
