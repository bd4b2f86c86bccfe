package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kubeconfig that is none: what is wrong, in which file, and what to do; never a defect of ours. */
// Acceptance of the command line: wrong-kubeconfig
class KubeconfigMistakesTest extends CommandLineTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"garbage: [", "- a\n- list\n", "just words", "", "clusters: 5\ncontexts: x\n", "kind: Pod\n"})
    void aFileThatIsNoKubeconfigIsNamed(String text) throws IOException {
        var file = Files.writeString(folder.resolve("wrong.conf"), text);
        for (var command : new String[][] {{"why", "web"}, {"watch", "--once"}, {"explain", "pod/web"}}) {
            var ran = run(command[0], command[1], "--kubeconfig", file.toString());
            assertThat(ran.exit()).as(ran.errors()).isEqualTo(2);
            assertThat(ran.errors())
                    .startsWith("plimsoll: " + file + ": this is not a kubeconfig")
                    .contains("correct it or name another file");
            assertThat(ran.errors().lines()).hasSize(1);
        }
    }

    @Test
    void aContextThatIsNotThereIsNamedWithItsFile() throws IOException {
        var file = Files.writeString(folder.resolve("some.conf"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: one, context: {cluster: c, user: u}}]
                current-context: one
                """);
        var ran = run("why", "web", "--kubeconfig", file.toString(), "--context", "two");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).contains("no context two in " + file);
        assertThat(run("why", "web", "--kubeconfig", file.toString()).errors())
                .contains("no connection to https://127.0.0.1:1 (from " + file + ")")
                .contains("Try plimsoll status, or another --kubeconfig");
    }
}
