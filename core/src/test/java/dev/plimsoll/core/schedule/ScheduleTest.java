package dev.plimsoll.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cron schedules as Kubernetes reads them. */
class ScheduleTest {
    private static Schedule known(String text, String zone) {
        var parsed = Schedule.parse(text, ZoneId.of(zone));
        assertThat(parsed).isInstanceOf(Schedule.Parsed.Known.class);
        return ((Schedule.Parsed.Known) parsed).schedule();
    }

    @ParameterizedTest(name = "{0} after {1}: {2}")
    @CsvSource({
        "*/15 * * * *,      2026-11-16T10:07:30Z, 2026-11-16T10:15:00Z",
        "*/15 * * * *,      2026-11-16T10:15:00Z, 2026-11-16T10:30:00Z",
        "0 * * * *,         2026-11-16T23:30:00Z, 2026-11-17T00:00:00Z",
        "5/20 * * * *,      2026-11-16T10:26:00Z, 2026-11-16T10:45:00Z",
        "30 4 * * 1-5,      2026-11-20T05:00:00Z, 2026-11-23T04:30:00Z",
        "30 4 * * mon-FRI,  2026-11-20T05:00:00Z, 2026-11-23T04:30:00Z",
        "0 0 31 * *,        2026-11-01T00:00:00Z, 2026-12-31T00:00:00Z",
        "0 0 29 2 *,        2026-11-01T00:00:00Z, 2028-02-29T00:00:00Z",
        "0 0 1 jan *,       2026-11-01T00:00:00Z, 2027-01-01T00:00:00Z",
        "'0 0 13 * 5',      2026-11-01T00:00:00Z, 2026-11-06T00:00:00Z",
        "'0 0 */2 * 5',     2026-11-01T00:00:00Z, 2026-11-03T00:00:00Z",
        "'0 0 13 * ?',      2026-11-01T00:00:00Z, 2026-11-13T00:00:00Z",
        "'0,30 8-9 * * *',  2026-11-16T08:30:00Z, 2026-11-16T09:00:00Z",
        "@hourly,           2026-11-16T10:07:30Z, 2026-11-16T11:00:00Z",
        "@daily,            2026-11-16T10:07:30Z, 2026-11-17T00:00:00Z",
        "@weekly,           2026-11-16T10:07:30Z, 2026-11-22T00:00:00Z",
        "@monthly,          2026-11-16T10:07:30Z, 2026-12-01T00:00:00Z",
        "@yearly,           2026-11-16T10:07:30Z, 2027-01-01T00:00:00Z",
        "@every 1h30m,      2026-11-16T10:07:30Z, 2026-11-16T11:37:30Z",
        "@every 1ms,        2026-11-16T10:07:30Z, 2026-11-16T10:07:31Z",
    })
    void next(String text, Instant after, Instant expected) {
        assertThat(known(text, "UTC").after(after)).contains(expected);
    }

    @ParameterizedTest(name = "{0} in {1} after {2}: {3}")
    @CsvSource({
        "0 9 * * *,  Europe/Berlin,    2026-11-16T10:00:00Z, 2026-11-17T08:00:00Z",
        "0 9 * * *,  America/New_York, 2026-11-16T10:00:00Z, 2026-11-16T14:00:00Z",
        // The hour that a clock skips in spring does not come; the one that it repeats in autumn comes twice.
        "30 2 * * *, Europe/Berlin,    2026-03-28T12:00:00Z, 2026-03-30T00:30:00Z",
        "30 2 * * *, Europe/Berlin,    2026-10-24T12:00:00Z, 2026-10-25T00:30:00Z",
        "30 2 * * *, Europe/Berlin,    2026-10-25T00:30:00Z, 2026-10-25T01:30:00Z",
    })
    void nextThere(String text, String zone, Instant after, Instant expected) {
        assertThat(known(text, zone).after(after)).contains(expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "* * * *        | expected exactly 5 fields, found 4: [* * * *]",
                "61 * * * *     | minute: end of range (61) above maximum (59): 61",
                "* 24 * * *     | hour: end of range (24) above maximum (23): 24",
                "* * 0 * *      | day of month: beginning of range (0) below minimum (1): 0",
                "* * * 13 *     | month: end of range (13) above maximum (12): 13",
                "* * * * 7      | day of week: end of range (7) above maximum (6): 7",
                "*/0 * * * *    | minute: step of range should be a positive number: */0",
                "5-1 * * * *    | minute: beginning of range (5) beyond end of range (1): 5-1",
                "x * * * *      | minute: failed to parse x",
                "1-2-3 * * * *  | minute: too many hyphens: 1-2-3",
                "1/2/3 * * * *  | minute: too many slashes: 1/2/3",
                "@fortnightly   | unrecognized descriptor: @fortnightly",
                "@every soon    | failed to parse duration @every soon",
                "@every 2d      | failed to parse duration @every 2d",
            })
    void wrong(String text, String why) {
        assertThat(Schedule.parse(text, ZoneOffset.UTC)).isEqualTo(new Schedule.Parsed.Malformed(why));
    }

    @Test
    @DisplayName("a day that never comes is not waited for")
    void never() {
        assertThat(known("0 0 31 2 *", "UTC").after(Instant.parse("2026-01-01T00:00:00Z")))
                .isEmpty();
    }

    @Test
    @DisplayName("durations add up; days and weeks only where they are asked for")
    void durations() {
        assertThat(GoDuration.parse("1h30m15.5s")).contains(Duration.ofMillis(5_415_500));
        assertThat(GoDuration.parse("0")).contains(Duration.ZERO);
        assertThat(GoDuration.parse("1d")).isEmpty();
        assertThat(GoDuration.parseWithDays("1w1d")).contains(Duration.ofDays(8));
        assertThat(GoDuration.parse("90")).isEmpty();
        assertThat(GoDuration.parse("")).isEmpty();
    }
}
