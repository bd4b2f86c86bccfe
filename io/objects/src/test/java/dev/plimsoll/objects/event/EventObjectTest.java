package dev.plimsoll.objects.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.objects.testing.Docs;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventObjectTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'count':3,'lastTimestamp':'2026-01-02T00:00:00Z','firstTimestamp':'2026-01-01T00:00:00Z'}|3|2026-01-02T00:00:00Z",
                "{'series':{'count':2},'lastTimestamp':null,'eventTime':'2026-01-03T00:00:00.123456Z'}|2|2026-01-03T00:00:00.123456Z",
                "{'metadata':{'creationTimestamp':'2026-01-04T00:00:00Z'}}|1|2026-01-04T00:00:00Z"
            })
    @DisplayName("events of both generations say how often and when")
    void timesAndCounts(String document, int count, Instant last) {
        var event = new EventObject(Docs.json(document));
        assertThat(event.count()).isEqualTo(count);
        assertThat(event.lastTime()).isEqualTo(last);
    }
}
