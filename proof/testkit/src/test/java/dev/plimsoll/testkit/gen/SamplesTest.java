package dev.plimsoll.testkit.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.PodValidation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void theSameSeedMakesTheSameValues() {
        assertThat(values(5)).isEqualTo(values(5)).isNotEqualTo(values(6));
    }

    private static List<Pod> values(long seed) {
        var values = new ArrayList<Pod>();
        Samples.of(20).withSeed(seed).check(PodGen.resizing(), values::add);
        return values;
    }

    @Test
    void aFailureNamesASeedThatMakesTheValueFirst() {
        var failing = new ArrayList<String>();
        assertThatThrownBy(() -> Samples.of(1_000).withSeed(1).check(Quantities.texts(), text -> {
                    if (!text.contains("7")) return;
                    failing.add(text);
                    throw new IllegalStateException("seven");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seven")
                .hasMessageContaining("-Dplimsoll.seed=")
                .satisfies(failure -> {
                    var text =
                            String.valueOf(failure.getMessage()).replaceAll("(?s).*-Dplimsoll\\.seed=(-?\\d+).*", "$1");
                    Samples.of(1).withSeed(Long.parseLong(text)).check(Quantities.texts(), failing::add);
                });
        assertThat(failing).hasSize(2).allMatch(failing.getFirst()::equals);
    }

    @Test
    void soundPodsAreValidOnceTheyHaveTheirDefaults() {
        Samples.of(3_000).check(PodGen.sound(), pod -> {
            var spec = PodCreation.DEFAULT.apply(pod.spec()).spec();
            assertThat(PodValidation.DEFAULT.checkNew(pod.withSpec(spec))).isEmpty();
        });
    }
}
