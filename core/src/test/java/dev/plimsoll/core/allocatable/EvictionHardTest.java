package dev.plimsoll.core.allocatable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvictionHardTest {
    @ParameterizedTest
    @CsvSource({
        "memory.available<100Mi, 104857600, 0",
        "memory.available<10%, 100, 0",
        "memory.available<2.55%, 25, 0",
        "memory.available<0%, 0, 0",
        "memory.available<100%, 0, 0",
        "nodefs.available<10%, 0, 100",
        "'memory.available<1Ki,nodefs.available<7', 1024, 7",
        "'nodefs.available<20%, memory.available<1%', 10, 200",
        "'', 0, 0"
    })
    void aThresholdIsAnAmountOrAShareOfThousandBytes(String text, long memory, long storage) {
        assertThat(EvictionHard.parse(text)).isInstanceOfSatisfying(EvictionHard.Parsed.Ok.class, ok -> {
            assertThat(ok.thresholds().memory().bytes(1000)).isEqualTo(memory);
            assertThat(ok.thresholds().nodefs().bytes(1000)).isEqualTo(storage);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memory.available",
                "memory.available<x",
                "memory.available<-1",
                "memory.available<101%",
                "memory.available<x%",
                "allocatableMemory.available<10%",
                "memory.available<100Mi,nodefs.inodes<5%",
                "memory.available<100Mi,memory.available<10%"
            })
    void anythingElseIsRefusedWithAReason(String text) {
        assertThat(EvictionHard.parse(text))
                .isInstanceOfSatisfying(
                        EvictionHard.Parsed.Malformed.class,
                        malformed -> assertThat(malformed.why()).isNotEmpty());
    }

    @Test
    void theTextOfAThresholdIsReadAsTheSameThreshold() {
        assertThat(EvictionHard.of(EvictionHard.DEFAULT.texts()))
                .isEqualTo(new EvictionHard.Parsed.Ok(EvictionHard.DEFAULT));
    }
}
