package dev.plimsoll.apiserver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The kubectl on the PATH in a folder, which is its home. */
record Kubectl(Path folder) {
    static boolean isInstalled() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl")));
    }

    static Kubectl of(TestServer server, Path folder) throws IOException {
        Files.writeString(folder.resolve("config"), server.server().kubeconfig("admin", TestServer.TOKEN));
        return new Kubectl(folder);
    }

    void file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** All that it prints. */
    String run(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(Arrays.asList(arguments));
        var output = folder.resolve("output");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        var process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("kubectl " + String.join(" ", arguments) + " did not end");
        }
        return Files.readString(output);
    }
}
