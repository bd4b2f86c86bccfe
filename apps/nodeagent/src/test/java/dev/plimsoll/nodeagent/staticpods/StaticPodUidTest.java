package dev.plimsoll.nodeagent.staticpods;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticPodUidTest {
    /** Values of the published FNV reference. */
    @ParameterizedTest
    @CsvSource({"'', 6c62272e07bb014262b821756295c58d", "a, d228cb696f1a8caf78912b704e4a8964"})
    void hashesAreThoseOfFnv1a(String text, String expected) {
        assertThat(StaticPodUid.hex(text)).isEqualTo(expected);
    }

    @Test
    void eachContentNodeAndFileHasAnother() {
        assertThat(StaticPodUid.of("pod", "node-0", "web.yaml"))
                .isEqualTo(StaticPodUid.of("pod", "node-0", "web.yaml"))
                .isNotEqualTo(StaticPodUid.of("other", "node-0", "web.yaml"))
                .isNotEqualTo(StaticPodUid.of("pod", "node-1", "web.yaml"))
                .isNotEqualTo(StaticPodUid.of("pod", "node-0", "other.yaml"));
    }
}
