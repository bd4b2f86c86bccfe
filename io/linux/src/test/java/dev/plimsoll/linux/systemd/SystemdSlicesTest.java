package dev.plimsoll.linux.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.linux.cgroup.CgroupSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: systemd
/** What systemd is asked for. That a real one does it is seen in the virtual machine. */
@Timeout(60)
class SystemdSlicesTest {
    private static final String POD = "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podu_1.slice";
    private static final List<CgroupSetting> SETTINGS = List.of(
            CgroupSetting.cpuWeight(39),
            CgroupSetting.cpuMax("2500 100000"),
            CgroupSetting.memoryMax("max"),
            CgroupSetting.hugePages("2MB", 0));

    @TempDir
    Path folder;

    private FakeSystemd systemd;

    @BeforeEach
    void start() throws IOException {
        systemd = new FakeSystemd(folder.resolve("s"));
    }

    @AfterEach
    void close() throws Exception {
        systemd.close();
        assertThat(systemd.defects()).isEmpty();
    }

    private SystemdSlices slices(boolean isBus) {
        return new SystemdSlices(folder.resolve("s"), isBus);
    }

    @Test
    void aSliceIsMadeWithWhatIsToBeInForce() throws IOException {
        slices(false).set(POD, SETTINGS);
        assertThat(systemd.calls())
                .containsExactly("StartTransientUnit[kubepods-burstable-podu_1.slice, replace,"
                        + " [(Description pods of plimsoll: kubepods-burstable-podu_1.slice), (MemoryAccounting true),"
                        + " (TasksAccounting true), (CPUQuotaPerSecUSec 25000), (CPUQuotaPeriodUSec 100000),"
                        + " (CPUWeight 39), (MemoryMax 18446744073709551615)], []]");
    }

    @Test
    void oneThatIsThereIsChanged() throws IOException {
        systemd.errors = call -> call.startsWith("StartTransientUnit") ? "org.freedesktop.systemd1.UnitExists" : "";
        slices(false).set(POD, List.of(CgroupSetting.cpuMax("max 100000"), CgroupSetting.memoryMax("4096")));
        assertThat(systemd.calls())
                .hasSize(2)
                .last()
                .isEqualTo(
                        "SetUnitProperties[kubepods-burstable-podu_1.slice, true,"
                                + " [(CPUQuotaPerSecUSec 18446744073709551615), (CPUQuotaPeriodUSec 100000), (MemoryMax 4096)]]");
    }

    @Test
    void whatSystemdDoesNotKnowIsNotSaid() throws IOException {
        systemd.errors = call -> call.startsWith("StartTransientUnit") ? "org.freedesktop.systemd1.UnitExists" : "";
        slices(false).set(POD, List.of(CgroupSetting.hugePages("2MB", 0)));
        assertThat(systemd.calls()).hasSize(1);
    }

    @Test
    void aSliceThatIsGoneIsStopped() throws IOException {
        slices(false).remove(POD);
        systemd.errors = _ -> "org.freedesktop.systemd1.NoSuchUnit";
        slices(false).remove(POD);
        assertThat(systemd.calls())
                .containsExactly(
                        "StopUnit[kubepods-burstable-podu_1.slice, replace]",
                        "StopUnit[kubepods-burstable-podu_1.slice, replace]");
    }

    @Test
    void atABusItSaysHelloFirst() throws IOException {
        slices(true).remove(POD);
        assertThat(systemd.calls()).hasSize(2).first().isEqualTo("Hello[]");
    }

    @Test
    void whySystemdRefusesIsTold() {
        systemd.errors = _ -> "org.freedesktop.DBus.Error.InvalidArgs";
        assertThatThrownBy(() -> slices(false).set(POD, SETTINGS))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "systemd (" + folder.resolve("s") + ") does not start kubepods-burstable-podu_1.slice: because"
                                + " (org.freedesktop.DBus.Error.InvalidArgs)");
        assertThatThrownBy(() -> slices(false).remove(POD)).hasMessageContaining("does not stop");
        systemd.errors = call -> call.startsWith("Start")
                ? "org.freedesktop.systemd1.UnitExists"
                : "org.freedesktop.systemd1.UnitMasked";
        assertThatThrownBy(() -> slices(false).set(POD, SETTINGS)).hasMessageContaining("does not change");
    }

    @Test
    void oneThatGoesWithoutAWordOrRefusesWhoAsksIsTold() {
        systemd.errors = _ -> "close";
        assertThatThrownBy(() -> slices(false).set(POD, SETTINGS))
                .isInstanceOf(IOException.class)
                .hasMessage("the other side closed the connection");
        systemd.greeting = "REJECTED EXTERNAL";
        assertThatThrownBy(() -> slices(false).set(POD, SETTINGS))
                .isInstanceOf(IOException.class)
                .hasMessage("who asks is not accepted: REJECTED EXTERNAL");
        assertThatThrownBy(() -> new SystemdSlices(folder.resolve("none"), false).set(POD, SETTINGS))
                .isInstanceOf(IOException.class);
    }

    @Test
    void whatWasOpenedForOneThatRefusesIsGivenBack() throws IOException {
        systemd.greeting = "REJECTED EXTERNAL";
        refused();
        var before = selectors();
        for (var time = 0; time < 10; time++) refused();
        assertThat(selectors()).isLessThanOrEqualTo(before);
    }

    private void refused() {
        assertThatThrownBy(() -> slices(false).remove(POD)).hasMessageContaining("REJECTED");
    }

    /** How many of this process the kernel has. Those of other tests are closed by the time this runs. */
    private static long selectors() throws IOException {
        var count = 0L;
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (var descriptor : descriptors) if (isSelector(descriptor)) count++;
        }
        return count;
    }

    private static boolean isSelector(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("eventpoll");
        } catch (NoSuchFileException _) {
            return false; // that of the folder itself
        }
    }
}
