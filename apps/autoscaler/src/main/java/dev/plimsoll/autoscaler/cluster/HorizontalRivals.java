package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.workloads.horizontal.MetricSource;
import dev.plimsoll.core.workloads.horizontal.MetricTarget;
import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;
import dev.plimsoll.core.workloads.horizontal.Tolerance;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * HorizontalPodAutoscalers that scale the same target by a part of the very requests that an object changes: more use makes
 * requests grow, which makes the part fall, which takes pods away, so that those left use more.
 */
public final class HorizontalRivals {
    private final ResourcePolicy policy;
    private final boolean podLevel;

    private HorizontalRivals(ResourcePolicy policy, boolean podLevel) {
        this.policy = policy;
        this.podLevel = podLevel;
    }

    /**
     * A warning for each metric; an object that changes no running pods and no new ones has no rivals.
     *
     * @param podLevel whether its pods are looked after as a whole
     */
    public static List<String> of(VpaObject vpa, boolean podLevel, List<HorizontalPodAutoscalerObject> scalers) {
        if (vpa.mode() == UpdateMode.OFF) return List.of();
        var rivals = new HorizontalRivals(vpa.policy(), podLevel);
        var warnings = new ArrayList<String>();
        for (var scaler : scalers) {
            if (!scaler.name().namespace().equals(vpa.name().namespace())) continue;
            var spec = scaler.spec(Duration.ZERO, new Tolerance(0, 0));
            if (!isSame(vpa.target(), spec.target())) continue;
            for (var metric : spec.metrics()) {
                if (metric instanceof MetricSource.Resources(var measured, Aim.Utilization _)
                        && rivals.collidesWith(measured)) {
                    warnings.add(text(scaler.name().name(), measured));
                }
            }
        }
        return warnings;
    }

    private static String text(String scaler, MetricTarget measured) {
        var name = measured.resource();
        var container = measured instanceof MetricTarget.ContainerResource(var _, var own) ? own : "";
        return "HorizontalPodAutoscaler " + scaler + " scales the same target by the utilization of " + name
                + (container.isEmpty() ? "" : " of container " + container)
                + ", which changes with every request of " + name
                + " that this object changes; leave " + name
                + " out of controlledResources, or scale by averageValue or another metric";
    }

    private static boolean isSame(CrossVersionObjectReference target, CrossVersionObjectReference other) {
        return target.isSame(other) && target.group().equals(other.group());
    }

    private boolean collidesWith(MetricTarget metric) {
        return switch (metric) {
            case MetricTarget.Resource(var name) -> podLevel ? podIsControlled(name) : containersAreControlled(name);
            case MetricTarget.ContainerResource(var name, var container) -> controls(policy.of(container), name);
        };
    }

    private boolean podIsControlled(ResourceName name) {
        return named(name, policy.podPolicies().controlledResources());
    }

    private boolean containersAreControlled(ResourceName name) {
        var all = false;
        for (var own : policy.containerPolicies()) {
            if (controls(own, name)) return true;
            all |= own.containerName().equals(ContainerPolicy.ANY);
        }
        return !all; // containers without a policy are controlled
    }

    private static boolean controls(ContainerPolicy policy, ResourceName name) {
        return policy.mode() == ContainerMode.AUTO && named(name, policy.controlledResources());
    }

    private static boolean named(ResourceName name, Iterable<Compute> resources) {
        for (var compute : resources) {
            if (compute.resource().equals(name)) return true;
        }
        return false;
    }
}
