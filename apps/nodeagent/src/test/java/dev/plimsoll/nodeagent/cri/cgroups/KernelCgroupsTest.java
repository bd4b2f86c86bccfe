package dev.plimsoll.nodeagent.cri.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.linux.cgroup.CgroupKeeper;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.linux.cgroup.CgroupSetting;
import dev.plimsoll.linux.cgroup.CgroupTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cgroups of pods in a folder. */
// Acceptance of KEP-2837: huge-cgroup
// Acceptance of nodes: systemd
class KernelCgroupsTest {
    private static final String UID = "1b2c-3d";
    private static final PodCgroup VALUES = new PodCgroup(512, 50_000L, 1L << 30, new TreeMap<>());

    @TempDir
    Path folder;

    private KernelCgroups cgroups;

    @BeforeEach
    void open() throws IOException {
        cgroups = open(CgroupNames.Driver.CGROUPFS);
    }

    private KernelCgroups open(CgroupNames.Driver driver) throws IOException {
        return new KernelCgroups(
                CgroupTree.at(folder), new CgroupNames(driver, "/"), Set.of(HugePageSize.OF_2_MIB), _ -> {});
    }

    private Path pod() {
        return folder.resolve("kubepods/burstable/pod" + UID);
    }

    private String file(String name) throws IOException {
        return Files.readString(pod().resolve(name)).strip();
    }

    @Test
    void aPodGetsItsValuesAndNoHugePagesThatItDidNotAskFor() throws IOException {
        assertThat(cgroups.create(QosClass.BURSTABLE, UID, VALUES).ok()).isPresent();
        assertThat(file("cpu.weight")).isEqualTo("20");
        assertThat(file("cpu.max")).isEqualTo("50000 100000");
        assertThat(file("memory.max")).isEqualTo("1073741824");
        assertThat(file("hugetlb.2MB.max")).isEqualTo("0");
        assertThat(cgroups.read(UID)).isEqualTo(PodLimits.read(20, 50_000, 1L << 30));
    }

    @Test
    void aPodGetsTheHugePagesThatItAskedForAsAWhole() throws IOException {
        var pages = new TreeMap<>(Map.of(HugePageSize.OF_2_MIB, 4L << 20));
        assertThat(cgroups.create(QosClass.BURSTABLE, UID, new PodCgroup(512, 50_000L, 1L << 30, pages))
                        .ok())
                .isPresent();
        assertThat(file("hugetlb.2MB.max")).isEqualTo("4194304");
    }

    @Test
    void onlyWhatDiffersIsWritten() throws IOException {
        cgroups.create(QosClass.BURSTABLE, UID, VALUES);
        Files.delete(pod().resolve("cpu.weight"));
        Files.delete(pod().resolve("memory.max"));
        var before = PodLimits.of(VALUES);
        assertThat(cgroups.write(UID, before, before.withCpuQuota(PodLimits.UNLIMITED))
                        .ok())
                .isPresent();
        assertThat(file("cpu.max")).isEqualTo("max 100000");
        assertThat(pod().resolve("cpu.weight")).doesNotExist();
        assertThat(pod().resolve("memory.max")).doesNotExist();
    }

    @Test
    void burstablePodsTogetherWeighWhatTheyWeighOneByOne() throws IOException {
        var weight = folder.resolve("kubepods/burstable/cpu.weight");
        cgroups.create(QosClass.BURSTABLE, UID, VALUES);
        cgroups.create(QosClass.BURSTABLE, "other", VALUES);
        assertThat(weight).hasContent("39");
        cgroups.remove("other");
        assertThat(weight).hasContent("20");
    }

    /** Notes what it is told, and what was in the file then. */
    private final class NotingKeeper implements CgroupKeeper {
        private final List<String> told = new ArrayList<>();
        private boolean refuses;

        @Override
        public void set(String cgroup, List<CgroupSetting> settings) throws IOException {
            if (refuses) throw new IOException("systemd says no");
            for (var setting : settings) {
                var file = folder.resolve(cgroup.substring(1)).resolve(setting.file());
                var before = Files.exists(file) ? Files.readString(file).strip() : "";
                told.add(cgroup.substring(cgroup.lastIndexOf('/') + 1) + " " + setting.file() + " " + before + "->"
                        + setting.value());
            }
        }

        @Override
        public boolean switchesControllers() {
            return true;
        }

        @Override
        public void remove(String cgroup) throws IOException {
            if (refuses) throw new IOException("systemd says no");
            told.add("no " + cgroup.substring(cgroup.lastIndexOf('/') + 1));
        }
    }

    private KernelCgroups openWith(CgroupKeeper keeper) throws IOException {
        return new KernelCgroups(
                CgroupTree.at(folder),
                new CgroupNames(CgroupNames.Driver.SYSTEMD, "/"),
                Set.of(HugePageSize.OF_2_MIB),
                _ -> {},
                keeper);
    }

    /** A slice whose folder is gone would never be looked for again, and systemd would keep it for ever. */
    @Test
    void aPodStaysUntilWhoElseKeepsItsCgroupHasLetItGo() throws IOException {
        var keeper = new NotingKeeper();
        var kept = openWith(keeper);
        kept.create(QosClass.BURSTABLE, UID, VALUES);
        keeper.refuses = true;
        assertThat(kept.remove(UID).toString()).contains("systemd says no");
        assertThat(kept.pods()).containsExactly(UID);
        keeper.refuses = false;
        assertThat(kept.remove(UID).ok()).isPresent();
        assertThat(keeper.told).contains("no kubepods-burstable-pod1b2c_3d.slice");
        assertThat(kept.pods()).isEmpty();
    }

    @Test
    void whoElseWritesToCgroupsIsToldBefore() throws IOException {
        var keeper = new NotingKeeper();
        var kept = openWith(keeper);
        assertThat(kept.bound(2000, 1L << 30).ok()).isPresent();
        assertThat(kept.create(QosClass.BURSTABLE, UID, VALUES).ok()).isPresent();
        var before = PodLimits.of(VALUES);
        assertThat(kept.write(UID, before, before.withCpuQuota(20_000)).ok()).isPresent();
        assertThat(kept.remove(UID).ok()).isPresent();
        var pod = "kubepods-burstable-pod1b2c_3d.slice";
        assertThat(keeper.told)
                .containsExactly(
                        "kubepods.slice cpu.weight ->79",
                        "kubepods.slice memory.max ->1073741824",
                        pod + " cpu.weight ->20",
                        pod + " cpu.max ->50000 100000",
                        pod + " memory.max ->1073741824",
                        pod + " hugetlb.2MB.max ->0",
                        "kubepods-burstable.slice cpu.weight ->20",
                        pod + " cpu.max 50000 100000->20000 100000",
                        "no " + pod,
                        "kubepods-burstable.slice cpu.weight 20->1");
        keeper.refuses = true;
        assertThat(kept.create(QosClass.BURSTABLE, UID, VALUES).toString()).contains("systemd says no");
        assertThat(kept.pods()).as("nothing that systemd does not know").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupNames.Driver.class)
    void podsAreFoundAgain(CgroupNames.Driver driver) throws IOException {
        var other = open(driver);
        other.create(QosClass.GUARANTEED, UID, VALUES);
        other.create(QosClass.BEST_EFFORT, "9f-8e", VALUES);
        assertThat(other.pods()).containsExactly(UID, "9f-8e");
        assertThat(other.remove(UID).ok()).isPresent();
        assertThat(other.pods()).containsExactly("9f-8e");
        assertThat(other.read(UID)).isNull();
    }

    @Test
    void theCgroupOfAContainerIsTheOneWithItsId() throws IOException {
        cgroups.create(QosClass.BURSTABLE, UID, VALUES);
        var container = pod().resolve("cri-containerd-abc.scope");
        Files.createDirectories(container);
        Files.writeString(container.resolve("memory.current"), "300\n");
        Files.writeString(container.resolve("memory.stat"), "inactive_file 90\nactive_file 20\nfile_dirty 10\n");
        Files.writeString(container.resolve("cpu.stat"), "usage_usec 7\n");
        assertThat(cgroups.memory(UID, Map.of("c", "abc", "d", "xyz")))
                .isEqualTo(new MemoryUsage(null, Map.of("c", new MemoryUsage.Reading(300, 100))));
        assertThat(cgroups.used(UID, "abc")).contains(new PodCgroups.Used(7000, 300, 210));
    }

    @Test
    void memoryIsAskedBackAndTheBrakeIsTakenOffAgain() throws IOException {
        cgroups.create(QosClass.BURSTABLE, UID, VALUES);
        Files.writeString(pod().resolve("memory.high"), "max\n");
        assertThat(cgroups.reclaim(UID, "", 4096, 1 << 20).ok()).isPresent();
        assertThat(file("memory.reclaim")).isEqualTo("4096");
        assertThat(file("memory.high")).isEqualTo("max");
        assertThat(cgroups.reclaim("unknown", "", 4096, 1 << 20).ok()).isEmpty();
    }
}
