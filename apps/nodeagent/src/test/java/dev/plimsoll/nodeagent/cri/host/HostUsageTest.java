package dev.plimsoll.nodeagent.cri.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.nodeagent.runtime.NodeUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostUsageTest {
    @TempDir
    Path proc;

    private void write(long user, long idle) throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  " + user + " 10 20 " + idle + " 5 1 2 3 99 0\ncpu0 0 0 0 0\n");
        Files.writeString(
                proc.resolve("meminfo"),
                "MemTotal:       1000 kB\nMemFree:         300 kB\nMemAvailable:    600 kB\nHugePages_Total:       0\n");
    }

    @Test
    void workIsCountedAndWaitingIsNot() throws IOException {
        var usage = new HostUsage(proc);
        write(100, 5000);
        assertThat(usage.read(Instant.EPOCH))
                .contains(new NodeUsage((100 + 10 + 20 + 1 + 2 + 3) * 10_000_000L, 0, 700 * 1024, 400 * 1024));
        write(200, 9000);
        assertThat(usage.read(Instant.EPOCH.plusSeconds(2)).orElseThrow().cpuNanoCores())
                .as("one second of work in two")
                .isEqualTo(500_000_000);
    }

    @Test
    void aMachineThatTellsNothing() {
        assertThat(new HostUsage(proc).read(Instant.EPOCH)).isEmpty();
    }
}
