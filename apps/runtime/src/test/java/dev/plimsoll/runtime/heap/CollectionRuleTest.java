package dev.plimsoll.runtime.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of production: heap
class CollectionRuleTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a new program has little,                             90,   0,   3, 1.5, false",
        "a new program has more than a little,                100,   0,   3, 1.5, true",
        "less than twice of what was alive,                   390, 200, 600, 1.5, false",
        "more than twice of what was alive,                   410, 200,   3, 1.5, true",
        "at rest a quarter more is enough,                    270, 200,  20, 0.1, true",
        "at rest but a little more is not,                    260, 200, 600, 0.1, false",
        "at rest it is not done again at once,                390, 200,  19, 0.1, false",
        "what a small program leaves is not worth it at rest,  15,   0, 600, 0.1, false"
    })
    void due(String what, long used, long live, int seconds, double processors, boolean due) {
        var heap = new HeapUsage(used << 20, live << 20, Duration.ofSeconds(seconds), processors);
        assertThat(CollectionRule.isDue(heap)).as(what).isEqualTo(due);
    }
}
