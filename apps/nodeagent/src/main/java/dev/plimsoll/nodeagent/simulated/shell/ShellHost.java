package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileTree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The container in which a shell runs.
 *
 * @param environment with which its commands begin
 * @param cpus that its programs may run on
 * @param memoryBytes of the node
 * @param usedBytes of the node
 * @param time waits and tells the time
 * @param processes what runs beside the shell, the first one's command first
 */
public record ShellHost(
        FileTree files,
        Map<String, String> environment,
        String hostname,
        User user,
        int cpus,
        long memoryBytes,
        Supplier<Long> usedBytes,
        Time time,
        List<String> processes) {
    public ShellHost {
        environment = Map.copyOf(environment);
        processes = List.copyOf(processes);
    }

    /** Whom the container runs as. */
    public record User(long uid, long gid) {
        public static final User ROOT = new User(0, 0);
    }

    /** The clock. */
    public interface Time {
        Instant now();

        void sleep(Duration duration) throws InterruptedException;
    }
}
