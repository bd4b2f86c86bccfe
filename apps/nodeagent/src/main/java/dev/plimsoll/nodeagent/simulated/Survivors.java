package dev.plimsoll.nodeagent.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.Actuated;
import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.PodLimits;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds simulated pods again after their process ended. Real containers would have gone on running; of simulated ones the API
 * holds the last report and the checkpoint what was in force, and that is what goes on. What was done and neither reported nor
 * noted is done once more.
 */
public final class Survivors {
    private final CgroupValues values;
    private final long nodeMemory;

    public Survivors(CgroupValues values, long nodeMemory) {
        this.values = values;
        this.nodeMemory = nodeMemory;
    }

    /** Empty for a pod of which nothing ran. */
    public Optional<Survivor> of(JsonNode document, Actuated actuated) {
        var status = document.path("status");
        if (!status.path("phase").asText().equals("Running")) return Optional.empty();
        if (!(PodReader.read(document) instanceof Read.Ok<Pod>(var pod))) return Optional.empty();
        var spec = inForce(pod.spec(), actuated);
        var containers = new HashMap<String, ContainerInstance>();
        for (var container : all(spec)) {
            for (var list : List.of("initContainerStatuses", "containerStatuses")) {
                for (var entry : status.path(list)) {
                    if (entry.path("name").asText().equals(container.name()))
                        instance(entry, spec, container).ifPresent(each -> containers.put(container.name(), each));
                }
            }
        }
        if (containers.isEmpty()) return Optional.empty();
        var known = actuated.podOrNull();
        var limits = known == null ? PodLimits.of(values.pod(spec)) : known;
        return Optional.of(new Survivor(pod, status.path("podIP").asText(), limits, containers));
    }

    private static List<Container> all(PodSpec spec) {
        var all = new ArrayList<>(spec.initContainers());
        all.addAll(spec.containers());
        return all;
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
