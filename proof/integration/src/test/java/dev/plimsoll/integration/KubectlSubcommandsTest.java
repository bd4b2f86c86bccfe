package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: kubeconfig, component-statuses, kubectl
// Acceptance of nodes: kubectl
/**
 * Every subcommand of kubectl that needs no process of a real container, one after the other, in a cluster as {@code plimsoll up} starts
 * it. The commands and what they must print are in {@code kubectl/subcommands.txt}. The program is the kubectl on the PATH or the one
 * that the system property {@code plimsoll.kubectl} names; not run where there is none.
 */
@Timeout(900)
class KubectlSubcommandsTest {
    private static final List<String> FILES = List.of("pod.yaml", "role.yaml", "deployments.yaml");
    private static final int LONGEST_COMMAND_SECONDS = 180;

    @TempDir
    Path folder;

    private final Queue<String> defects = new ConcurrentLinkedQueue<>();

    /** How a command is to end. */
    private enum Ending {
        WELL,
        BADLY,
        /** Well, at the latest after some time. */
        WELL_SOON
    }

    /** A line for a shell, and texts that it must print. */
    private record Command(Ending ending, String line, List<String> printed) {
        boolean isMet(Result result) {
            var endsAsWanted = (ending == Ending.BADLY) != (result.code == 0);
            return endsAsWanted && printed.stream().allMatch(result.output::contains);
        }
    }

    /** What a command left behind. */
    private record Result(int code, String output) {}

    private static Optional<Path> program() {
        var named = System.getProperty("plimsoll.kubectl", "");
        if (!named.isEmpty()) return Optional.of(Path.of(named));
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, "kubectl"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    @DisplayName("every subcommand does what it says")
    void subcommands() throws Exception {
        var program = program();
        Assumptions.assumeTrue(program.isPresent(), "no kubectl on the PATH");
        // The shell finds this program and no other.
        Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("bin")).resolve("kubectl"),
                program.orElseThrow().toAbsolutePath());
        for (var file : FILES) Files.writeString(folder.resolve(file), resource(file));
        var commands = commands(resource("subcommands.txt"));
        assertThat(commands).hasSizeGreaterThan(100);
        var failures = new ArrayList<String>();
        try (var cluster = started()) {
            Files.writeString(folder.resolve("config"), cluster.kubeconfig());
            for (var command : commands) {
                var result = run(command);
                if (!command.isMet(result)) failures.add(command.line + "\n" + result.code + " " + result.output);
            }
        }
        assertThat(failures).isEmpty();
        assertThat(defects).isEmpty();
    }

    private Cluster started() throws Exception {
        var plan = new ClusterPlan(
                new Storage.Folder(folder.resolve("data")),
                "127.0.0.1",
                0,
                "token",
                FeatureGates.DEFAULT,
                List.of(NodeGroup.of("node", 3, MachineNotation.literal("1s1n4c1t,memory=8Gi"))));
        return Cluster.start(plan, new ClusterLog() {
            @Override
            public void step(String what, Duration took) {}

            @Override
            public void tell(String problem) {}

            @Override
            public void defect(String where, Throwable problem) {
                defects.add(where + ": " + problem);
            }
        });
    }

    private Result run(Command command) throws IOException, InterruptedException {
        if (command.ending != Ending.WELL_SOON) return run(command.line);
        var results = new ArrayList<Result>();
        Patience.until(command.line, () -> {
            var result = run(command.line);
            results.add(result);
            return command.isMet(result);
        });
        return results.getLast();
    }

    private Result run(String line) throws IOException, InterruptedException {
        var output = Files.createTempFile(folder, "output", "");
        var builder = new ProcessBuilder("sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        var environment = builder.environment();
        environment.put("PATH", folder.resolve("bin") + File.pathSeparator + environment.get("PATH"));
        environment.put("KUBECONFIG", folder.resolve("config").toString());
        environment.put("HOME", folder.toString());
        environment.put("NO_PROXY", "127.0.0.1");
        var process = builder.start();
        if (!process.waitFor(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            return new Result(-1, "did not end: " + Files.readString(output));
        }
        return new Result(process.exitValue(), Files.readString(output));
    }

    private static String resource(String name) {
        try (var bytes =
                Objects.requireNonNull(KubectlSubcommandsTest.class.getResourceAsStream("/kubectl/" + name), name)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Command> commands(String text) {
        var commands = new ArrayList<Command>();
        for (var line : text.lines().toList()) {
            if (line.isEmpty() || line.startsWith("# ")) continue;
            var rest = line.length() > 2 ? line.substring(2) : "";
            if (line.startsWith("$ ")) commands.add(new Command(Ending.WELL, rest, new ArrayList<>()));
            else if (line.startsWith("! ")) commands.add(new Command(Ending.BADLY, rest, new ArrayList<>()));
            else if (line.startsWith("~ ")) commands.add(new Command(Ending.WELL_SOON, rest, new ArrayList<>()));
            else commands.getLast().printed.add(line);
        }
        return commands;
    }
}
