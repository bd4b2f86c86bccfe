package dev.plimsoll.codec.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec 9.1, age format. */
class AgeTest {
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "PT-2S, <invalid>",
        "PT-1.5S, 0s",
        "PT-0.5S, 0s",
        "PT0S, 0s",
        "PT59S, 59s",
        "PT119S, 119s",
        "PT2M, 2m",
        "PT2M5S, 2m5s",
        "PT9M59S, 9m59s",
        "PT10M59S, 10m",
        "PT2H59M, 179m",
        "PT3H, 3h",
        "PT3H5M, 3h5m",
        "PT7H59M, 7h59m",
        "PT8H30M, 8h",
        "PT47H, 47h",
        "P2D, 2d",
        "P2DT3H, 2d3h",
        "P7DT23H, 7d23h",
        "P8DT5H, 8d",
        "P729D, 729d",
        "P730D, 2y",
        "P800D, 2y70d",
        "P2920D, 8y",
        "P3000D, 8y",
    })
    void spans(Duration span, String text) {
        assertThat(Age.of(span)).isEqualTo(text);
    }

    @Test
    void noTimeIsUnknown() {
        assertThat(Age.since("", Instant.EPOCH)).isEqualTo("<unknown>");
        assertThat(Age.since("yesterday", Instant.EPOCH)).isEqualTo("<unknown>");
        assertThat(Age.since("1970-01-01T00:00:00Z", Instant.EPOCH.plusSeconds(7)))
                .isEqualTo("7s");
    }
}
