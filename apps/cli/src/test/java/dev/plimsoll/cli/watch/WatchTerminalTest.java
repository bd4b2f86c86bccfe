package dev.plimsoll.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.ProgramCommand;
import dev.plimsoll.client.ApiClient;
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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The live view on a real terminal: keys, details, a resize, a lost connection, and the terminal as it was at every end. */
// Acceptance of the command line: ctrl-c-watch, watch, watch-reconnect
@Tag(ProgramCommand.TAG)
@Timeout(300)
@EnabledIf(value = "hasPty", disabledReason = "there is no program script, which makes the terminal")
class WatchTerminalTest {
    private static final Pattern PORT = Pattern.compile("server: \"?https://127\\.0\\.0\\.1:(\\d+)");
    private static final String INTERRUPT = "\u0003";

    @TempDir
    private Path folder;

    static boolean hasPty() {
        return Files.isExecutable(PtyProgram.SCRIPT);
    }

    private static Cluster cluster() throws IOException, InterruptedException {
        var nodes = List.of(NodeGroup.of("node", 1, MachineNotation.literal("1s1n8c1t,memory=8Gi")));
        var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
        pod(cluster.client(), "web", "1");
        pod(cluster.client(), "big", "100");
        return cluster;
    }

    private static void pod(ApiClient client, String name, String cpu) {
        var object = ClientJson.read("""
                {"metadata":{"namespace":"default","name":"%s"},"spec":{"containers":[{"name":"c","image":"i",
                "resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(name, cpu).getBytes(StandardCharsets.UTF_8));
        assertThat(client.create(ApiResource.PODS, object.orElseThrow()).problem())
                .isEmpty();
    }

    private static void isAsBefore(String sent) {
        var before = Pattern.compile("before (\\S+)").matcher(sent);
        assertThat(before.find()).isTrue();
        assertThat(sent).contains("after " + before.group(1)).contains("\u001b[?1049h");
        assertThat(sent.lastIndexOf("\u001b[?1049l"))
                .as("the first screen is back")
                .isGreaterThan(sent.lastIndexOf("\u001b[?1049h"));
        assertThat(sent.lastIndexOf("\u001b[?25h")).as("the cursor is back").isPositive();
    }

    @Test
    void somebodyLooksAroundResizesAPodAndQuits() throws Exception {
        try (var cluster = cluster()) {
            var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig());
            try (var watch = PtyProgram.start(folder, 30, 110, "watch", "--kubeconfig", config.toString())) {
                watch.await("Insufficient cpu");
                watch.await("q quit");
                watch.type("?");
                watch.await("Keys and words");
                watch.type(" ");
                watch.await("Enter details");
                watch.type("\r");
                watch.await("FailedScheduling");
                watch.await("QoS class Burstable");
                watch.type("\u001b");
                watch.await("Enter details");
                watch.type("j");
                watch.await("default/web on node-0");
                watch.type("r2\r");
                watch.await("resize of default/web: done");
                watch.await("2/8");
                watch.type("q");
                var sent = watch.ended();
                assertThat(sent).contains("exit 0");
                isAsBefore(sent);
            }
        }
    }

    @Test
    void theTerminalIsAsItWasAfterCtrlCAndAfterBeingTerminated() throws Exception {
        try (var cluster = cluster()) {
            var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig());
            try (var watch = PtyProgram.start(folder, 30, 110, "watch", "--kubeconfig", config.toString())) {
                watch.await("q quit");
                watch.type(INTERRUPT);
                var sent = watch.ended();
                assertThat(sent).contains("exit 130");
                isAsBefore(sent);
            }
            try (var watch = PtyProgram.start(folder, 30, 110, "watch", "--kubeconfig", config.toString())) {
                watch.await("q quit");
                watch.terminate();
                var sent = watch.ended();
                assertThat(sent).contains("exit 143");
                isAsBefore(sent);
            }
        }
    }

    @Test
    void aLostConnectionIsSaidAndTheHeadIsRightAgainAfterIt() throws Exception {
        try (var cluster = cluster()) {
            var found = PORT.matcher(cluster.kubeconfig());
            assertThat(found.find()).isTrue();
            try (var relay = new TcpRelay(Integer.parseInt(found.group(1)))) {
                var config = Files.writeString(
                        folder.resolve("admin.conf"),
                        cluster.kubeconfig().replace(":" + found.group(1), ":" + relay.port()));
                try (var watch = PtyProgram.start(folder, 30, 110, "watch", "--kubeconfig", config.toString())) {
                    watch.await("plimsoll watch  live");
                    relay.cut();
                    watch.await("no connection to https://127.0.0.1:" + relay.port());
                    relay.mend();
                    watch.await("plimsoll watch  live");
                    watch.type("q");
                    assertThat(watch.ended()).contains("exit 0");
                }
            }
        }
    }
}
