package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import org.jspecify.annotations.Nullable;

/**
 * All of a pod that a node's resource managers look at. Pods of one template have the same.
 *
 * @param spec with resources, names and kinds of containers, and nothing else
 * @param qosClass as recorded in the pod's status; empty where it is not
 */
public record PinnedPod(PodSpec spec, String qosClass) {
    /** Null where no node would ever pin anything for the pod, whatever its settings. */
    public static @Nullable PinnedPod of(Pod pod) {
        var qosClass = pod.status().qosClass();
        if (!qosClass.isEmpty() && !qosClass.equals(QosClass.GUARANTEED.kubernetesName())) return null;
        var spec = PodSpec.builder().podLevel(pod.spec().resources());
        pod.spec().initContainers().forEach(container -> spec.initContainer(reduced(container)));
        pod.spec().containers().forEach(container -> spec.container(reduced(container)));
        return new PinnedPod(spec.build(), qosClass);
    }

    private static Container reduced(Container container) {
        var bare = Container.of(container.name(), container.resources());
        return container.restartsAlways() ? bare.asSidecar() : bare;
    }

    /** As a pod, with the name by which managers know it. */
    public Pod withUid(String uid) {
        return new Pod(ObjectMeta.named("").withUid(uid), spec, PodStatus.NONE.withQosClass(qosClass));
    }
}
