package dev.plimsoll.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code plimsoll apiserver} on this host. */
record ApiProgram(HostProgram program, Path kubeconfig) implements AutoCloseable {
    /** What tests look at and is off by itself. */
    static final String GATES = "PodLevelResourceManagers=true,InPlacePodVerticalScalingMemoryBackedVolumes=true,"
            + "InPlacePodVerticalScalingSchedulerPreemption=true";

    static ApiProgram start() throws IOException {
        var kubeconfig = Machine.FOLDER.resolve("kubeconfig");
        Files.deleteIfExists(kubeconfig);
        var program = HostProgram.start(
                "serving on",
                "apiserver",
                "--ephemeral",
                "--port",
                "0",
                "--feature-gates",
                GATES,
                "--kubeconfig",
                kubeconfig.toString());
        return new ApiProgram(program, kubeconfig);
    }

    @Override
    public void close() {
        program.close();
    }
}
