package dev.plimsoll.codec.topology;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Small pods of all shapes, and changes of them. */
final class RandomPods {
    private final RandomGenerator random;

    RandomPods(RandomGenerator random) {
        this.random = random;
    }

    Pod pod(String uid) {
        var spec = PodSpec.builder();
        var isPodLevel = random.nextBoolean();
        var budget = 0;
        for (var i = random.nextInt(3); i > 0; i--) {
            var cpus = random.nextInt(4);
            budget += cpus;
            var init = Container.of("i" + i, own(cpus, isPodLevel));
            spec.initContainer(random.nextBoolean() ? init.asSidecar() : init);
        }
        for (var i = random.nextInt(1, 4); i > 0; i--) {
            var cpus = random.nextInt(4);
            budget += cpus;
            spec.container(Container.of("c" + i, own(cpus, isPodLevel)));
        }
        if (isPodLevel) spec.podLevel(equal(budget + random.nextInt(1, 3), 512 + 64 * random.nextInt(8)));
        var metadata = new ObjectMeta(uid, "", "default", uid, 1, Map.of(), Map.of(), null);
        return new Pod(metadata, spec.build(), PodStatus.NONE);
    }

    /** A container without a guarantee of its own only where the pod has one. */
    private ResourceRequirements own(int cpus, boolean isPodLevel) {
        if (cpus == 0 && isPodLevel) return ResourceRequirements.ABSENT;
        return equal(Math.max(1, cpus), 16 * random.nextInt(1, 5));
    }

    private static ResourceRequirements equal(int cpus, int mebibytes) {
        var amounts = ResourceAmounts.of(Map.of(
                ResourceName.CPU, Quantity.ofMilli(cpus * 1000L), ResourceName.MEMORY, Quantity.of(mebibytes + "Mi")));
        return ResourceRequirements.of(amounts, amounts);
    }

    /** The pod with one of its amounts changed. */
    Pod changed(Pod pod) {
        var spec = pod.spec();
        if (spec.hasPodLevelResources() && random.nextBoolean()) {
            return pod.withSpec(spec.withResources(changed(spec.resources())));
        }
        var containers = new ArrayList<>(spec.containers());
        var index = random.nextInt(containers.size());
        var container = containers.get(index);
        if (container.resources().isEmpty()) return pod;
        containers.set(index, container.withResources(changed(container.resources())));
        return pod.withSpec(spec.withContainers(List.copyOf(containers)));
    }

    private ResourceRequirements changed(ResourceRequirements resources) {
        var cpus = (int) resources.requests().amount(ResourceName.CPU).value();
        var mebibytes = (int) (resources.requests().amount(ResourceName.MEMORY).value() >> 20);
        return random.nextBoolean()
                ? equal(Math.max(1, cpus + random.nextInt(-2, 4)), mebibytes)
                : equal(cpus, Math.max(16, mebibytes + 16 * random.nextInt(-4, 6)));
    }
}
