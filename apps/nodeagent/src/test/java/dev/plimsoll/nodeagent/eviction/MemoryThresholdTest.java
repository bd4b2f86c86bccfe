package dev.plimsoll.nodeagent.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryThresholdTest {
    @ParameterizedTest
    @CsvSource({
        "memory.available<100Mi, 104857600",
        "memory.available<10%, 100",
        "memory.available<2.55%, 25",
        "memory.available<0%, 0",
        "memory.available<100%, 0",
        "'', 0"
    })
    void aThresholdIsAnAmountOrAShareOfThousandBytes(String text, long bytes) {
        assertThat(MemoryThreshold.parse(text))
                .isInstanceOfSatisfying(
                        MemoryThreshold.Parsed.Ok.class,
                        ok -> assertThat(ok.threshold().bytes(1000)).isEqualTo(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memory.available",
                "memory.available<x",
                "memory.available<-1",
                "memory.available<101%",
                "memory.available<x%",
                "nodefs.available<10%",
                "memory.available<100Mi,nodefs.available<10%"
            })
    void anythingElseIsRefusedWithAReason(String text) {
        assertThat(MemoryThreshold.parse(text))
                .isInstanceOfSatisfying(
                        MemoryThreshold.Parsed.Malformed.class,
                        malformed -> assertThat(malformed.why()).isNotEmpty());
    }
}
