package dev.plimsoll.nodeagent.cri.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Whether the machine goes down, and not this program alone. */
public final class MachineShutdown {
    private static final int LONGEST_SECONDS = 5;

    private MachineShutdown() {}

    /** As systemd says; a machine without it does not say. */
    public static boolean isUnderWay() throws InterruptedException {
        try {
            var asked = new ProcessBuilder("systemctl", "is-system-running")
                    .redirectErrorStream(true)
                    .start();
            if (!asked.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
                return false;
            }
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .equals("stopping");
        } catch (IOException _) {
            return false; // there is no systemctl
        }
    }
}
