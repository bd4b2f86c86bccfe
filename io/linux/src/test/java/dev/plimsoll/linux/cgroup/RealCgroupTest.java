package dev.plimsoll.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.linux.watch.FileWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On the kernel's own cgroups, below the one that {@code -Dplimsoll.cgroup=FOLDER} names: controllers are switched on in it. */
@Timeout(60)
class RealCgroupTest {
    private final String name = "/plimsoll-test-" + ProcessHandle.current().pid();
    private CgroupTree tree;
    private Cgroup cgroup;

    @BeforeEach
    void make() throws IOException {
        var named = System.getProperty("plimsoll.cgroup", "");
        assumeTrue(!named.isEmpty(), "no cgroup named by plimsoll.cgroup");
        var mount = Path.of(named);
        assumeTrue(Files.exists(mount.resolve("cgroup.controllers")), "no cgroup v2 at " + mount);
        tree = CgroupTree.at(mount);
        assumeTrue(tree.isReal(), "no cgroup v2 at " + mount);
        assumeTrue(Files.isWritable(mount), "no right to make cgroups in " + mount);
        cgroup = tree.cgroup(name);
        assumeTrue(
                tree.create(name) instanceof CgroupWriteResult.Done, "no right to switch controllers on in " + mount);
    }

    @AfterEach
    void remove() throws InterruptedException {
        if (cgroup != null) assertThat(tree.destroy(name, _ -> awaitEmpty())).isEqualTo(new Removal.Gone());
    }

    /** The kernel takes a moment to bury a process. */
    private void awaitEmpty() {
        try {
            while (cgroup.isPopulated()) Thread.onSpinWait();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process sleeper() throws IOException {
        return new ProcessBuilder("sleep", "1000").start();
    }

    @Test
    void aCgroupIsThereWithTheControllersOfTheMachine() throws IOException {
        assertThat(tree.exists(name)).isTrue();
        assertThat(tree.exists(name + "/none")).isFalse();
        assertThat(cgroup.isPopulated()).isFalse();
    }

    @Test
    void whatTheKernelRefusesIsNamedWithItsWords() {
        assertThat(cgroup.write(List.of(new CgroupSetting("cgroup.max.depth", "many"))))
                .isEqualTo(new CgroupWriteResult.Failed(cgroup.file("cgroup.max.depth"), "many", "Invalid argument"));
        assertThat(cgroup.write(List.of(new CgroupSetting("no.such.file", "1"))))
                .isEqualTo(new CgroupWriteResult.Failed(cgroup.file("no.such.file"), "1", "No such file or directory"));
    }

    @Test
    void inotifyTellsThatTheLastProcessIsGone() throws Exception {
        var process = sleeper();
        try (var watch = FileWatch.open(Duration.ofMillis(50))) {
            // Below, because a cgroup with controllers switched on for others holds no processes itself.
            var inner = tree.cgroup(name + "/inner");
            Files.createDirectory(inner.folder());
            var events = inner.file("cgroup.events");
            watch.add(events);
            assertThat(inner.add(process.pid())).isEqualTo(CgroupWriteResult.DONE);
            assertThat(watch.await(Duration.ofSeconds(30))).containsExactly(events);
            assertThat(inner.isPopulated()).isTrue();
            assertThat(inner.processes()).containsExactly(process.pid());

            assertThat(cgroup.kill()).isEqualTo(CgroupWriteResult.DONE);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            while (inner.isPopulated())
                assertThat(watch.await(Duration.ofSeconds(30))).containsExactly(events);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void destroyingKillsWhatRunsBelow() throws Exception {
        var process = sleeper();
        var inner = tree.cgroup(name + "/inner");
        Files.createDirectory(inner.folder());
        inner.add(process.pid());
        assertThat(tree.destroy(name, _ -> awaitEmpty())).isEqualTo(new Removal.Gone());
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.exists(cgroup.folder())).isFalse();
    }

    @Test
    void limitsAreReadBackAsTheyWereWritten() throws IOException {
        assumeTrue(tree.controllers().containsAll(List.of("cpu", "memory", "pids")), "controllers belong to cgroup v1");
        var settings = List.of(
                CgroupSetting.cpuMax("40000 100000"),
                CgroupSetting.cpuWeight(39),
                CgroupSetting.memoryMax("67108864"),
                CgroupSetting.pidsMax("5"));
        assertThat(cgroup.write(settings)).isEqualTo(CgroupWriteResult.DONE);
        for (var setting : settings) assertThat(cgroup.text(setting.file())).contains(setting.value());
        assertThat(cgroup.write(List.of(CgroupSetting.cpusetCpus("0-99999"))))
                .isInstanceOfSatisfying(
                        CgroupWriteResult.Failed.class,
                        failed -> assertThat(failed.error()).isNotEmpty());
    }
}
