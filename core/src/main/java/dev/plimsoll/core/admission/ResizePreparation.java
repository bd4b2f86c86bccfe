package dev.plimsoll.core.admission;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.validation.OlderClients;
import java.util.ArrayList;
import java.util.List;

/**
 * What a request to {@code /resize} asks for: the stored pod with the resources of the pod that was sent.
 *
 * <p>Everything else that was sent is ignored, except a list of containers that does not match the stored one: it is taken as
 * sent, so that validation can say what is wrong with it.
 */
public final class ResizePreparation {
    public static final ResizePreparation DEFAULT = under(FeatureGates.DEFAULT);

    private final PodCreation creation;
    private final PodLevelDefaults defaulting;
    private final boolean podLevelResizes;
    private final boolean podLevelRestored;
    private final boolean volumesResize;

    private ResizePreparation(
            PodCreation creation,
            PodLevelDefaults defaulting,
            boolean podLevelResizes,
            boolean podLevelRestored,
            boolean volumesResize) {
        this.volumesResize = volumesResize;
        this.creation = creation;
        this.defaulting = defaulting;
        this.podLevelResizes = podLevelResizes;
        this.podLevelRestored = podLevelRestored;
    }

    public static ResizePreparation under(FeatureGates gates) {
        return new ResizePreparation(
                PodCreation.under(gates),
                PodLevelDefaults.under(gates),
                gates.isOn(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING),
                gates.isOn(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING),
                gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES));
    }

    /** The pod as it would be stored; its generation is one higher if the spec differs. */
    public Pod apply(Stored stored, Sent sent) {
        var before = stored.pod().spec();
        var asked = creation.decoded(sent.pod().spec()).spec();
        var taken = taken(before, asked);
        var after = defaulting.runsLast() ? defaulting.apply(taken).spec() : taken;
        var metadata = stored.pod().metadata();
        var counted = after.equals(before) ? metadata : metadata.withGeneration(metadata.generation() + 1);
        return new Pod(counted, after, stored.pod().status());
    }

    /** The pod in the store. */
    public record Stored(Pod pod) {}

    /** The pod in the request. */
    public record Sent(Pod pod) {}

    private PodSpec taken(PodSpec stored, PodSpec asked) {
        var podLevel = podLevel(stored.resources(), asked.resources());
        var sameCounts = stored.containers().size() == asked.containers().size()
                && stored.initContainers().size() == asked.initContainers().size();
        if (!sameCounts) return asked.withResources(podLevel);
        var kept = volumesResize ? stored.withVolumes(asked.details().volumes()) : stored;
        return kept.withContainers(containers(stored.containers(), asked.containers()))
                .withInitContainers(containers(stored.initContainers(), asked.initContainers()))
                .withResources(podLevel);
    }

    private ResourceRequirements podLevel(ResourceRequirements stored, ResourceRequirements asked) {
        if (!podLevelResizes) return stored;
        // A client that does not know the field must not clear it.
        return podLevelRestored && !asked.isDeclared() ? stored : asked;
    }

    private static List<Container> containers(List<Container> stored, List<Container> asked) {
        var taken = new ArrayList<Container>(stored.size());
        for (var i = 0; i < stored.size(); i++) {
            if (!stored.get(i).name().equals(asked.get(i).name())) return asked;
            taken.add(stored.get(i)
                    .withResources(
                            resources(stored.get(i).resources(), asked.get(i).resources()))
                    .withResizePolicy(OlderClients.resizePolicy(stored.get(i), asked.get(i))));
        }
        return taken;
    }

    /** A container that leaves its resources out and one that gives them empty ask for the same: that is no change. */
    private static ResourceRequirements resources(ResourceRequirements stored, ResourceRequirements asked) {
        return stored.isEmpty() && asked.isEmpty() && stored.claims().equals(asked.claims()) ? stored : asked;
    }
}
