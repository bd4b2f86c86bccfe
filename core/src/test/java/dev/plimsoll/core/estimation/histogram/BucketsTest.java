package dev.plimsoll.core.estimation.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** vpa.md §2.5 and the buckets of §2.13. */
// Acceptance of the autoscaler: buckets
class BucketsTest {
    @ParameterizedTest(name = "CPU: {0} cores are in bucket {1}, [{2}, {3})")
    @CsvSource({
        "0.0, 0, 0, 0.01",
        "0.0099, 0, 0, 0.01",
        "0.1, 8, 0.0954911, 0.1102656",
        "0.2, 14, 0.1959863, 0.2157856",
        "0.5, 25, 0.4772710, 0.5111345",
        "1.0, 36, 0.9583632, 1.0162814",
        "5000, 175, 1021.109, 1021.109"
    })
    void cpu(double value, int bucket, double start, double edge) {
        assertThat(Buckets.CPU.find(value)).isEqualTo(bucket);
        assertThat(Buckets.CPU.start(bucket)).isCloseTo(start, within(start * 1e-6 + 1e-9));
        assertThat(Buckets.CPU.edge(bucket)).isCloseTo(edge, within(edge * 1e-6));
    }

    @ParameterizedTest(name = "memory: {0} bytes are in bucket {1}, [{2}, {3})")
    @CsvSource({
        "150e6, 11, 142067871.6, 159171265.2",
        "200e6, 14, 195986300, 215785635.9",
        "220e6, 15, 215785635.9, 236574917.7",
        "254857600, 16, 236574917.7, 258403663.6"
    })
    void memory(double value, int bucket, double start, double edge) {
        assertThat(Buckets.MEMORY.find(value)).isEqualTo(bucket);
        assertThat(Buckets.MEMORY.start(bucket)).isCloseTo(start, within(100.0));
        assertThat(Buckets.MEMORY.edge(bucket)).isCloseTo(edge, within(0.1));
    }

    @ParameterizedTest(name = "start({0}) of CPU is {1}")
    @CsvSource({"0, 0", "1, 0.01", "2, 0.0205", "3, 0.031525", "4, 0.04310125", "5, 0.0552563125", "175, 1021.109"})
    void starts(int bucket, double start) {
        assertThat(Buckets.CPU.start(bucket)).isCloseTo(start, within(start * 1e-6 + 1e-15));
        assertThat(Buckets.CPU.count()).isEqualTo(176);
        assertThat(Buckets.MEMORY.count()).isEqualTo(176);
    }
}
