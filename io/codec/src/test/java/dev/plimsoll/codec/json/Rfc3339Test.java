package dev.plimsoll.codec.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Times are read and refused as Java's own readers do. */
class Rfc3339Test {
    private static List<String> texts() {
        var texts = new ArrayList<>(List.of(
                "",
                "2026-11-18T04:05:06Z",
                "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z",
                "2026-02-28T23:59:59Z",
                "2026-02-29T00:00:00Z",
                "2024-02-29T00:00:00Z",
                "2026-11-31T00:00:00Z",
                "2026-00-10T00:00:00Z",
                "2026-13-10T00:00:00Z",
                "2026-11-00T00:00:00Z",
                "2026-11-18T24:00:00Z",
                "2026-11-18T23:60:00Z",
                "2026-11-18T23:59:60Z",
                "2026-11-18t04:05:06Z",
                "2026-11-18T04:05:06z",
                "2026-11-18T04:05:06.5Z",
                "2026-11-18T04:05:06.123456Z",
                "2026-11-18T04:05:06+02:00",
                "2026-11-18 04:05:06Z",
                "2026-11-18T04:05Z0000"));
        var random = new SplittableRandom(3339);
        for (var i = 0; i < 20_000; i++) {
            var letters = "2026-11-18T04:05:06Z".toCharArray();
            for (var changes = random.nextInt(3); changes >= 0; changes--) {
                letters[random.nextInt(letters.length)] = "0123456789-T:Z x".charAt(random.nextInt(16));
            }
            texts.add(new String(letters));
        }
        return texts;
    }

    @Test
    void momentsAreThoseOfInstant() {
        for (var text : texts()) {
            var problem = catchThrowable(() -> Instant.parse(text));
            if (problem == null) assertThat(Rfc3339.instant(text)).as(text).isEqualTo(Instant.parse(text));
            else
                assertThat(catchThrowable(() -> Rfc3339.instant(text))).as(text).isInstanceOf(DateTimeException.class);
        }
    }

    @Test
    void whatIsNoTimeIsWhatOffsetDateTimeRefuses() {
        for (var text : texts()) {
            var problem = catchThrowable(() -> OffsetDateTime.parse(text));
            assertThat(catchThrowable(() -> Rfc3339.check(text)) == null)
                    .as(text)
                    .isEqualTo(problem == null);
        }
    }

    @Test
    void aTimeIsWrittenInWholeSeconds() {
        assertThat(Rfc3339.text(Instant.parse("2026-11-18T04:05:06.999Z"))).isEqualTo("2026-11-18T04:05:06Z");
        assertThat(Rfc3339.text(Instant.parse("2026-11-18T04:05:07Z"))).isEqualTo("2026-11-18T04:05:07Z");
        assertThat(Rfc3339.text(Instant.parse("2026-11-18T04:05:06.1Z"))).isEqualTo("2026-11-18T04:05:06Z");
        assertThat(Rfc3339.text(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(Rfc3339.text(Instant.ofEpochSecond(-1, 500_000_000))).isEqualTo("1969-12-31T23:59:59Z");
    }
}
