package dev.plimsoll.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.cgroups.PodCgroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a plain folder. */
class CgroupTreeTest {
    private static final String POD = "/kubepods/burstable/podu1";

    @TempDir
    private Path folder;

    private CgroupTree tree;
    private Cgroup pod;

    @BeforeEach
    void open() throws IOException {
        tree = CgroupTree.at(folder);
        pod = tree.cgroup(POD);
    }

    private void holds(String file, String content) throws IOException {
        Files.writeString(pod.file(file), content);
    }

    @Test
    void cgroupsAreMadeListedAndRemovedWithWhatIsBelow() throws Exception {
        assertThat(tree.isReal()).isFalse();
        assertThat(tree.exists(POD)).isFalse();
        assertThat(tree.create(POD)).isEqualTo(CgroupWriteResult.DONE);
        assertThat(tree.create(POD + "/c1")).isEqualTo(CgroupWriteResult.DONE);
        assertThat(tree.exists(POD)).isTrue();
        assertThat(tree.children("/kubepods/burstable")).containsExactly(POD);
        pod.write(List.of(CgroupSetting.cpuWeight(1)));
        assertThat(tree.destroy(POD, _ -> {})).isEqualTo(new Removal.Gone());
        assertThat(tree.destroy(POD, _ -> {})).isEqualTo(new Removal.Gone());
        assertThat(tree.children("/kubepods/burstable")).isEmpty();
    }

    @Test
    void theValuesOfAPodAreThoseOfTheCore() throws IOException {
        tree.create(POD);
        var values = new PodCgroup(614, 110_000L, 1_140_850_688L, new TreeMap<>(Map.of(HugePageSize.OF_2_MIB, 0L)));
        assertThat(pod.write(CgroupSetting.of(values))).isEqualTo(CgroupWriteResult.DONE);
        assertThat(pod.text("cpu.weight")).contains("24");
        assertThat(pod.text("cpu.max")).contains("110000 100000");
        assertThat(pod.text("memory.max")).contains("1140850688");
        assertThat(pod.text("hugetlb.2MB.max")).contains("0");
        assertThat(pod.write(CgroupSetting.of(new PodCgroup(2, null, null, new TreeMap<>()))))
                .isEqualTo(CgroupWriteResult.DONE);
        assertThat(pod.text("cpu.max")).contains("max 100000");
        assertThat(pod.number("memory.max")).isEmpty();
    }

    @Test
    void theFirstWriteThatFailsIsNamedAndNothingIsWrittenAfterIt() throws IOException {
        tree.create(POD);
        Files.createDirectory(pod.file("cpu.max"));
        var settings = List.of(
                CgroupSetting.memoryHigh("max"), CgroupSetting.cpuMax("max 100000"), CgroupSetting.pidsMax("5"));
        assertThat(pod.write(settings))
                .isEqualTo(new CgroupWriteResult.Failed(pod.file("cpu.max"), "max 100000", "Is a directory"))
                .hasToString("write max 100000 to " + pod.file("cpu.max") + ": Is a directory");
        assertThat(pod.text("memory.high")).contains("max");
        assertThat(pod.text("pids.max")).isEmpty();
        assertThat(tree.cgroup("/none").write(List.of(CgroupSetting.oomGroup(true))))
                .isEqualTo(new CgroupWriteResult.Failed(
                        folder.resolve("none/memory.oom.group"), "1", "No such file or directory"));
    }

    @Test
    void readingsAreWhatTheKernelWrites() throws IOException {
        tree.create(POD);
        assertThat(pod.memoryCurrent()).isEmpty();
        assertThat(pod.memoryEvents()).isEqualTo(new MemoryEvents(0, 0, 0, 0, 0, 0));
        holds("memory.current", "1000\n");
        holds("memory.stat", "anon 1\nfile 2\ninactive_file 300\n");
        holds("memory.events", "low 1\nhigh 2\nmax 3\noom 4\noom_kill 5\noom_group_kill 6\nsock_throttled 7\n");
        holds("memory.events.local", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n");
        holds("cpu.stat", "usage_usec 9\nuser_usec 5\nsystem_usec 4\nnr_periods 3\nnr_throttled 2\nthrottled_usec 1\n");
        holds("cgroup.procs", "12\n34\n");
        holds("cgroup.events", "populated 1\nfrozen 0\n");
        holds(
                "memory.pressure",
                "some avg10=1.50 avg60=0.25 avg300=0.00 total=77\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=5\n");
        holds("cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1\n");
        assertThat(pod.workingSet()).hasValue(700);
        assertThat(pod.memoryEvents()).isEqualTo(new MemoryEvents(1, 2, 3, 4, 5, 6));
        assertThat(pod.memoryEventsLocal().oomKill()).isZero();
        assertThat(pod.cpuStat()).isEqualTo(new CpuStat(9, 5, 4, 3, 2, 1));
        assertThat(pod.processes()).containsExactly(12L, 34L);
        assertThat(pod.isPopulated()).isTrue();
        assertThat(pod.pressure("memory").orElseThrow().some()).isEqualTo(new Pressure.Line(1.5, 0.25, 0, 77));
        assertThat(pod.pressure("cpu").orElseThrow().full().total()).isZero();
        assertThat(pod.pressure("io")).isEmpty();
    }

    @Test
    void theVersionIsSeenFromTheMount() throws IOException {
        assertThat(CgroupVersion.of(folder)).isEqualTo(CgroupVersion.NONE);
        Files.createDirectory(folder.resolve("memory"));
        assertThat(CgroupVersion.of(folder)).isEqualTo(CgroupVersion.V1);
        Files.createDirectory(folder.resolve("unified"));
        Files.createFile(folder.resolve("unified/cgroup.controllers"));
        assertThat(CgroupVersion.of(folder)).isEqualTo(CgroupVersion.HYBRID);
        Files.createFile(folder.resolve("cgroup.controllers"));
        assertThat(CgroupVersion.of(folder)).isEqualTo(CgroupVersion.V2);
    }

    @Test
    void nothingOutsideOfTheMountIsTouched() {
        assertThatIllegalArgumentException().isThrownBy(() -> tree.cgroup("/../x"));
        assertThatIllegalArgumentException().isThrownBy(() -> tree.destroy("/", _ -> {}));
    }

    /** As a runtime or systemd does that ends the containers of a pod which goes. */
    @Test
    void whatSomebodyElseRemovesMeanwhileIsNoFailure() throws Exception {
        for (var round = 0; round < 20; round++) {
            for (var i = 0; i < 50; i++) assertThat(tree.create(POD + "/c" + i)).isEqualTo(CgroupWriteResult.DONE);
            var other = Thread.ofPlatform().start(() -> {
                for (var i = 49; i >= 0; i--) remove(pod.file("c" + i));
            });
            assertThat(tree.destroy(POD, _ -> other.join())).isEqualTo(new Removal.Gone());
            other.join();
            assertThat(pod.folder()).doesNotExist();
        }
    }

    private static void remove(Path cgroup) {
        try {
            Files.deleteIfExists(cgroup);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
