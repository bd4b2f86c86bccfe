package dev.plimsoll.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.text.DurationText;
import dev.plimsoll.core.estimation.Compute;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellTextTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-10T10:00:00Z",
        "2026-01-10T10:00:00.000Z",
        "2026-01-10 10:00:00Z",
        "2026-01-10T11:00:00+01:00",
        "1768039200",
        "1768039200.0",
        "1768039200000"
    })
    void aTimeIsReadInEveryForm(String text) {
        assertThat(new TimeText().millis(text))
                .hasValue(Instant.parse("2026-01-10T10:00:00Z").toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2026-13-10T10:00:00Z", "2026-02-30T10:00:00Z", "2026-01-10", "-5", "NaN", "now"})
    void anythingElseIsNoTime(String text) {
        assertThat(new TimeText().millis(text)).isEqualTo(OptionalLong.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0.25, 250",
        "250m, 250",
        "1, 1000",
        "2, 2000",
        "0.0004, 1",
        "1e-3, 1",
        "100u, 1",
        ".5, 500",
        "0, 0",
        "1.5k, 1500000"
    })
    void cpuIsReadInEveryForm(String text, long milli) {
        assertThat(AmountText.units(text, Compute.CPU)).hasValue(milli);
    }

    @ParameterizedTest
    @CsvSource({
        "134217728, 134217728",
        "128Mi, 134217728",
        "1e6, 1000000",
        "1.5, 2",
        "1k, 1000",
        "1.34217728e+08, 134217728"
    })
    void memoryIsReadInEveryForm(String text, long bytes) {
        assertThat(AmountText.units(text, Compute.MEMORY)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "abc", "1.2.3", "NaN", "+Inf", "1 Gi"})
    void anythingElseIsNoAmount(String text) {
        assertThat(AmountText.units(text, Compute.MEMORY)).isEqualTo(OptionalLong.empty());
    }

    @ParameterizedTest
    @CsvSource({"30s, 30", "1m, 60", "1h30m, 5400", "8d, 691200"})
    void lengthsOfTimeAreReadAsFlagsHaveThem(String text, long seconds) {
        assertThat(DurationText.parse(text)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "1", "0s", "1m1h", "99999999999d"})
    void anythingElseIsNoLengthOfTime(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }
}
