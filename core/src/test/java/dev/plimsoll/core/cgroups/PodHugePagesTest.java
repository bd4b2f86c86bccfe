package dev.plimsoll.core.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.PodSpec;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-2837: huge-cgroup
class PodHugePagesTest {
    @Test
    void everySizeThatThePodDoesNotAskForIsZero() {
        var spec = PodSpec.builder()
                .podLevel("cpu=1,hugepages-2Mi=4Mi", "cpu=1,hugepages-2Mi=4Mi")
                .container("c", "", "")
                .build();
        assertThat(CgroupValues.DEFAULT
                        .pod(spec, Set.of(HugePageSize.OF_2_MIB, HugePageSize.OF_1_GIB))
                        .hugePageLimits())
                .as("node.md §6.3 hugetlb.<size>.max = PodRequests hugepages, all other sizes 0")
                .isEqualTo(Map.of(HugePageSize.OF_2_MIB, 4L << 20, HugePageSize.OF_1_GIB, 0L));
    }

    @Test
    void twoNamesOfOneSizeAddUp() {
        var pages = "hugepages-2Mi=4Mi,hugepages-2048Ki=2Mi";
        var spec = PodSpec.builder()
                .podLevel("cpu=1," + pages, "cpu=1," + pages)
                .container("c", "", "")
                .build();
        assertThat(CgroupValues.DEFAULT.pod(spec).hugePageLimits()).isEqualTo(Map.of(HugePageSize.OF_2_MIB, 6L << 20));
    }
}
