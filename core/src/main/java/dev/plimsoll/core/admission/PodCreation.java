package dev.plimsoll.core.admission;

import dev.plimsoll.core.admission.Defaulted.Addition;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;

/**
 * The defaults of a new pod, in the order in which the API server applies them: at decoding, then (after admission plugins
 * and webhooks) when the pod is prepared for the store.
 */
public final class PodCreation {
    public static final PodCreation DEFAULT = under(FeatureGates.DEFAULT);

    private final PodLevelDefaults podLevel;
    private final boolean podLevelCounts;

    private PodCreation(PodLevelDefaults podLevel, boolean podLevelCounts) {
        this.podLevel = podLevel;
        this.podLevelCounts = podLevelCounts;
    }

    public static PodCreation under(FeatureGates gates) {
        return new PodCreation(PodLevelDefaults.under(gates), gates.isOn(Gate.POD_LEVEL_RESOURCES));
    }

    /** Whether decoding a pod adds nothing but requests to containers that have a limit without one. */
    public boolean decodesContainersOnly() {
        return podLevel.runsLast();
    }

    /** What every decoding of a pod adds. */
    public Defaulted decoded(PodSpec spec) {
        var containers = ContainerDefaults.apply(spec);
        return podLevel.runsLast() ? containers : joined(containers, podLevel.apply(containers.spec()));
    }

    /** What is added once all plugins and webhooks have had their say. */
    public Defaulted prepared(PodSpec spec) {
        var kept = podLevelCounts ? spec : spec.withResources(ResourceRequirements.ABSENT);
        return podLevel.runsLast() ? podLevel.apply(kept) : new Defaulted(kept, List.of());
    }

    /** Both steps, where nothing stands between them. */
    public Defaulted apply(PodSpec spec) {
        var decoded = decoded(spec);
        return joined(decoded, prepared(decoded.spec()));
    }

    private static Defaulted joined(Defaulted first, Defaulted second) {
        var additions = new ArrayList<Addition>(first.additions());
        additions.addAll(second.additions());
        return new Defaulted(second.spec(), additions);
    }
}
