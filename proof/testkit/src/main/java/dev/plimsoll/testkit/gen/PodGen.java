package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.admission.ContainerDefaults;
import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import java.util.random.RandomGenerator;

/** Pods with and without pod-level resources, init containers, sidecars and overhead. */
public final class PodGen {
    private static final List<ResourceName> COMPUTE = List.of(ResourceName.CPU, ResourceName.MEMORY);

    private PodGen() {}

    /** Specs that validation accepts once they have their defaults. */
    public static Gen<PodSpec> soundSpecs() {
        return random -> {
            var spec = containers(ResourceGen.soundRequirements(), random);
            return withOverhead(spec.withResources(soundPodLevel(spec, random)), random);
        };
    }

    /** Specs whose requests and limits may contradict each other, with any of the quantities. */
    public static Gen<PodSpec> anySpecs(Gen<Quantity> quantities) {
        var requirements = ResourceGen.anyRequirements(quantities);
        var amounts = ResourceGen.amounts(quantities);
        return random -> {
            var podLevel = random.nextBoolean() ? ResourceRequirements.ABSENT : requirements.from(random);
            var overhead = random.nextBoolean() ? ResourceAmounts.ABSENT : amounts.from(random);
            return containers(requirements, random).withResources(podLevel).withOverhead(overhead);
        };
    }

    /** A new pod without status. */
    public static Gen<Pod> sound() {
        return soundSpecs().map(PodGen::named);
    }

    /** A pod whose node has something to say: see {@link PodStatusGen#resizing}. */
    public static Gen<Pod> resizing() {
        return random -> {
            var pod = sound().from(random);
            return pod.withStatus(PodStatusGen.resizing(pod.spec()).from(random));
        };
    }

    private static Pod named(PodSpec spec) {
        return Pod.of("web", spec).withMetadata(ObjectMeta.named("web").withGeneration(1));
    }

    private static PodSpec containers(Gen<ResourceRequirements> requirements, RandomGenerator random) {
        var spec = PodSpec.builder();
        for (var i = random.nextInt(1, 4); i > 0; i--) {
            spec.container(Container.of("c" + i, requirements.from(random)));
        }
        for (var i = Gen.chance(random, 50) ? 0 : random.nextInt(1, 5); i > 0; i--) {
            var container = Container.of("i" + i, requirements.from(random));
            spec.initContainer(random.nextBoolean() ? container : container.asSidecar());
        }
        return spec.build();
    }

    private static PodSpec withOverhead(PodSpec spec, RandomGenerator random) {
        var overhead = ResourceAmounts.ABSENT;
        if (Gen.chance(random, 30))
            overhead = overhead.with(ResourceName.CPU, Quantities.cpu().from(random));
        if (Gen.chance(random, 30))
            overhead = overhead.with(ResourceName.MEMORY, Quantities.memory().from(random));
        return spec.withOverhead(overhead);
    }

    /** Not below what the containers need, so that it stands beside them. */
    private static ResourceRequirements soundPodLevel(PodSpec spec, RandomGenerator random) {
        if (Gen.chance(random, 40)) return ResourceRequirements.ABSENT;
        if (Gen.chance(random, 10)) return ResourceRequirements.EMPTY;
        var needed = ContainerAggregate.requests(ContainerDefaults.apply(spec).spec());
        var podLevel = ResourceRequirements.EMPTY;
        for (var name : COMPUTE) {
            var extra = (name.equals(ResourceName.CPU) ? Quantities.cpu() : Quantities.memory()).from(random);
            var request = needed.amount(name).plus(extra);
            var limit = request.max(largestLimit(spec, name));
            if (Gen.chance(random, 60))
                podLevel = podLevel.withRequests(podLevel.requests().with(name, request));
            if (Gen.chance(random, 60))
                podLevel = podLevel.withLimits(podLevel.limits().with(name, limit));
        }
        if (podLevel.isEmpty() || Gen.chance(random, 90)) return podLevel;
        var pages = needed.amount(ResourceGen.HUGE_PAGES).plus(ResourceGen.pages(random));
        return podLevel.withRequests(podLevel.requests().with(ResourceGen.HUGE_PAGES, pages))
                .withLimits(podLevel.limits().with(ResourceGen.HUGE_PAGES, pages));
    }

    private static Quantity largestLimit(PodSpec spec, ResourceName name) {
        var largest = Quantity.ZERO;
        for (var container : spec.containers())
            largest = largest.max(container.resources().limits().amount(name));
        return largest;
    }
}
