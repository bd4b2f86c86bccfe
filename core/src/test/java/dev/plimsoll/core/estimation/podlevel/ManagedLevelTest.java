package dev.plimsoll.core.estimation.podlevel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.model.PodSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of vpa.md §6.3. */
class ManagedLevelTest {
    @ParameterizedTest(name = "pod \"{0}\", container \"{1}\": {2} {3} {4} {5}")
    @CsvSource({
        "'', cpu=1, CONTAINERS, POD_AND_CONTAINERS, POD_ONLY, CONTAINERS",
        "cpu=1, '', POD_AND_CONTAINERS, POD_AND_CONTAINERS, POD_AND_CONTAINERS, NOTHING",
        "cpu=1, cpu=1, POD_AND_CONTAINERS, POD_AND_CONTAINERS, POD_ONLY, WITHIN_POD",
        "'', '', CONTAINERS, POD_ONLY, POD_ONLY, CONTAINERS",
        "hugepages-2Mi=2Mi, cpu=1, CONTAINERS, POD_AND_CONTAINERS, POD_ONLY, CONTAINERS"
    })
    void rows(String pod, String container, ManagedLevel auto, ManagedLevel both, ManagedLevel only, ManagedLevel off) {
        var spec = PodSpec.builder()
                .podLevel(pod, "")
                .container("a", container, "")
                .container("b", "", "")
                .build();
        assertThat(ManagedLevel.of(spec, PodMode.AUTO)).isEqualTo(auto);
        assertThat(ManagedLevel.of(spec, PodMode.POD_AND_CONTAINERS)).isEqualTo(both);
        assertThat(ManagedLevel.of(spec, PodMode.POD_ONLY)).isEqualTo(only);
        assertThat(ManagedLevel.of(spec, PodMode.OFF)).isEqualTo(off);
    }
}
