package dev.plimsoll.core.explain;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A pod's QoS class, and the sentence that says why it is not another one. */
public record QosReason(QosClass qosClass, String sentence) {

    static QosReason of(PodSpec spec, PodQos qos) {
        var qosClass = qos.of(spec);
        var level = qos.isDecidedAtPodLevel(spec);
        return new QosReason(
                qosClass,
                switch (qosClass) {
                    case GUARANTEED ->
                        level
                                ? "the pod level sets cpu and memory requests equal to their limits"
                                : "every container sets cpu and memory requests equal to their limits";
                    case BEST_EFFORT ->
                        level ? "the pod level asks for no cpu and no memory" : "no container asks for cpu or memory";
                    case BURSTABLE -> level ? burstable("the pod level", spec.resources()) : containers(spec);
                });
    }

    /** Names the first container that keeps the pod from the firmer class, or the mix of classes. */
    private static String containers(PodSpec spec) {
        for (var container : all(spec)) {
            var gaps = gaps(container.resources());
            if (!gaps.isEmpty()) return burstable("container " + container.name(), container.resources());
        }
        return "the containers are of different classes";
    }

    private static String burstable(String who, ResourceRequirements resources) {
        var gaps = gaps(resources);
        return gaps.isEmpty() ? who + " is of mixed class" : who + " has " + String.join(" and ", gaps);
    }

    /** What keeps one set of requirements from being Guaranteed. */
    private static List<String> gaps(ResourceRequirements resources) {
        var gaps = new ArrayList<String>();
        for (var name : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
            var request = resources.requests().amount(name);
            var limit = resources.limits().amount(name);
            if (request.equals(limit) && !request.isZero()) continue;
            if (request.isZero() && limit.isZero()) gaps.add("no " + name);
            else if (limit.isZero()) gaps.add("a " + name + " request but no limit");
            else gaps.add("a " + name + " request of " + request + " and a limit of " + limit);
        }
        return gaps;
    }

    private static List<Container> all(PodSpec spec) {
        return Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .toList();
    }
}
