package dev.plimsoll.nodeagent.cri.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Whether the machine goes down, and not this program alone. */
public final class MachineShutdown {
    /** A machine that goes down has much to do. */
    private static final int LONGEST_SECONDS = 30;

    private static final String PROGRAM = "systemctl";

    private MachineShutdown() {}

    /**
     * As systemd says; a machine without it does not say.
     *
     * @param problems told why systemd could not be asked
     */
    public static boolean isUnderWay(Consumer<String> problems) throws InterruptedException {
        if (!isThere()) return false;
        try {
            var asked = new ProcessBuilder(PROGRAM, "is-system-running")
                    .redirectErrorStream(true)
                    .start();
            if (asked.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS))
                return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .strip()
                        .equals("stopping");
            asked.destroyForcibly();
            problems.accept(PROGRAM + " did not say within " + LONGEST_SECONDS
                    + " s whether the machine goes down; pods are left alone");
        } catch (IOException e) {
            problems.accept(PROGRAM + " could not be asked whether the machine goes down: " + e.getMessage()
                    + "; pods are left alone");
        }
        return false;
    }

    private static boolean isThere() {
        var folders = System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":", -1);
        return Stream.of(folders).anyMatch(folder -> Files.isExecutable(Path.of(folder, PROGRAM)));
    }
}
