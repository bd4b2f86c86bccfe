package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot work is found before anything starts, with what to do about it. */
// Acceptance of the command line: taken-port, unwritable-folder, bad-address
class UpMistakesTest extends CommandLineTest {
    @TempDir
    private Path folder;

    private static String refused(String... arguments) {
        var ran = run(arguments);
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        return ran.errors();
    }

    @Test
    void aFolderThatCannotBeWritten() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");
        assertThat(refused("up", "--data", file + "/data"))
                .startsWith("plimsoll: nothing can be written in " + file + "/data (")
                .contains("choose another with --data DIR");
    }

    @Test
    void aKubeconfigThatCannotBeWritten() {
        assertThat(refused("up", "--ephemeral", "--kubeconfig-out", folder + "/no/such/file"))
                .contains("no/such/file: its folder does not exist; create it");
        assertThat(refused("up", "--ephemeral", "--kubeconfig-out", folder.toString()))
                .contains(folder + " is a folder");
    }

    @Test
    void nodesThatTheServerWouldRefuse() throws IOException {
        var file = Files.writeString(folder.resolve("nodes.yaml"), """
                apiVersion: plimsoll.dev/v1
                kind: Nodes
                nodes:
                - {name: small, labels: {disk: not a value, "a b": x}}
                - {name: small}
                """);
        assertThat(refused("up", "--ephemeral", "--config", file.toString()))
                .contains("nodes small: label disk=not a value: a valid label must be an empty string or consist of")
                .contains("nodes small: label a b: name part must consist of alphanumeric characters")
                .contains("nodes small: there are others of that name; choose another");
    }

    @Test
    void anAddressThatCannotBeServed() {
        assertThat(refused("up", "--ephemeral", "--port", "70000"))
                .contains("--port 70000: must be between 0 and 65535");
        assertThat(refused("up", "--ephemeral", "--host", "192.0.2.1"))
                .contains("--host 192.0.2.1: it is no address of this machine");
        assertThat(refused("up", "--ephemeral", "--name", "Team A")).contains("--name Team A: a name has");
    }

    @Test
    void aPortThatIsTakenNamesWhoHasIt() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            var message = refused("up", "-d", "--ephemeral", "--port", Integer.toString(taken.getLocalPort()));
            assertThat(message).contains("127.0.0.1:" + taken.getLocalPort() + " is taken");
            if (Files.exists(Path.of("/proc/net/tcp")))
                assertThat(message)
                        .contains(" by process " + ProcessHandle.current().pid() + " (java)");
        }
    }
}
