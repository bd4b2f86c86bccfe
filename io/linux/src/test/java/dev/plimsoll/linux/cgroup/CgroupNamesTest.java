package dev.plimsoll.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.linux.cgroup.CgroupNames.Driver;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of KEP-2837: cgroup-tree
class CgroupNamesTest {
    private static final CgroupNames FILES = new CgroupNames(Driver.CGROUPFS, "/");
    private static final CgroupNames SYSTEMD = new CgroupNames(Driver.SYSTEMD, "/");

    record Row(String rule, String name, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("node allocatable, cgroupfs", FILES.node(), "/kubepods"),
                new Row("node allocatable, systemd", SYSTEMD.node(), "/kubepods.slice"),
                new Row("burstable, cgroupfs", FILES.qos(QosClass.BURSTABLE), "/kubepods/burstable"),
                new Row("besteffort, cgroupfs", FILES.qos(QosClass.BEST_EFFORT), "/kubepods/besteffort"),
                new Row(
                        "burstable, systemd",
                        SYSTEMD.qos(QosClass.BURSTABLE),
                        "/kubepods.slice/kubepods-burstable.slice"),
                new Row(
                        "guaranteed pods sit directly in kubepods",
                        FILES.pod(QosClass.GUARANTEED, "a-b"),
                        "/kubepods/poda-b"),
                new Row("pod, cgroupfs", FILES.pod(QosClass.BURSTABLE, "a-b"), "/kubepods/burstable/poda-b"),
                new Row(
                        "pod, systemd: dashes of the uid become underscores",
                        SYSTEMD.pod(QosClass.BEST_EFFORT, "a-b"),
                        "/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-poda_b.slice"),
                new Row(
                        "guaranteed pod, systemd",
                        SYSTEMD.pod(QosClass.GUARANTEED, "a-b"),
                        "/kubepods.slice/kubepods-poda_b.slice"),
                new Row(
                        "with a cgroup root, cgroupfs",
                        new CgroupNames(Driver.CGROUPFS, "/r").pod(QosClass.BURSTABLE, "x"),
                        "/r/kubepods/burstable/podx"),
                new Row(
                        "with a cgroup root, systemd",
                        new CgroupNames(Driver.SYSTEMD, "/r").node(),
                        "/r.slice/r-kubepods.slice"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void names(Row row) {
        assertThat(row.name()).isEqualTo(row.expected());
    }
}
