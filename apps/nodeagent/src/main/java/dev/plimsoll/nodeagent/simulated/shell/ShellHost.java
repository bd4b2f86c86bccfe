package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.network.ContainerNetwork;
import java.io.IOException;
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
 * @param signals of the program that is run
 * @param unknown what becomes of commands that nobody knows
 * @param network that its programs reach
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
        List<String> processes,
        Signals signals,
        UnknownCommand unknown,
        ContainerNetwork network) {
    public ShellHost {
        environment = Map.copyOf(environment);
        processes = List.copyOf(processes);
    }

    /** For a command that somebody runs in a container that is connected to nothing. */
    public ShellHost(
            FileTree files,
            Map<String, String> environment,
            String hostname,
            User user,
            int cpus,
            long memoryBytes,
            Supplier<Long> usedBytes,
            Time time,
            List<String> processes) {
        this(
                files,
                environment,
                hostname,
                user,
                cpus,
                memoryBytes,
                usedBytes,
                time,
                processes,
                new Signals(),
                UnknownCommand.NOT_FOUND,
                ContainerNetwork.none());
    }

    /** The same container for its own program. */
    public ShellHost withProgram(Signals changed, UnknownCommand commands) {
        return new ShellHost(
                files.ofProgram(commands != UnknownCommand.NOT_FOUND),
                environment,
                hostname,
                user,
                cpus,
                memoryBytes,
                usedBytes,
                time,
                processes,
                changed,
                commands,
                network);
    }

    ShellHost withTime(Time changed) {
        return new ShellHost(
                files,
                environment,
                hostname,
                user,
                cpus,
                memoryBytes,
                usedBytes,
                changed,
                processes,
                signals,
                unknown,
                network);
    }

    public ShellHost withNetwork(ContainerNetwork changed) {
        return new ShellHost(
                files,
                environment,
                hostname,
                user,
                cpus,
                memoryBytes,
                usedBytes,
                time,
                processes,
                signals,
                unknown,
                changed);
    }

    /** What becomes of a command that is not one of {@link Programs}. */
    public enum UnknownCommand {
        /** It fails, as it does where no such file is. */
        NOT_FOUND,
        /** It is the application, and runs until it is stopped. As a condition it is met. */
        RUNS_ON,
        /** It has done its work at once. */
        SUCCEEDS
    }

    /**
     * Whom the container runs as.
     *
     * @param administersNetwork whether it may change interfaces
     * @param mayEscalate whether its programs may take the rights of who owns them
     */
    public record User(long uid, long gid, boolean administersNetwork, boolean mayEscalate) {
        public static final User ROOT = new User(0, 0);

        /** One with the usual rights. */
        public User(long uid, long gid) {
            this(uid, gid, false, true);
        }
    }

    /** The clock. */
    public interface Time {
        Instant now();

        /**
         * Waits.
         *
         * @throws OutOfTimeException where less time is left
         */
        void sleep(Duration duration) throws InterruptedException, OutOfTimeException;
    }

    /** A command was given less time than it wants to wait. */
    public static final class OutOfTimeException extends IOException {
        private static final long serialVersionUID = 1;
    }
}
