package dev.plimsoll.core.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceName;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HugePageSizeTest {
    record Size(String resource, long bytes, String cgroupName) {}

    static Stream<Size> sizes() {
        return Stream.of(
                new Size("hugepages-64Ki", 64L << 10, "64KB"),
                new Size("hugepages-2Mi", 2L << 20, "2MB"),
                new Size("hugepages-2048Ki", 2L << 20, "2MB"),
                new Size("hugepages-512Mi", 512L << 20, "512MB"),
                new Size("hugepages-1Gi", 1L << 30, "1GB"),
                new Size("hugepages-16Gi", 16L << 30, "16GB"),
                new Size("hugepages-1025", 1025, "1025B"));
    }

    @ParameterizedTest(name = "node §6.3 hugetlb.<size>.max: {0}")
    @MethodSource("sizes")
    void size(Size row) {
        assertThat(HugePageSize.bytesIn(ResourceName.of(row.resource()))).hasValue(row.bytes());
        assertThat(new HugePageSize(row.bytes()).cgroupName()).isEqualTo(row.cgroupName());
    }

    static Stream<String> others() {
        return Stream.of(
                "cpu",
                "hugepages-",
                "hugepages-0",
                "hugepages--2Mi",
                "hugepages-big",
                "hugepages-1.5",
                "hugepages-2MiB");
    }

    @ParameterizedTest(name = "no size in {0}")
    @MethodSource("others")
    void noSize(String resource) {
        assertThat(HugePageSize.bytesIn(ResourceName.of(resource))).isEqualTo(OptionalLong.empty());
    }
}
