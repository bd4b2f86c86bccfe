package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.ProgramCommand;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Somebody with a home folder of their own, who types commands of plimsoll. */
final class UserHome {
    private static final int LONGEST_SECONDS = 180;

    private final Path home;
    private final Map<String, String> environment = new HashMap<>();

    UserHome(Path home) {
        this.home = home;
    }

    Path resolve(String path) {
        return home.resolve(path);
    }

    UserHome with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** How a command ended, what it printed and what it said. */
    record Ended(int exit, String out, String errors) {}

    Ended plimsoll(String... arguments) throws IOException, InterruptedException {
        var out = Files.createTempFile(home, "out", "");
        var errors = Files.createTempFile(home, "errors", "");
        var builder = new ProcessBuilder(ProgramCommand.of(List.of("-Duser.home=" + home), arguments))
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment().remove("KUBECONFIG");
        builder.environment().keySet().removeIf(name -> name.startsWith("KUBERNETES_"));
        builder.environment().put("HOME", home.toString());
        builder.environment().putAll(environment);
        var process = builder.start();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(String.join(" ", arguments) + " does not end: " + Files.readString(errors));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(errors));
    }

    /** Ends what was left running. */
    void endAll() {
        for (var cluster : new ClusterRecords(home.resolve(".plimsoll")).running()) {
            cluster.process().ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
