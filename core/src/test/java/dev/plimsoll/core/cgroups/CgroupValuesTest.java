package dev.plimsoll.core.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.cgroups.ContainerCgroup.LimitOrigin;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of the pod's and the containers' cgroups: node.md §4.5, §6.3, §6.4 and §6.6. */
// Acceptance of KEP-5419: cgroup-of-pod, e2e-throttled
// Acceptance of KEP-2837: cgroup-source, init-weight, init-limits, overhead-cgroup, huge-cgroup, off-cgroup
class CgroupValuesTest {
    private static final long NODE = 64L << 30;
    private static final Set<HugePageSize> SIZES = Set.of(HugePageSize.OF_2_MIB, HugePageSize.OF_1_GIB);
    private static final String FULL = "cpu=1,memory=1Gi";

    record PodRow(String sentence, PodSpec spec, long shares, long weight, String cpuMax, String memoryMax) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static PodRow pod(
            String sentence, PodSpecBuilder spec, long shares, long weight, String cpuMax, String memoryMax) {
        return new PodRow(sentence, spec.build(), shares, weight, cpuMax, memoryMax);
    }

    static Stream<PodRow> pods() {
        return Stream.of(
                pod(
                        "§6.3 Guaranteed: requests cpu, limits cpu, limits memory",
                        PodSpec.builder().container("a", FULL, FULL).container("b", FULL, FULL),
                        2048,
                        79,
                        "200000 100000",
                        "2147483648"),
                pod(
                        "§6.3 Burstable with a limit in every container incl. init",
                        PodSpec.builder().container("a", "cpu=500m", FULL).initContainer("i", "", "cpu=2,memory=2Gi"),
                        512,
                        20,
                        "200000 100000",
                        "2147483648"),
                pod(
                        "§6.3 Burstable with a container without limit: not declared",
                        PodSpec.builder().container("a", "cpu=500m", FULL).container("b", "", "memory=1Gi"),
                        512,
                        20,
                        "max 100000",
                        "2147483648"),
                pod(
                        "§6.3 an init container without limit counts",
                        PodSpec.builder().container("a", "cpu=500m", FULL).initContainer("i", "", ""),
                        512,
                        20,
                        "max 100000",
                        "max"),
                pod(
                        "§6.3 Burstable with a PLR cpu limit: declared for cpu only",
                        PodSpec.builder().podLevel("cpu=500m", "cpu=1").container("a", "", ""),
                        512,
                        20,
                        "100000 100000",
                        "max"),
                pod(
                        "§6.3 BestEffort has 2 shares",
                        PodSpec.builder().container("a", "", ""),
                        2,
                        1,
                        "max 100000",
                        "max"),
                pod(
                        "§6.3 example: PLR limits 1/1Gi, requests 500m/512Mi, overhead 100m/64Mi",
                        PodSpec.builder()
                                .podLevel("cpu=500m,memory=512Mi", FULL)
                                .container("a", "", "")
                                .overhead("cpu=100m,memory=64Mi"),
                        614,
                        24,
                        "110000 100000",
                        "1140850688"),
                pod(
                        "§5.2a c1 and c2 250m/64Mi, limits 500m/128Mi",
                        PodSpec.builder()
                                .container("c1", "cpu=250m,memory=64Mi", "cpu=500m,memory=128Mi")
                                .container("c2", "cpu=250m,memory=64Mi", "cpu=500m,memory=128Mi"),
                        512,
                        20,
                        "100000 100000",
                        "268435456"),
                pod(
                        "§5.2a same but c2 without limits",
                        PodSpec.builder()
                                .container("c1", "cpu=250m,memory=64Mi", "cpu=500m,memory=128Mi")
                                .container("c2", "cpu=250m,memory=64Mi", ""),
                        512,
                        20,
                        "max 100000",
                        "max"),
                pod(
                        "§5.2a PLR requests 500m/256Mi, limits 1/512Mi",
                        PodSpec.builder()
                                .podLevel("cpu=500m,memory=256Mi", "cpu=1,memory=512Mi")
                                .container("a", "", ""),
                        512,
                        20,
                        "100000 100000",
                        "536870912"),
                pod("§6.6 the pod has weight 39", summary(), 1024, 39, "200000 100000", "2147483648"));
    }

    private static PodSpecBuilder summary() {
        return PodSpec.builder()
                .podLevel(FULL, "cpu=2,memory=2Gi")
                .container("c1", "", "")
                .container("c2", "cpu=500m,memory=256Mi", "cpu=500m,memory=512Mi");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pods")
    void podCgroup(PodRow row) {
        var values = CgroupValues.DEFAULT.pod(row.spec());
        assertThat(values.cpuShares()).isEqualTo(row.shares());
        assertThat(values.cpuWeight()).isEqualTo(row.weight());
        assertThat(values.cpuMax()).isEqualTo(row.cpuMax());
        assertThat(values.memoryMax()).isEqualTo(row.memoryMax());
    }

    record ContainerRow(
            String sentence,
            PodSpec spec,
            long shares,
            String cpuMax,
            String memoryMax,
            LimitOrigin cpu,
            LimitOrigin memory) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<ContainerRow> containers() {
        return Stream.of(
                row(
                        "§4.5 a container limit wins",
                        one("", "cpu=1,memory=1Gi").podLevel("", "cpu=2,memory=2Gi"),
                        1024,
                        "100000 100000",
                        "1073741824",
                        LimitOrigin.OWN,
                        LimitOrigin.OWN),
                row(
                        "§4.5 absent takes the PLR limit",
                        one("", "").podLevel("", "cpu=2,memory=2Gi"),
                        2048,
                        "200000 100000",
                        "2147483648",
                        LimitOrigin.INHERITED,
                        LimitOrigin.INHERITED),
                row(
                        "§4.5 0 takes the PLR limit",
                        one("cpu=0", "cpu=0,memory=0").podLevel("", "cpu=2,memory=2Gi"),
                        2,
                        "200000 100000",
                        "2147483648",
                        LimitOrigin.INHERITED,
                        LimitOrigin.INHERITED),
                row(
                        "§4.5 per resource",
                        one("cpu=100m", "memory=1Gi").podLevel("", "cpu=2,memory=2Gi"),
                        102,
                        "200000 100000",
                        "1073741824",
                        LimitOrigin.INHERITED,
                        LimitOrigin.OWN),
                row(
                        "§4.5 no limit at either level",
                        one("cpu=100m", "").podLevel("cpu=1", ""),
                        102,
                        "max 100000",
                        "max",
                        LimitOrigin.NONE,
                        LimitOrigin.NONE),
                row(
                        "§6.4 shares from the request if the key exists, 0 gives 2",
                        one("cpu=0", "cpu=1"),
                        2,
                        "100000 100000",
                        "max",
                        LimitOrigin.OWN,
                        LimitOrigin.NONE),
                row(
                        "§6.4 else from the cpu limit",
                        one("", "cpu=1"),
                        1024,
                        "100000 100000",
                        "max",
                        LimitOrigin.OWN,
                        LimitOrigin.NONE),
                row(
                        "§6.4 else 2; requests are never inherited",
                        one("", "").podLevel("cpu=4", ""),
                        2,
                        "max 100000",
                        "max",
                        LimitOrigin.NONE,
                        LimitOrigin.NONE));
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return PodSpec.builder().container("c", requests, limits);
    }

    private static ContainerRow row(
            String sentence,
            PodSpecBuilder spec,
            long shares,
            String cpuMax,
            String memoryMax,
            LimitOrigin cpu,
            LimitOrigin memory) {
        return new ContainerRow(sentence, spec.build(), shares, cpuMax, memoryMax, cpu, memory);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("containers")
    void containerCgroup(ContainerRow row) {
        var values = container(row.spec(), 0);
        assertThat(values.cpuShares()).isEqualTo(row.shares());
        assertThat(values.cpuMax()).isEqualTo(row.cpuMax());
        assertThat(values.memoryMax()).isEqualTo(row.memoryMax());
        assertThat(values.cpu()).isEqualTo(row.cpu());
        assertThat(values.memory()).isEqualTo(row.memory());
    }

    private static ContainerCgroup container(PodSpec spec, int index) {
        return CgroupValues.DEFAULT.container(spec, spec.containers().get(index), NODE, SIZES);
    }

    @Test
    void summaryOfOneBurstablePod() {
        var c1 = container(summary().build(), 0);
        assertThat(c1.cpuShares()).isEqualTo(2048);
        assertThat(c1.cpuWeight()).isEqualTo(174);
        assertThat(c1.cpuWeightOfOlderRuntimes()).isEqualTo(79);
        assertThat(c1.cpuMax()).isEqualTo("200000 100000");
        assertThat(c1.memoryMax()).isEqualTo("2147483648");
        assertThat(c1.hugePageLimits()).isEqualTo(Map.of(HugePageSize.OF_2_MIB, 0L, HugePageSize.OF_1_GIB, 0L));
        var c2 = container(summary().build(), 1);
        assertThat(c2.cpuShares()).isEqualTo(512);
        assertThat(c2.cpuWeight()).isEqualTo(59);
        assertThat(c2.cpuWeightOfOlderRuntimes()).isEqualTo(20);
        assertThat(c2.cpuMax()).isEqualTo("50000 100000");
        assertThat(c2.memoryMax()).isEqualTo("536870912");
    }

    @Test
    void withTheGateOffNothingIsInherited() {
        var gates = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false);
        var spec = one("cpu=1", "").podLevel("cpu=2", "cpu=2,memory=2Gi").build();
        var values = CgroupValues.under(gates).container(spec, spec.containers().getFirst(), NODE, SIZES);
        assertThat(values.cpuMax()).isEqualTo("max 100000");
        assertThat(values.memoryMax()).isEqualTo("max");
        assertThat(CgroupValues.under(gates).pod(spec).cpuShares()).isEqualTo(1024);
    }

    record Pages(String sentence, PodSpecBuilder spec, long ofPod, long ofContainer) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Pages> pages() {
        return Stream.of(
                new Pages(
                        "a container limit wins over the PLR limit",
                        one("cpu=1,hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi")
                                .podLevel("cpu=1,hugepages-2Mi=8Mi", "hugepages-2Mi=8Mi"),
                        8L << 20,
                        2L << 20),
                new Pages(
                        "without one the PLR limit counts",
                        one("cpu=1", "").podLevel("cpu=1,hugepages-2Mi=8Mi", "hugepages-2Mi=8Mi"),
                        8L << 20,
                        8L << 20),
                new Pages(
                        "without PLR the containers' sum bounds the pod",
                        one("cpu=1,hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi")
                                .container("d", "cpu=1,hugepages-2Mi=4Mi", "hugepages-2Mi=4Mi"),
                        6L << 20,
                        2L << 20));
    }

    @ParameterizedTest(name = "§6.3, §6.4 huge pages: {0}")
    @MethodSource("pages")
    void hugePages(Pages row) {
        var spec = row.spec().build();
        assertThat(CgroupValues.DEFAULT.pod(spec).hugePageLimits()).containsEntry(HugePageSize.OF_2_MIB, row.ofPod());
        assertThat(container(spec, 0).hugePageLimits())
                .isEqualTo(Map.of(HugePageSize.OF_2_MIB, row.ofContainer(), HugePageSize.OF_1_GIB, 0L));
    }

    @Test
    void exclusiveCpusTakeTheQuotaAway() {
        var values = CgroupValues.DEFAULT.pod(summary().build()).withoutCpuQuota();
        assertThat(values.cpuMax()).isEqualTo("max 100000");
        assertThat(values.memoryMax()).isEqualTo("2147483648");
        assertThat(values.cpuQuota()).isEmpty();
    }
}
