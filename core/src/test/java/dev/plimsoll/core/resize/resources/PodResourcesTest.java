package dev.plimsoll.core.resize.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PodResourcesTest {
    private static final List<String> AMOUNTS = List.of("", "cpu=1", "cpu=1000m", "memory=1Gi", "cpu=2,memory=1Gi");

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    @DisplayName("what a spec has already is not put into it again")
    void itself() {
        for (var i = 0; i < 2_000; i++) {
            var spec = spec();
            var resources = PodResources.of(spec);
            assertThat(resources.over(spec)).isSameAs(spec);
            assertThat(resources.isSameAs(spec)).isTrue();
        }
    }

    @Test
    @DisplayName("resources of one spec over another give the other spec with all of them in place of its own")
    void over() {
        for (var i = 0; i < 2_000; i++) {
            var spec = spec();
            var resources = PodResources.of(spec());
            assertThat(resources.over(spec)).isEqualTo(overOneByOne(resources, spec));
        }
    }

    @Test
    @DisplayName("a spec asks for the same as was promised exactly when the two are equal amount by amount")
    void same() {
        var equal = 0;
        for (var i = 0; i < 5_000; i++) {
            var promised = PodResources.of(spec());
            var spec = random.nextBoolean() ? spec() : promised.over(spec());
            var expected = PodResources.of(spec).isSameAs(promised);
            assertThat(promised.isSameAs(spec)).as(spec + " " + promised).isEqualTo(expected);
            if (expected) equal++;
        }
        assertThat(equal).isBetween(100, 4_900);
    }

    private static PodSpec overOneByOne(PodResources resources, PodSpec spec) {
        return spec.withInitContainers(overOneByOne(resources, spec.initContainers()))
                .withContainers(overOneByOne(resources, spec.containers()))
                .withResources(resources.podLevel());
    }

    private static List<Container> overOneByOne(PodResources resources, List<Container> containers) {
        var changed = new ArrayList<Container>();
        for (var container : containers) {
            var isNamed = resources.containers().containsKey(container.name());
            changed.add(isNamed ? container.withResources(resources.container(container.name())) : container);
        }
        return changed;
    }

    private PodSpec spec() {
        var spec = PodSpec.builder();
        for (var i = random.nextInt(3); i >= 0; i--) spec.container("c" + i, amounts(), amounts());
        for (var i = random.nextInt(3); i > 0; i--) spec.initContainer("i" + i, amounts(), amounts());
        return random.nextBoolean()
                ? spec.build()
                : spec.build().withResources(ResourceRequirements.parse(amounts(), amounts()));
    }

    private String amounts() {
        return AMOUNTS.get(random.nextInt(AMOUNTS.size()));
    }
}
