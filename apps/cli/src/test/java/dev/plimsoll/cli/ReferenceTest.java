package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Man pages and completion, as a shell and man use them. */
// Acceptance of the command line: unwritable-folder, completion, man-pages
@Timeout(300)
class ReferenceTest extends CommandLineTest {
    @TempDir
    private Path folder;

    @Test
    void everyCommandHasAPageWithItsOptions() throws IOException, InterruptedException {
        var pages = folder.resolve("man1");
        assertThat(run("man-pages", pages.toString()).exit()).isZero();
        assertThat(pages.resolve("plimsoll-store-backup.1")).exists();
        assertThat(pages.resolve("plimsoll-complete-names.1"))
                .as("it is for shells")
                .doesNotExist();
        var explain = Files.readString(pages.resolve("plimsoll-explain.1"));
        assertThat(explain)
                .startsWith(".TH \"PLIMSOLL\\-EXPLAIN\" 1")
                .contains("\\fB\\-\\-limit\\-range FILE\\fR\n")
                .contains("Exit codes: 0 all would be accepted")
                .doesNotContain("${");
        if (!Files.isExecutable(Path.of("/usr/bin/groff"))) return;
        for (var page : List.of("plimsoll.1", "plimsoll-explain.1", "plimsoll-up.1")) {
            var process = new ProcessBuilder(
                            "/usr/bin/groff",
                            "-man",
                            "-Tutf8",
                            "-P-cbou", // plain text, without overstriking
                            "-ww",
                            pages.resolve(page).toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("formatted").toFile())
                    .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(folder.resolve("formatted")))
                    .contains("NAME")
                    .doesNotContain("warning:");
        }
        var taken = Files.writeString(folder.resolve("file"), "");
        var ran = run("man-pages", taken.resolve("below").toString());
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).contains("the man pages cannot be written").contains("choose a folder");
    }

    @Test
    void aShellIsToldTheNamesOfObjects() throws Exception {
        var nodes = List.of(NodeGroup.of("node", 1, MachineNotation.literal("1s1n8c1t,memory=8Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT)) {
            var pod = ClientJson.read("""
                    {"metadata":{"namespace":"default","name":"web"},"spec":{"containers":[{"name":"c","image":"i"}]}}""".getBytes(StandardCharsets.UTF_8));
            assertThat(cluster.client()
                            .create(ApiResource.PODS, pod.orElseThrow())
                            .problem())
                    .isEmpty();
            var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig())
                    .toString();
            assertThat(run("complete-names", "why", "po", "--kubeconfig", config)
                            .out())
                    .isEqualTo("pod/web\n");
            assertThat(run("complete-names", "explain", "node/", "--kubeconfig", config)
                            .out())
                    .isEqualTo("node/node-0\n");
            assertThat(run("complete-names", "resize", "node/", "--kubeconfig", config)
                            .out())
                    .isEmpty();
            assertThat(completed(config)).isEqualTo("pod/web\n");
        }
        assertThat(run("complete-names", "why", "--kubeconfig", "none").out()).isEmpty();
    }

    /** The script in bash, with a plimsoll that answers as this process does. */
    private String completed(String config) throws IOException, InterruptedException {
        var names = Files.writeString(
                folder.resolve("names"),
                run("complete-names", "why", "po", "--kubeconfig", config).out());
        var plimsoll = Files.writeString(folder.resolve("plimsoll"), """
                #!/bin/sh
                [ "$*" = "complete-names why po --kubeconfig %s" ] && cat %s
                """.formatted(config, names));
        assertThat(plimsoll.toFile().setExecutable(true)).isTrue();
        var script = Files.writeString(
                folder.resolve("completion"), run("completion", "bash").out());
        var typed = """
                source %s
                COMP_WORDS=(%s why --kubeconfig %s po); COMP_CWORD=4
                _plimsoll_with_names
                printf '%%s\\n' "${COMPREPLY[@]}"
                """.formatted(script, plimsoll, config);
        var output = folder.resolve("completed");
        var process = new ProcessBuilder("bash", "-c", typed)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output);
    }
}
