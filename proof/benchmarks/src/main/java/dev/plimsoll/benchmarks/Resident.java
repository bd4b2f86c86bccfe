package dev.plimsoll.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory that a process has. */
public final class Resident {
    private Resident() {}

    /** In bytes; 0 where the system does not tell. */
    public static long bytes(Process process) throws IOException {
        var file = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.exists(file)) return 0;
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }
}
