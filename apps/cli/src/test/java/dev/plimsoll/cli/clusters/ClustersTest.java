package dev.plimsoll.cli.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.cli.ProgramCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first minutes with clusters of one's own: in the background, by name, found, ended and deleted again. */
// Acceptance of the command line: background, found-cluster, merged-kubeconfig, wrong-kubeconfig
@Tag(ProgramCommand.TAG)
class ClustersTest {
    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private UserHome user;

    @BeforeEach
    void moveIn() {
        user = new UserHome(folder);
    }

    @AfterEach
    void moveOut() {
        user.endAll();
    }

    @Test
    void aClusterInTheBackgroundIsFoundUsedStoppedStartedAgainAndDeleted() throws IOException, InterruptedException {
        assertThat(user.plimsoll("status").out()).contains("Start one with: plimsoll up -d");

        var up = user.plimsoll("up", "-d", "--nodes", "1", "--port", "0", "--merge-kubeconfig");
        assertThat(up.exit()).as(up.errors()).isZero();
        assertThat(up.out())
                .contains("ready: cluster default at https://127.0.0.1:")
                .contains("plimsoll stop default");
        assertThat(user.plimsoll("status").out())
                .containsPattern("default +running \\d+[sm] +https://127.0.0.1:\\d+ +1 ");
        assertThat(user.plimsoll("logs").out()).contains("ready in ").contains("current context");
        assertThat(user.plimsoll("logs", "--tail", "1").out().lines()).hasSize(1);

        var merged = Files.readString(user.resolve(".kube/config"));
        assertThat(merged).contains("current-context: plimsoll\n");
        Files.delete(user.resolve(".kube/config"));

        var watch = user.plimsoll("watch", "--once");
        assertThat(watch.errors()).startsWith("plimsoll: using cluster default at https://127.0.0.1:");
        assertThat(watch.out()).contains("node-0");
        assertThat(user.plimsoll("watch", "--once", "--context", "plimsoll").errors())
                .isEmpty();
        assertThat(user.plimsoll("watch", "--once", "--context", "plimsoll-x").errors())
                .contains("no context plimsoll-x; running are plimsoll");

        var twice = user.plimsoll("up", "-d", "--port", "0");
        assertThat(twice.exit()).isEqualTo(2);
        assertThat(twice.errors())
                .contains("cluster default runs already (process ")
                .contains("plimsoll stop default");

        var path = user.plimsoll("kubeconfig", "--path").out().strip();
        assertThat(user.plimsoll("kubeconfig").out()).isEqualTo(Files.readString(Path.of(path)));

        assertThat(user.plimsoll("stop").out()).contains("stopped cluster default; its objects are kept in ");
        assertThat(user.plimsoll("status", "default").exit()).isEqualTo(1);
        assertThat(user.plimsoll("status").out()).containsPattern("default +stopped");
        assertThat(user.plimsoll("stop", "default").out()).contains("does not run");
        var refused = user.plimsoll("watch", "--once", "--kubeconfig", path);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.errors())
                .contains("no connection to https://127.0.0.1:")
                .contains("(from " + path + "): nobody listens there")
                .contains("plimsoll status");

        assertThat(user.plimsoll("delete", "default").out()).contains("deleted cluster default");
        assertThat(user.resolve(".plimsoll/store")).doesNotExist();
        assertThat(user.plimsoll("status").out()).contains("No cluster on this machine");
    }

    @Test
    void clustersHaveNamesAndOneMustBeChosen() throws IOException, InterruptedException {
        assertThat(user.plimsoll("up", "-d", "--ephemeral", "--nodes", "0", "--port", "0")
                        .exit())
                .isZero();
        var second = user.plimsoll("up", "-d", "--name", "team-a", "--nodes", "0", "--port", "0");
        assertThat(second.exit()).as(second.errors()).isZero();
        assertThat(user.resolve(".plimsoll/clusters/team-a/kubeconfig")).exists();
        var document = new ObjectMapper()
                .readTree(user.plimsoll("status", "-o", "json").out());
        assertThat(document.at("/clusters/0/name").asText()).isEqualTo("ephemeral");
        assertThat(document.at("/clusters/1/context").asText()).isEqualTo("plimsoll-team-a");
        assertThat(document.at("/clusters/1/running").asBoolean()).isTrue();
        var port = document.at("/clusters/1/url").asText().replaceAll(".*:", "");

        assertThat(user.plimsoll("watch", "--once").errors())
                .contains("which cluster? There are plimsoll-ephemeral, plimsoll-team-a");
        assertThat(user.plimsoll("watch", "--once", "--context", "plimsoll-team-a")
                        .exit())
                .isZero();
        assertThat(user.plimsoll("stop").errors()).contains("which cluster? there are ephemeral, team-a");
        assertThat(user.plimsoll("up", "--ephemeral", "--port", port).errors())
                .contains("127.0.0.1:" + port + " is taken by cluster team-a (process ");
        assertThat(user.plimsoll("up", "--name", "Team A").errors()).contains("--name Team A: a name has");

        assertThat(user.plimsoll("delete", "team-a").exit()).isZero();
        assertThat(user.resolve(".plimsoll/clusters/team-a")).doesNotExist();
        assertThat(user.plimsoll("stop", "ephemeral").exit()).isZero();
        assertThat(user.plimsoll("status").out()).contains("No cluster on this machine");
        assertThat(user.plimsoll("delete", "team-a").errors()).contains("there is no cluster team-a on this machine");
    }

    @Test
    void aBrokenKubeconfigIsFoundBeforeAClusterIsMergedIntoIt() throws IOException {
        var file = Files.writeString(user.resolve("config"), "a: [");
        assertThatThrownBy(() -> MergedKubeconfig.check(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("config cannot be read, and is left as it is");
        assertThat(file).hasContent("a: [");
    }

    @Test
    void whoHasNoClusterIsToldHowToGetOne() throws IOException, InterruptedException {
        var none = user.plimsoll("watch", "--once");
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.errors())
                .contains("no cluster to talk to: KUBECONFIG is not set")
                .contains("plimsoll up -d")
                .contains("--kubeconfig FILE");
        user.with("KUBECONFIG", "/no/such/file");
        assertThat(user.plimsoll("watch", "--once").errors()).contains("KUBECONFIG names /no/such/file");
    }

    @Test
    void aKubeconfigOfOthersKeepsItsContexts() throws IOException {
        var file = user.resolve("config");
        Files.writeString(file, """
                apiVersion: v1
                kind: Config
                current-context: prod
                contexts:
                - {name: prod, context: {cluster: prod, user: me}}
                clusters:
                - {name: prod, cluster: {server: "https://prod.example"}}
                users:
                - {name: me, user: {token: "123"}}
                """);
        var ours = """
                clusters: [{name: plimsoll, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: kubernetes-admin, user: {token: t}}]
                contexts: [{name: plimsoll, context: {cluster: plimsoll, user: kubernetes-admin}}]
                """;
        assertThat(MergedKubeconfig.add(file, ours, "plimsoll-a")).isEqualTo("prod");
        assertThat(MergedKubeconfig.add(file, ours, "plimsoll-a")).isEqualTo("plimsoll-a");
        var merged = Files.readString(file);
        assertThat(merged)
                .contains("https://prod.example")
                .contains("token: \"123\"")
                .contains("current-context: plimsoll-a")
                .containsOnlyOnce("https://127.0.0.1:1");
        MergedKubeconfig.remove(file, "plimsoll-a");
        assertThat(Files.readString(file)).contains("https://prod.example").doesNotContain("127.0.0.1");
    }
}
