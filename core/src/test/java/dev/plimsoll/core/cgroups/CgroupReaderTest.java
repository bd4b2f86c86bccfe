package dev.plimsoll.core.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.quantity.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** node.md §5.2 and §6.2: from the files back to quantities. */
class CgroupReaderTest {
    @ParameterizedTest(name = "§6.2 a request of {0} is written as weight {1} and read as {2}")
    @CsvSource({"500m,20,489m", "1,39,975m", "2,79,1999m", "8,313,7990m", "256,10000,256", "100m,4,79m", "2m,1,2m"})
    void aWeightStandsForARequest(String request, long weight, String read) {
        var written = CpuScale.linearWeight(CpuScale.shares(Quantity.of(request).milliValue()));
        assertThat(written).isEqualTo(weight);
        assertThat(CgroupReader.cpuRequest(weight)).isEqualTo(Quantity.of(read));
        assertThat(CgroupReader.stillMeans(Quantity.of(request), weight)).isTrue();
    }

    @Test
    void aWeightThatWasNotYetWrittenDoesNotMeanTheNewRequest() {
        assertThat(CgroupReader.stillMeans(Quantity.of("2"), 20))
                .as("§5.2a 500m→2, cgroup not yet written")
                .isFalse();
        assertThat(CgroupReader.stillMeans(Quantity.of("1m"), 1))
                .as("§5.2a both at most 2m")
                .isTrue();
    }

    @Test
    void limitsAreReadFromTheFiles() {
        assertThat(CgroupReader.cpuLimit("200000 100000\n")).contains(Quantity.of("2"));
        assertThat(CgroupReader.cpuLimit("11000 100000"))
                .as("§5.2 systemd: 105m reads as 110m")
                .contains(Quantity.of("110m"));
        assertThat(CgroupReader.cpuLimit("max 100000")).isEmpty();
        assertThat(CgroupReader.cpuLimit("nonsense")).isEmpty();
        assertThat(CgroupReader.cpuLimit("1 0")).isEmpty();
        assertThat(CgroupReader.memoryLimit("536870912\n"))
                .map(Quantity::toString)
                .contains("512Mi");
        assertThat(CgroupReader.memoryLimit("max")).isEmpty();
        assertThat(CgroupReader.memoryLimit("-5")).isEmpty();
        assertThat(CgroupReader.isSameLeastLimit(Quantity.of("5m"), Quantity.of("10m")))
                .as("§5.2a PLR limit cpu 5m")
                .isTrue();
        assertThat(CgroupReader.isSameLeastLimit(Quantity.of("20m"), Quantity.of("10m")))
                .isFalse();
    }
}
