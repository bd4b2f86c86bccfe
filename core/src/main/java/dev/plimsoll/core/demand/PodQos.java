package dev.plimsoll.core.demand;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The QoS class of a pod: from the pod level alone where it is set, else from all regular and init containers.
 *
 * <p>One set of requirements has a shape for cpu and one for memory: nothing (request and limit zero), fixed (equal, not
 * zero) or open. Both fixed is Guaranteed, both nothing BestEffort, anything else Burstable. Containers of different classes
 * make the pod Burstable.
 */
public final class PodQos {
    /** With every gate at its default. */
    public static final PodQos DEFAULT = under(FeatureGates.DEFAULT);

    private final boolean podLevelCounts;
    private final boolean emptyPodLevelCounts;

    private PodQos(boolean podLevelCounts, boolean emptyPodLevelCounts) {
        this.podLevelCounts = podLevelCounts;
        this.emptyPodLevelCounts = emptyPodLevelCounts;
    }

    public static PodQos under(FeatureGates gates) {
        return new PodQos(
                gates.isOn(Gate.POD_LEVEL_RESOURCES), !gates.isOn(Gate.POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS));
    }

    public QosClass of(PodSpec spec) {
        if (isDecidedAtPodLevel(spec)) return of(spec.resources());
        var regular = of(spec.containers(), null);
        var all = of(spec.initContainers(), regular);
        return all == null ? QosClass.BEST_EFFORT : all;
    }

    /** Whether the containers' own values are ignored. */
    public boolean isDecidedAtPodLevel(PodSpec spec) {
        if (!podLevelCounts) return false;
        return emptyPodLevelCounts ? spec.resources().isDeclared() : spec.hasPodLevelResources();
    }

    private static @Nullable QosClass of(List<Container> containers, @Nullable QosClass before) {
        var soFar = before;
        for (var i = 0; i < containers.size(); i++) {
            var own = of(containers.get(i).resources());
            if (soFar == null) soFar = own;
            else if (soFar != own) return QosClass.BURSTABLE;
        }
        return soFar;
    }

    /** The class that one set of requirements stands for. */
    public static QosClass of(ResourceRequirements resources) {
        var cpu = shape(resources, ResourceName.CPU);
        return cpu == shape(resources, ResourceName.MEMORY) ? cpu : QosClass.BURSTABLE;
    }

    private static QosClass shape(ResourceRequirements resources, ResourceName name) {
        var request = resources.requests().at(name);
        var limit = resources.limits().at(name);
        var asks = request != null && !request.isZero();
        var bounded = limit != null && !limit.isZero();
        if (!asks && !bounded) return QosClass.BEST_EFFORT;
        if (request == null || limit == null) return QosClass.BURSTABLE;
        return request.compareTo(limit) == 0 ? QosClass.GUARANTEED : QosClass.BURSTABLE;
    }
}
